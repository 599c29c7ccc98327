import type { Sent } from './idempotency.ts'
import { session } from './session.ts'
import { perTab } from '../connection/storage.ts'

const PREFIX = 'voltdesk:draft:'

/** Half-typed forms, by person and tenant, so that nobody finds another's on a shared computer. */
export const draftKey = (resource: string, id: string | undefined): string => {
  const { username, tenantid } = session()
  return `${PREFIX}${username}:${tenantid}:${resource}:${id ?? 'new'}`
}

export interface Draft {
  values: Record<string, unknown>
  /** Version of the record the typing began from. */
  version?: number
  /** When it was typed, by this device's clock. */
  at?: number
  /** The draft on the server that holds the same, or what was typed before. */
  stamp?: string
  /** What was sent and never answered. */
  sent?: Sent
  /** The record an add had made when more was typed. */
  made?: string
}

export const readDraft = (key: string): Draft | undefined => perTab.get<Draft>(key)
export const keepDraft = (key: string, draft: Draft): void => perTab.set(key, draft)
export const dropDraft = (key: string): void => perTab.remove(key)

/** Somebody has typed something here that is not saved. */
export const hasDrafts = (): boolean => perTab.keys(PREFIX).length > 0
