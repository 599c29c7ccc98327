import type { Sent } from './idempotency.ts'
import { whose } from './session.ts'
import { perTab } from '../connection/storage.ts'

const PREFIX = 'voltdesk:draft:'

/** What a new record starts with besides the definition: its parent in a tree, its dictionary. */
export type Start = Readonly<Record<string, unknown>>

/** Half-typed forms. What was begun below one record is none of another's. */
export const draftKey = (resource: string, id: string | undefined, start: Start = {}): string => {
  const below = new URLSearchParams(Object.entries(start).map(([name, value]) => [name, String(value)])).toString()
  return `${PREFIX}${whose()}:${resource}:${id ?? (below ? `new?${below}` : 'new')}`
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
