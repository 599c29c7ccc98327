/** People of a made-up corporation: two bound, one who came and is nobody here yet. No real sign-in ever meets these rows. */
import { resources } from '#resources/index.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { accountId } from './accounts.ts'

const CORPORATION = 'demo'

const people = [
  {
    thirdType: 'wechat_enterprise',
    thirdUserId: 'zhoumin',
    realname: '周敏',
    username: 'ops_manager',
    mobile: '13800010001',
  },
  { thirdType: 'dingtalk', thirdUserId: '0236415', realname: '钱静', username: 'finance', mobile: null },
  { thirdType: 'wechat_enterprise', thirdUserId: 'xiaowang', realname: '王小明', username: undefined, mobile: null },
] as const

export const seedChatAccounts = (tx: Tx, now: Date): Promise<void> =>
  insertMany(
    tx,
    tableOf(resources.sysThirdAccount),
    people.map(({ username, ...account }) => ({
      ...account,
      id: seedId('chat-account', account.thirdUserId),
      tenantId: 0,
      corpId: CORPORATION,
      thirdUserUuid: account.thirdUserId,
      sysUserId: username ? accountId(username) : null,
      status: 1,
      delFlag: 0,
      lastTime: now.toISOString(),
      createBy: 'system',
      createTime: now.toISOString(),
    })),
  )
