import { choices } from '#model/choices.ts'

export const depositStates = choices('pb_deposit_status', '押金状态', {
  unpaid: ['0', '待支付', 'default'],
  paid: ['1', '已缴纳', 'green'],
  frozen: ['2', '已冻结', 'blue'],
  waiting: ['3', '退押待审核', 'orange'],
  refunding: ['4', '退押中', 'gold'],
  refunded: ['5', '已退', 'default'],
  failed: ['6', '退款失败', 'red'],
  withheld: ['7', '已转扣', 'purple'],
  releasing: ['8', '解冻中', 'gold'],
  released: ['9', '已解冻', 'default'],
  cancelled: ['10', '已取消', 'default'],
})

/** Held, then on its way back, then stuck: the first of a person's deposits says more than the others. All others have not begun or have ended. */
export const heldDeposits = [depositStates.paid, depositStates.frozen, depositStates.waiting, depositStates.refunding, depositStates.releasing, depositStates.failed] as const
