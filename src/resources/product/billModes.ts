import { choices } from '#model/choices.ts'

export const billModes = choices('pb_bill_mode', '计费方式', {
  byTime: ['1', '按时计费'],
  bySteps: ['2', '阶梯计费'],
  prepaid: ['3', '预付费'],
})
