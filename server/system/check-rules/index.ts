/** Check rules (contract.md §6.17): how codes must be built, kept by staff and asked for by forms. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Problems } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { badInput, refused } from '../../kernel/errors.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import { hookOf } from '../../resource/hooks.ts'
import { idText } from '../../resource/parameters.ts'
import { judge, LONGEST_VALUE, MOST_SLICES, patternProblem } from './judge.ts'
import { jsonOf, slicesIn, slicesOf, type Slice } from './slices.ts'

const { sysCheckRule } = resources
const rules = tableOf(sysCheckRule)

function problemOf(slices: readonly Slice[]): Problems | undefined {
  if (!slices.length) return { slices: '请至少填写一段' }
  if (slices.length > MOST_SLICES) return { slices: `最多 ${MOST_SLICES} 段` }
  for (const [index, { pattern }] of slices.entries()) {
    const problem = patternProblem(pattern)
    if (problem) return { [`slices.${index}.pattern`]: problem }
  }
  return undefined
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
      const [rule] = await db
        .select({ id: rules.id })
        .from(rules)
        .where(and(eq(rules.ruleCode, ruleCode), live(rules)))
      if (!rule) throw refused('该编码不存在')
      const slices = (await slicesOf(db, [rule.id])).get(rule.id) ?? []
      const verdict = value.trim() ? judge(slices, value) : undefined
      if (verdict) throw refused(verdict.message, 500, verdict)
      return said('操作成功')
    },
  }),
]
