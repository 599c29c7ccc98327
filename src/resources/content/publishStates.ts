import { choices } from '#model/choices.ts'

export const publishStates = choices('pb_publish_status', '发布状态', {
  draft: ['0', '草稿', 'default'],
  planned: ['1', '待推送', 'blue'],
  out: ['2', '已发布', 'green'],
  revoked: ['3', '已撤回', 'default'],
})
