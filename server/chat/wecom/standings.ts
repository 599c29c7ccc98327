import type { Standing } from '../../kernel/ports/chat.ts'

/** `Status` of a member (developer.work.weixin.qq.com 90196, 90970); 1 works there, 4 has not come yet. */
export const standings: Readonly<Record<string, Standing>> = {
  '1': 'member',
  '2': 'suspended',
  '4': 'member',
  '5': 'left',
}
