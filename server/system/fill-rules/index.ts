/** Fill rules (contract.md §6.17): values that come into being by themselves. */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import { parametersIn } from '#resources/system/fillRule.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { refused } from '../../kernel/errors.ts'
import { route, type Call, type Route } from '../../kernel/route.ts'
import { hookOf } from '../../resource/hooks.ts'
import { idText } from '../../resource/parameters.ts'
import { dayOf } from '../../resource/serial.ts'
import { kindNamed } from './kinds.ts'

const { sysFillRule } = resources
const rules = tableOf(sysFillRule)

export const fillRuleExamples = hookOf(sysFillRule, {
  inBulk: true,
  async words(rows, { services: { clock, settings } }) {
    const day = dayOf(clock.now(), settings.timeZone)
    for (const row of rows)
      row.example = kindNamed(row.ruleClass)?.example(parametersIn(row.ruleParams) ?? {}, day) ?? null
  },
})

type Data = Record<string, unknown>

async function valueOf({ services, caller }: Pick<Call, 'services' | 'caller'>, ruleCode: string, form: Data) {
  const [rule] = await services.db
    .select()
    .from(rules)
    .where(and(eq(rules.ruleCode, ruleCode), live(rules)))
  const kind = rule && kindNamed(rule.ruleClass)
  if (!kind) throw refused('该编码不存在')
  return services.db.transaction((tx) =>
    kind.fill({ tx, caller, services, given: parametersIn(rule.ruleParams) ?? {}, form }),
  )
}

const MOST_AT_ONCE = 50
const formData = z.record(z.string(), z.unknown(), { error: '表单数据应为一个对象' })
const code = idText('ruleCode')
const common = { tag: sysFillRule.label } as const

export const fillRuleRoutes: Route[] = [
  route({
    ...common,
    method: 'GET',
    path: '/sys/fillRule/testFillRule',
    permission: 'system:fillRule:list',
    summary: '试用编码规则',
    query: z.strictObject({ ruleCode: code }),
    handler: (call) => valueOf(call, call.query.ruleCode, {}),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/sys/fillRule/executeRuleByCode/:ruleCode',
    permission: 'session',
    summary: '按编码规则取值；请求体为表单数据',
    params: z.strictObject({ ruleCode: code }),
    body: formData,
    handler: (call) => valueOf(call, call.params.ruleCode, call.body),
  }),
  route({
    ...common,
    method: 'PUT',
    path: '/sys/fillRule/executeRuleByCodeBatch',
    permission: 'session',
    summary: '按多个编码规则取值',
    body: z.strictObject({
      rules: z
        .array(z.strictObject({ ruleCode: code, formData: formData.nullish() }), { error: '缺少 rules' })
        .min(1, '缺少 rules')
        .max(MOST_AT_ONCE, `一次最多 ${MOST_AT_ONCE} 个`),
      commonFormData: formData.nullish(),
    }),
    handler: async ({ services, caller, body }) => {
      const found: { ruleCode: string; result: string }[] = []
      for (const { ruleCode, formData: own } of body.rules)
        found.push({
          ruleCode,
          result: await valueOf({ services, caller }, ruleCode, { ...(own ?? body.commonFormData) }),
        })
      return found
    },
  }),
]
