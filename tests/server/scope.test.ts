/** Which rows a data rule leaves: what it cannot say for this reader shows nothing. */
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import { RULES, type Rule } from '#model/kinds/rules.ts'
import type { Caller } from '../../server/kernel/caller.ts'
import { resources } from '#resources/index.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { scopeOf } from '../../server/resource/scope.ts'

const { serviceProvider } = resources
/** Somebody of the first tenant who works in no department, bound by this rule. */
function conditionOf(ruleColumn: string, ruleConditions: string, ruleValue: string): string {
  const dataRules = new Map([[serviceProvider.permission, [{ ruleColumn, ruleConditions, ruleValue }]]])
  const caller: Caller = { ...systemCaller(1), isAdmin: false, departId: null, orgCode: null, orgCodes: [], dataRules }
  return new PgDialect().sqlToQuery(scopeOf(caller, serviceProvider)).sql
}

describe('a data rule', () => {
  it.each(Object.keys(RULES) as Rule[])('%s with a variable that stands for nothing shows nothing', (rule) => {
    expect(conditionOf('providerName', rule, '#{sys_org_code}')).toMatch(/and false\)$/)
    expect(conditionOf('providerName', rule, 'A#{sys_multi_org_code}')).toMatch(/and false\)$/)
  })

  it('with an empty list shows nothing', () => {
    expect(conditionOf('providerName', 'IN', ',')).toMatch(/and false\)$/)
  })
})
