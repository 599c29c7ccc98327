import type { Caller } from '../kernel/caller.ts'
import type { Row } from './hooks.ts'
import { SYSTEM } from './trace.ts'
import { localTime } from './write.ts'
import type { Services } from '../kernel/services.ts'

/** Adds a step to 审核记录: who, from which host, with what result and why. */
export function addStep(
  row: Row,
  { caller, services }: { caller: Caller; services: Services },
  step: string,
  result: string,
  reason?: string,
): void {
  const trail = (row.auditTrail as Row[] | null) ?? []
  row.auditTrail = [
    ...trail,
    {
      step,
      person: caller.realname,
      personId: caller.userId || null,
      principalId: caller.principal?.userId ?? null,
      host: caller.host,
      result,
      reason: reason ?? null,
      time: localTime(services),
    },
  ]
}

/** Everybody behind the last step of that name: who did it, and for whom. */
export const peopleOf = (trail: readonly Row[] | null | undefined, step: string): string[] => {
  const line = (trail ?? []).findLast((one) => one.step === step)
  return [line?.personId, line?.principalId].filter((id): id is string => Boolean(id))
}

/** Who acts when nobody does: jobs and channels. */
export const systemCaller = (tenantId: number): Caller => ({
  userId: '',
  username: SYSTEM,
  realname: '系统',
  sessionId: '',
  tenantId,
  departId: null,
  orgCode: null,
  departIds: [],
  orgCodes: [],
  roles: [],
  isAdmin: true,
  permissions: new Set(),
  dataRules: new Map(),
  ip: '',
  host: '系统',
})
