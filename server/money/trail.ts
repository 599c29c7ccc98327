import type { Caller } from '../http/caller.ts'
import type { Row } from '../resource/hooks.ts'
import { SYSTEM } from '../resource/trace.ts'
import { localTime } from '../resource/write.ts'
import type { Services } from '../services.ts'

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
      host: caller.host,
      result,
      reason: reason ?? null,
      time: localTime(services),
    },
  ]
}

/** The person of the last step of that name. */
export const personOf = (row: Row, step: string): string | undefined =>
  ((row.auditTrail as Row[] | null) ?? []).findLast((line) => line.step === step)?.personId as string | undefined

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
