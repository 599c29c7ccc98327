/** Another value for a setting: with a reason, for money with a second person, from its time on. */
import { and, eq } from 'drizzle-orm'
import { problemsOf } from '#model/checks.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { configChangeStates } from '#resources/finance/configChange.ts'
import { refused } from '../../kernel/errors.ts'
import { addStep, systemCaller } from '../../resource/trail.ts'
import { CONFIG_DEFAULTS } from '../../resource/config.ts'
import { actionOf, writingOf, type ActionWork } from '../../resource/action.ts'
import { hookOf, type Row } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { tableOf } from '../../db/table.ts'
import { insertRow, localTime, newRow, updateRow, type Writing } from '../../resource/write.ts'
import { approvalOf } from '../approval/work.ts'
import { cancelling, refuseSecond } from './asked-changes.ts'
import { reached } from '../windows.ts'

const { appConfig, configChange } = resources

const changeConfig = actionOf(appConfig, 'change', async (work) => {
  const { services, row, input, reason } = work
  const value = input.newValue.trim()
  if (value === row.configValue) throw refused('新的值与现在相同')
  const problem = problemsOf(appConfig, { ...row, configValue: value }).configValue
  if (problem) throw refused(`参数值${problem}`)
  const now = localTime(services)
  const effectTime = input.effectTime ?? now
  await refuseSecond(work, configChange, {
    field: 'configId',
    id: row.id,
    open: [configChangeStates.waiting, configChangeStates.agreed],
  })
  const audited = row.needAudit === 'Y'
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

/** Writes an agreed value into its setting. */
async function apply(writing: Writing, change: Row): Promise<void> {
  const setting = await findRow(
    writing.tx,
    systemCaller(Number(change.tenantId)),
    appConfig,
    String(change.configId),
    true,
  )
  change.status = configChangeStates.done
  addStep(change, writing, '生效', setting ? '已生效' : '参数已删除，未生效')
  if (!setting) return
  const after = { ...structuredClone(setting), configValue: change.afterValue }
  await updateRow({ ...writing, mode: 'edit', before: setting, after, extras: {} }, appConfig, 'change')
}

export const configApproval = approvalOf(configChange, {
  async passed(work) {
    const { row, services } = work
    if (reached(row.effectTime, localTime(services))) await apply(work, row)
  },
})

/** By the clock: its time has come. */
export async function takeEffect(change: Row, now: string, writing: Writing): Promise<void> {
  if (change.status === configChangeStates.agreed && reached(change.effectTime, now)) await apply(writing, change)
}

/** What keeps a setting under four eyes cannot be taken off it by one person. */
const GUARDED = ['needAudit', 'status', 'effectTime', 'valueType', 'unit', 'valueRange', 'configKey'] as const

export const configRules = hookOf(appConfig, {
  async check({ tx, before, after }) {
    if (before) {
      const touched =
        before.needAudit === 'Y' && GUARDED.find((name) => (before[name] ?? null) !== (after[name] ?? null))
      return touched ? { [touched]: '需复核的参数不能单独修改这一项' } : undefined
    }
    const key = after.configKey
    if (!Object.hasOwn(CONFIG_DEFAULTS, key)) return
    const settings = tableOf(appConfig)
    const [known] = await tx
      .select({ id: settings.id })
      .from(settings)
      .where(and(eq(settings.tenantId, after.tenantId), eq(settings.configKey, key), live(settings)))
    if (!known && after.configValue !== CONFIG_DEFAULTS[key as keyof typeof CONFIG_DEFAULTS])
      return { configValue: '系统参数以默认值新增，再用“修改参数值”修改' }
  },
})

export const configWorks: readonly ActionWork[] = [changeConfig, cancelling(configChange, configChangeStates.cancelled)]
