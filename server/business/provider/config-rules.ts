/** Another value for a setting: with a reason, for money with a second person, from its time on. */
import { and, eq } from 'drizzle-orm'
import { problemsOf } from '#model/checks.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { configChangeStates } from '#resources/finance/configChange.ts'
import { isSetting, isUnderFourEyes, settings, valueTypeOf } from '#resources/finance/settings.ts'
import { refused } from '../../kernel/errors.ts'
import { addStep, systemCaller } from '../../resource/trail.ts'
import { actionOf, writingOf, type ActionWork } from '../../resource/action.ts'
import { hookOf, put, type Row } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { tableOf } from '../../db/table.ts'
import { insertRow, localTime, newRow, updateRow, type Writing } from '../../resource/write.ts'
import { approvalOf } from '../approval/work.ts'
import { cancelling, refuseSecond } from './asked-changes.ts'
import { reached } from '../windows.ts'

const { appConfig, configChange } = resources

type Setting = Wire<typeof appConfig>

/** Of money it does, also where a record of an older version says it does not. */
const needsSecond = ({ needAudit, configKey }: Setting): boolean => needAudit === 'Y' || isUnderFourEyes(configKey)

/** Why a setting cannot have this value. */
const problemOf = (setting: Row, configValue: unknown): string | undefined => {
  const problem = problemsOf(appConfig, { ...setting, configValue }).configValue
  return problem && `参数值${problem}`
}

const changeConfig = actionOf(appConfig, 'change', async (work) => {
  const { services, row, input, reason } = work
  const value = input.newValue.trim()
  if (value === row.configValue) throw refused('新的值与现在相同')
  const problem = problemOf(row, value)
  if (problem) throw refused(problem)
  const now = localTime(services)
  const effectTime = input.effectTime ?? now
  await refuseSecond(work, configChange, {
    field: 'configId',
    id: row.id,
    open: [configChangeStates.waiting, configChangeStates.agreed],
  })
  const audited = needsSecond(row)
  const later = !reached(effectTime, now)
  const change = newRow(work, configChange, {
    configId: row.id,
    configKey: row.configKey,
    valueType: row.valueType,
    unit: row.unit,
    beforeValue: row.configValue,
    afterValue: value,
    effectTime,
    changeReason: reason,
    status: audited ? configChangeStates.waiting : later ? configChangeStates.agreed : configChangeStates.done,
  })
  if (!audited) addStep(change, work, '申请', '无需复核', reason)
  await insertRow({ ...writingOf(work), mode: 'add', after: change, extras: {} }, configChange)
  if (!audited && !later) row.configValue = value
})

const settingOf = ({ tx }: Writing, change: Row) =>
  findRow(tx, systemCaller(Number(change.tenantId)), appConfig, String(change.configId), true)

/** Writes an agreed value into its setting. */
async function apply(writing: Writing, change: Row): Promise<void> {
  const setting = await settingOf(writing, change)
  change.status = configChangeStates.done
  addStep(change, writing, '生效', setting ? '已生效' : '参数已删除，未生效')
  if (!setting) return
  const after = { ...structuredClone(setting), configValue: change.afterValue }
  await updateRow({ ...writing, mode: 'edit', before: setting, after, extras: {} }, appConfig, 'change')
}

export const configApproval = approvalOf(configChange, {
  async passed(work) {
    const { row, services } = work
    // Asked for under an older version or another range.
    const setting = await settingOf(work, row)
    const problem = setting && problemOf(setting, row.afterValue)
    if (problem) throw refused(problem)
    if (reached(row.effectTime, localTime(services))) await apply(work, row)
  },
})

/** By the clock: its time has come. */
export async function takeEffect(change: Row, now: string, writing: Writing): Promise<void> {
  if (change.status === configChangeStates.agreed && reached(change.effectTime, now)) await apply(writing, change)
}

/** What keeps a setting under four eyes cannot be taken off it by one person. */
const GUARDED = ['needAudit', 'status', 'effectTime', 'valueType', 'unit', 'valueRange', 'configKey'] as const

/** To put a setting under four eyes, or to read it as the server does, is not for a second person. */
const isPutRight = (name: (typeof GUARDED)[number], { needAudit, valueType, configKey }: Setting): boolean =>
  (name === 'needAudit' && needAudit === 'Y') ||
  (name === 'valueType' && isSetting(configKey) && valueType === valueTypeOf(configKey))

/** The first thing of a setting under four eyes that this edit would change. */
const touchedBy = (before: Setting, after: Setting) =>
  GUARDED.find((name) => (before[name] ?? null) !== (after[name] ?? null) && !isPutRight(name, after))

export const configRules = hookOf(appConfig, {
  async check({ tx, before, after }) {
    if (before) {
      const touched = needsSecond(before) && touchedBy(before, after)
      return touched ? { [touched]: '需复核的参数不能单独修改这一项' } : undefined
    }
    const key = after.configKey
    if (!isSetting(key)) return
    const table = tableOf(appConfig)
    const [known] = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.tenantId, after.tenantId), eq(table.configKey, key), live(table)))
    if (!known && after.configValue !== settings[key].initial)
      return { configValue: '系统参数以默认值新增，再用“修改参数值”修改' }
  },

  async beforeSave({ after }) {
    if (isUnderFourEyes(after.configKey)) put(after, { needAudit: 'Y' })
  },

  async beforeDelete({ row }) {
    if (needsSecond(row)) throw refused('需复核的参数不能删除')
  },
})

export const configWorks: readonly ActionWork[] = [changeConfig, cancelling(configChange, configChangeStates.cancelled)]
