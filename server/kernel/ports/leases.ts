import type { Database, Tx } from '../database.ts'

/** Work that one node at a time does: what a node holds is free again the moment its process or its connection ends. */
export interface Leases {
  /** Undefined while somebody holds the name. What it resolves to gives it back. */
  take(name: string): Promise<(() => Promise<void>) | undefined>
  isHeld(db: Database | Tx, name: string): Promise<boolean>
}
