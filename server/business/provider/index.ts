/** Providers: the tree, its shares and departments, and what is asked to be changed about them. */
import { sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { configChangeStates } from '#resources/finance/configChange.ts'
import { flow } from '../flow.ts'
import { accountApproval, accountWorks } from './account-rules.ts'
import { configApproval, configRules, configWorks, takeEffect } from './config-rules.ts'
import { providerConfigRules, providerRules } from './provider-rules.ts'

export const provider = flow({
  approvals: [configApproval, accountApproval],
  rules: [providerRules, providerConfigRules, configRules],
  works: [...configWorks, ...accountWorks],
  byClock: [
    {
      resource: resources.configChange,
      due: (table, now) => sql`${table.status} = ${configChangeStates.agreed} and ${table.effectTime} <= ${now}`,
      move: takeEffect,
    },
  ],
})
