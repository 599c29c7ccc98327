/** Check rules (contract.md §6.17): how codes must be built, kept by staff and asked for by forms. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Problems } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { lineTablesOf, tableOf } from '../../db/table.ts'
import type { Tx } from '../../kernel/database.ts'
import { badInput, refused } from '../../kernel/errors.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import {
  judge,
  LONGEST_VALUE,
  MOST_SLICES,
  patternProblem,
  slicesByCode,
  slicesOf,
  type Slice,
} from '../../resource/check-rule.ts'
import { hookOf } from '../../resource/hooks.ts'
import { liveForms } from '../../resource/online.ts'
import { idText } from '../../resource/parameters.ts'
import { jsonOf, slicesIn } from './slices.ts'

const { sysCheckRule, onlineForm } = resources
const forms = tableOf(onlineForm)
const { fields } = lineTablesOf(onlineForm)

function problemOf(slices: readonly Slice[]): Problems | undefined {
  if (!slices.length) return { slices: '请至少填写一段' }
  if (slices.length > MOST_SLICES) return { slices: `最多 ${MOST_SLICES} 段` }
  for (const [index, { pattern }] of slices.entries()) {
    const problem = patternProblem(pattern)
    if (problem) return { [`slices.${index}.pattern`]: problem }
  }
  return undefined
}

/** A field of an online form that is judged by the rule of this code: of the definition, or of what is published of it. */
async function usedBy(tx: Tx, code: string): Promise<string | undefined> {
  const [drafted] = await tx
    .select({ form: forms.name, field: fields.label })
    .from(fields)
    .innerJoin(forms, eq(fields.mainId, forms.id))
    .where(and(eq(fields.checkRule, code), live(forms)))
    .limit(1)
  const published = (await liveForms(tx)).flatMap(({ definition }) =>
    definition.fields.flatMap(({ label, checkRule }) =>
      checkRule === code ? [{ form: definition.name, field: label }] : [],
    ),
  )
  const found = drafted ?? published[0]
  return found && `在线表单“${found.form}”的字段“${found.field}”`
}

export const saveCheckRule = hookOf(sysCheckRule, {
  // The contract's clients know the slices as one JSON text, and send back whatever else they got.
  extras: { ruleJson: z.string({ error: '应为文字' }).max(50_000, '最大长度50000位字符').nullish() },

  async check({ before, after, extras }) {
    const json = extras.ruleJson
    if (typeof json === 'string' && json && json !== jsonOf(before?.slices ?? [])) {
      const slices = slicesIn(json)
      if (!slices) return { slices: 'ruleJson 应为 [{"digits":"*","pattern":"…","message":"…"}]' }
      after.slices = slices.map((slice) => ({ id: '', ...slice }))
      const own = sysCheckRule.check?.({ slices: after.slices })
      if (own) return own
      const [long] = slices.flatMap(({ pattern, message }, index) => [
        ...(pattern.length > 200 ? [{ [`slices.${index}.pattern`]: '最大长度200位字符' }] : []),
        ...(message.length > 100 ? [{ [`slices.${index}.message`]: '最大长度100位字符' }] : []),
      ])
      if (long) return long
    }
    return problemOf(after.slices)
  },

  async beforeSave({ tx, before, after }) {
    const used = before && before.ruleCode !== after.ruleCode && (await usedBy(tx, before.ruleCode))
    if (used) return { ruleCode: `${used}按此编码校验，不能修改` }
  },

  async beforeDelete({ tx, row }) {
    const used = await usedBy(tx, row.ruleCode)
    if (used) throw refused(`${used}按校验规则“${row.ruleName}”校验，不能删除`)
  },

  async decorate(rows, { services }) {
    const slices = await slicesOf(
      services.db,
      rows.map(({ id }) => id),
    )
    for (const row of rows) Object.assign(row, { ruleJson: jsonOf(slices.get(row.id) ?? []) })
  },
})

/** Its clients encode the value before the protocol does. */
function decodedTwice(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    throw badInput('参数 value：应为编码两次的文字')
  }
}

export const checkRuleRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/checkRule/checkByCode',
    permission: 'session',
    summary: '值是否符合校验规则',
    tag: sysCheckRule.label,
    query: z.strictObject({
      ruleCode: idText('ruleCode'),
      value: z.string({ error: '缺少 value' }).max(9 * LONGEST_VALUE, `值最长 ${LONGEST_VALUE} 个字符`),
    }),
    handler: async ({ services: { db }, query: { ruleCode, value: encoded } }) => {
      const value = decodedTwice(encoded)
      if (value.length > LONGEST_VALUE) throw badInput(`值最长 ${LONGEST_VALUE} 个字符`)
      const slices = (await slicesByCode(db, [ruleCode])).get(ruleCode)
      if (!slices) throw refused('该编码不存在')
      const verdict = value.trim() ? judge(slices, value) : undefined
      if (verdict) throw refused(verdict.message, 500, verdict)
      return said('操作成功')
    },
  }),
]
