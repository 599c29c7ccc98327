/** Publishing an online form: what would be done to its table, doing it, and taking it back. Each in one transaction. */
import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { onlineResource, type OnlineDefinition } from '#resources/onlineResource.ts'
import { formProblems } from '#resources/system/onlineFormRules.ts'
import { formStates } from '#resources/system/onlineKinds.ts'
import {
  planOf,
  rawStatements,
  takingBack,
  type Plan,
  type Step,
  type UnplacedDefinition,
} from '../../db/online-table.ts'
import { onlineFormVersion } from '../../db/tables.ts'
import { tableOf } from '../../db/table.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import { newId } from '../../kernel/id.ts'
import { missingRules } from '../../resource/check-rule.ts'
import { findRow } from '../../resource/list.ts'
import { trace } from '../../resource/trace.ts'
import { localTime, refuseStale, type Writing } from '../../resource/write.ts'
import { putMenu, stopMenu } from './form-menu.ts'

const { onlineForm } = resources
const forms = tableOf(onlineForm)

type Form = Wire<typeof onlineForm>

export interface Publication {
  id: string
  number: number
  steps: readonly Step[]
  createBy: string | null
  createTime: string
  takenBackBy: string | null
  takenBackTime: string | null
}

const isOn = (value: unknown): boolean => value === 'Y'

/** What the draft says, without where its fields are kept. */
const draftOf = ({ code, name, dataScope, fields, enhancements }: Form): UnplacedDefinition => ({
  code,
  name,
  scope: dataScope,
  fields: fields.map((one) => ({
    id: one.id,
    name: one.name,
    label: one.label,
    kind: one.kind,
    required: isOn(one.required),
    dictCode: one.dictCode || null,
    size: one.size,
    inList: isOn(one.inList),
    inSearch: isOn(one.inSearch),
    hint: one.hint || null,
    ...(one.checkRule && { checkRule: one.checkRule }),
  })),
  enhancements: enhancements.map(({ field, comparison, other, message }) => ({ field, comparison, other, message })),
})

const versionsOf = (db: Database | Tx, formId: string) =>
  db
    .select()
    .from(onlineFormVersion)
    .where(eq(onlineFormVersion.formId, formId))
    .orderBy(desc(onlineFormVersion.number))

async function definitionBehind(db: Database | Tx, form: Form): Promise<OnlineDefinition | undefined> {
  if (!form.liveId) return undefined
  const [found] = await db
    .select({ definition: onlineFormVersion.definition })
    .from(onlineFormVersion)
    .where(eq(onlineFormVersion.id, form.liveId))
  return found?.definition
}

async function formWith(tx: Tx, { caller }: Pick<Writing, 'caller'>, id: string, lock: boolean): Promise<Form> {
  const row = await findRow(tx, caller, onlineForm, id, lock)
  if (!row) throw notFound(onlineForm.label)
  return row
}

/** What publishing would do now, and what was published before. */
export async function shownPlan(reading: Pick<Writing, 'caller' | 'services'>, id: string) {
  return reading.services.db.transaction(async (tx) => {
    const form = await formWith(tx, reading, id, false)
    const plan = await planFor(tx, form, await definitionBehind(tx, form))
    const versions: Publication[] = (await versionsOf(tx, id)).map(({ definition: _, formId: __, ...rest }) => rest)
    const isLive = form.formState === formStates.live
    return {
      id,
      version: form.version,
      formState: form.formState,
      url: isLive ? onlineResource(plan.definition).menu?.url : null,
      steps: isLive || plan.steps.length ? plan.steps : [{ words: '重新启用，数据表不变', sql: [] }],
      problems: plan.problems,
      versions,
    }
  })
}

/** `live`: what is published until now. */
async function planFor(tx: Tx, form: Form, live: OnlineDefinition | undefined): Promise<Plan> {
  // What was saved before a rule came is judged by it all the same: its names become SQL.
  const wrong = Object.values(formProblems(form) ?? {})
  if (wrong.length) throw refused(wrong.join('；'))
  const draft = draftOf(form)
  const plan = await planOf(tx, draft, live, await takenBackOf(tx, form.id))
  const ruleless = (await missingRules(tx, draft.fields)).map(
    ({ label, checkRule }) => `字段“${label}”的校验规则“${checkRule}”不存在`,
  )
  return { ...plan, problems: [...plan.problems, ...ruleless] }
}

/** Of those that were taken back in one second the later ones went first. */
async function takenBackOf(tx: Tx, formId: string): Promise<OnlineDefinition[]> {
  const found = await tx
    .select({ definition: onlineFormVersion.definition })
    .from(onlineFormVersion)
    .where(and(eq(onlineFormVersion.formId, formId), isNotNull(onlineFormVersion.takenBackTime)))
    .orderBy(desc(onlineFormVersion.takenBackTime), asc(onlineFormVersion.number))
  return found.map(({ definition }) => definition)
}

async function put(writing: Writing, form: Form, operation: string, change: Partial<Form>): Promise<void> {
  const { tx, caller, services } = writing
  const after = {
    ...form,
    ...change,
    version: form.version + 1,
    updateBy: caller.username,
    updateTime: localTime(services),
  }
  await tx
    .update(forms)
    .set({
      formState: after.formState,
      liveId: after.liveId,
      liveNumber: after.liveNumber,
      version: after.version,
      updateBy: after.updateBy,
      updateTime: after.updateTime,
    })
    .where(eq(forms.id, form.id))
  await trace(tx, caller, onlineForm, [{ operation, id: form.id, version: after.version, before: form, after }])
}

async function run(tx: Tx, steps: readonly Step[]): Promise<void> {
  for (const statement of rawStatements(steps)) await tx.execute(statement)
}

async function seen(writing: Writing, id: string, version: number): Promise<Form> {
  const form = await formWith(writing.tx, writing, id, true)
  await refuseStale(writing, onlineForm, form, version, { required: true, then: '发布' })
  return form
}

/** With the version that was shown: what somebody else changed since is not published unseen. */
export async function publish(writing: Writing, id: string, version: number): Promise<void> {
  const { tx, caller } = writing
  const form = await seen(writing, id, version)
  const was = await definitionBehind(tx, form)
  const plan = await planFor(tx, form, was)
  if (plan.problems.length) throw refused(plan.problems.join('；'))
  if (!plan.steps.length && form.formState === formStates.live) throw refused('没有要发布的修改')
  await run(tx, plan.steps)
  const [last] = await versionsOf(tx, id)
  const made = { id: newId(), number: (last?.number ?? 0) + 1 }
  await tx
    .insert(onlineFormVersion)
    .values({ ...made, formId: id, definition: plan.definition, steps: plan.steps, createBy: caller.username })
  await putMenu(tx, id, {
    code: form.code,
    resource: onlineResource(plan.definition),
    was: form.formState === formStates.live && was ? onlineResource(was) : undefined,
  })
  await put(writing, form, '发布', { formState: formStates.live, liveId: made.id, liveNumber: made.number })
}

/** The publication before is used again; without one the form is as before it was ever published. Its table keeps its data. */
export async function takeBack(writing: Writing, id: string, version: number): Promise<void> {
  const { tx, caller, services } = writing
  const form = await seen(writing, id, version)
  const standing = await tx
    .select()
    .from(onlineFormVersion)
    .where(and(eq(onlineFormVersion.formId, id), isNull(onlineFormVersion.takenBackTime)))
    .orderBy(desc(onlineFormVersion.number))
    .limit(2)
  const [last, before] = standing
  if (!last || form.formState !== formStates.live) throw refused('没有可以撤回的发布')
  await tx
    .update(onlineFormVersion)
    .set({ takenBackBy: caller.username, takenBackTime: localTime(services) })
    .where(eq(onlineFormVersion.id, last.id))
  if (!before) {
    await stopMenu(tx, id)
    return put(writing, form, '撤回', { formState: formStates.draft, liveId: null, liveNumber: null })
  }
  const [ruleless] = await missingRules(tx, before.definition.fields)
  if (ruleless)
    throw refused(
      `上一次发布的字段“${ruleless.label}”按校验规则“${ruleless.checkRule}”校验，该规则已不存在，不能撤回；请修改后重新发布`,
    )
  await run(tx, [{ words: '', sql: takingBack(last.definition, before.definition) }])
  await putMenu(tx, id, {
    code: form.code,
    resource: onlineResource(before.definition),
    was: onlineResource(last.definition),
  })
  await put(writing, form, '撤回', { liveId: before.id, liveNumber: before.number })
}

/** Nobody reaches it any more; its data and what roles were given stay. */
export async function stop(writing: Writing, id: string, version: number): Promise<void> {
  const form = await seen(writing, id, version)
  if (form.formState !== formStates.live) throw refused(`在线表单“${form.name}”没有发布`)
  await stopMenu(writing.tx, id)
  await put(writing, form, '停用', { formState: formStates.stopped })
}
