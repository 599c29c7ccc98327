/** The settings that the server reads: what holds where a tenant set nothing, and what a value of each may be. */
import { dictionaryOf, textIn, type ValueIn } from '#model/choices.ts'
import { toHundredths } from '#model/money.ts'
import { valueTypes } from './configValue.ts'

export type ReadAs = 'hundredths' | 'whole' | 'toggle' | 'text'

interface Setting<As extends ReadAs> {
  as: As
  initial: string
}
const readAs =
  <As extends ReadAs>(as: As) =>
  (initial: string): Setting<As> => ({ as, initial })

/** 元 or percent, read in hundredths. */
const hundredths = readAs('hundredths')
/** Minutes, hours, days, times. */
const whole = readAs('whole')
const toggle = readAs('toggle')
const text = readAs('text')

export const settings = {
  'withdraw.min': hundredths('10'),
  'withdraw.max': hundredths('4000'),
  'withdraw.feeRate': hundredths('0.6'),
  'withdraw.taxFree': hundredths('800'),
  'withdraw.taxRate': hundredths('20'),
  'withdraw.autoEnabled': toggle('N'),
  'withdraw.autoMax': hundredths('200'),
  'withdraw.managerMax': hundredths('5000'),
  'withdraw.dayTimes': whole('1'),
  'withdraw.dueHours': whole('24'),
  'withdraw.confirmHours': whole('24'),
  'agentApply.dueHours': whole('24'),
  'order.settleDueHours': whole('24'),
  'deposit.amount': hundredths('99'),
  'deposit.dueHours': whole('24'),
  'deposit.autoRefund': toggle('N'),
  'refund.limitHours': whole('24'),
  'complaint.acceptHours': whole('4'),
  'complaint.solveHours': whole('48'),
  'complaint.agentRefundMax': hundredths('20'),
  'billing.freeMinutes': whole('5'),
  'billing.hourPrice': hundredths('3'),
  'billing.dayCap': hundredths('30'),
  'billing.totalCap': hundredths('99'),
  'review.dueHours': whole('24'),
  'userCard.pauseMaxDays': whole('30'),
  'driver.freezeMax': hundredths('99'),
  'recharge.min': hundredths('1'),
  'recharge.max': hundredths('1000'),
  'advertisement.leadHours': whole('24'),
  'withdraw.accountDays': whole('7'),
  'approval.cardMax': hundredths('1000'),
  'notice.unopenedMinutes': whole('15'),
  'notice.quietHours': text('22:00-08:00'),
} as const

export type ConfigKey = keyof typeof settings
/** Keys of settings that are read in this way: no other can be asked for so. */
export type KeyReadAs<As extends ReadAs> = {
  [K in ConfigKey]: (typeof settings)[K]['as'] extends As ? K : never
}[ConfigKey]

export const isSetting = (key: unknown): key is ConfigKey => typeof key === 'string' && Object.hasOwn(settings, key)

const MONEY = /^((billing|deposit|withdraw|refund|recharge)\.|driver\.freezeMax|complaint\.agentRefundMax|approval\.cardMax)/

/** About money: nobody changes such a setting of the product alone, whatever its record says. */
export const isUnderFourEyes = (key: unknown): boolean => isSetting(key) && MONEY.test(key)

/** What a value must be to be read, whatever 值类型 its record says. */
interface Reading {
  type: ValueIn<typeof valueTypes>
  problem(value: string): string | undefined
}
const readings: Readonly<Record<ReadAs, Reading>> = {
  hundredths: {
    type: valueTypes.number,
    problem: (value) => ((toHundredths(value) ?? -1n) < 0n ? '应为不小于 0 的数字，最多两位小数' : undefined),
  },
  whole: {
    type: valueTypes.number,
    problem: (value) => (/^\d{1,9}$/.test(value) ? undefined : '应为不小于 0 的整数'),
  },
  toggle: {
    type: valueTypes.toggle,
    problem: (value) => (value === 'Y' || value === 'N' ? undefined : '应为是或否'),
  },
  text: { type: valueTypes.text, problem: () => undefined },
}

const readingOf = (key: ConfigKey): Reading => readings[settings[key].as]

/** 值类型 of a setting that the server reads. */
export const valueTypeOf = (key: ConfigKey): Reading['type'] => readingOf(key).type

/** Why the server could not read this value of the setting; other keys may have any. */
export const unreadable = (key: unknown, value: unknown): string | undefined => (isSetting(key) && value != null && value !== '' ? readingOf(key).problem(String(value).trim()) : undefined)

interface Draft {
  configKey?: unknown
  valueType?: unknown
  configValue?: unknown
  defaultValue?: unknown
}

/** What is wrong with the record of a setting that the server reads, by field. */
export function unreadableIn({ configKey, valueType, configValue, defaultValue }: Draft): Record<string, string> | undefined {
  if (!isSetting(configKey)) return
  const type = valueTypeOf(configKey)
  const problems = {
    ...(valueType != null && valueType !== type && { valueType: `这个系统参数的值类型是“${textIn(dictionaryOf(valueTypes).items, type)}”` }),
    ...named('configValue', unreadable(configKey, configValue)),
    ...named('defaultValue', unreadable(configKey, defaultValue)),
  }
  return Object.keys(problems).length ? problems : undefined
}

const named = (field: string, problem: string | undefined) => problem && { [field]: problem }
