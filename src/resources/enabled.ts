import { choices } from '#model/choices.ts'

export const enableStates = choices('enable_status', '启用状态', {
  on: ['1', '启用', 'green'],
  off: ['0', '停用', 'default'],
})
