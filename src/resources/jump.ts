/** pb_jump_type: where a tap on something leads, and what its address must look like. */
const addresses: Readonly<Record<string, { fits: RegExp; message: string }>> = {
  '1': { fits: /^\/?[\w-]+(\/[\w-]+)*(\?[^\s]*)?$/, message: '小程序页面应为路径，如 /pages/card/index' },
  '2': { fits: /^https:\/\/[^\s/]+[^\s]*$/i, message: '网页地址应以 https:// 开头' },
  '3': {
    fits: /^wx[0-9a-f]{16}(\/[^\s]*)?$/,
    message: '应为其他小程序的 AppID，可带路径，如 wx1234567890abcdef/pages/index',
  },
  '4': { fits: /\S/, message: '请输入富文本的编号' },
}

/** What is wrong with the address; none is needed where nothing is jumped to. */
export function jumpProblem(draft: {
  jumpType?: string | null
  jumpUrl?: string | null
}): { jumpUrl: string } | undefined {
  const wanted = addresses[draft.jumpType ?? '0']
  if (!wanted) return undefined
  if (!draft.jumpUrl) return { jumpUrl: '请输入跳转地址' }
  return wanted.fits.test(draft.jumpUrl) ? undefined : { jumpUrl: wanted.message }
}
