import { choices } from '#model/choices.ts'

export const userStates = choices('user_status', '用户状态', {
  normal: [1, '正常', 'green'],
  frozen: [2, '冻结', 'red'],
})
