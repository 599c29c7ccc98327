import { choices } from '#model/choices.ts'

export const jumpTypes = choices('pb_jump_type', '跳转类型', {
  none: ['0', '不跳转'],
  miniPage: ['1', '小程序页面'],
  web: ['2', '网页'],
  otherMini: ['3', '其他小程序'],
  richText: ['4', '富文本'],
})

/** Where a tap on something leads, and what its address must look like. */
const addresses: Readonly<Record<string, { fits: RegExp; message: string }>> = {
  [jumpTypes.miniPage]: {
    fits: /^\/?[\w-]+(\/[\w-]+)*(\?[^\s]*)?$/,
    message: '小程序页面应为路径，如 /pages/card/index',
  },
  [jumpTypes.web]: { fits: /^https:\/\/[^\s/]+[^\s]*$/i, message: '网页地址应以 https:// 开头' },
  [jumpTypes.otherMini]: {
    fits: /^wx[0-9a-f]{16}(\/[^\s]*)?$/,
    message: '应为其他小程序的 AppID，可带路径，如 wx1234567890abcdef/pages/index',
  },
  [jumpTypes.richText]: { fits: /\S/, message: '请输入富文本的编号' },
}

/** Of the address: something to jump to has one. */
export const jumpAddress = { requiredWhen: { jumpType: ['miniPage', 'web', 'otherMini', 'richText'] } } as const

/** What is wrong with the address that is given. */
export function jumpProblem(draft: { jumpType?: string | null; jumpUrl?: string | null }): { jumpUrl: string } | undefined {
  const wanted = addresses[draft.jumpType ?? jumpTypes.none]
  return wanted && draft.jumpUrl && !wanted.fits.test(draft.jumpUrl) ? { jumpUrl: wanted.message } : undefined
}
