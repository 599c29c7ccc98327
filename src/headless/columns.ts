import { useSyncExternalStore } from 'react'
import { fieldOf, type Resource } from '#model/resource.ts'
import { session } from './session.ts'
import { local } from './storage.ts'

/** How a person wants one column of a list. */
export interface ColumnSetting {
  name: string
  shown: boolean
  /** px; as wide as its words when not said. */
  width?: number
}

/** px */
export const COLUMN_WIDTH = { least: 60, most: 800 } as const

const SYSTEM = ['createBy', 'createTime', 'updateBy', 'updateTime'] as const

/** The list as it is defined: its own columns, then every other field, put away. */
export function usualColumns(resource: Resource): ColumnSetting[] {
  const { columns } = resource.list
  const others = [...Object.keys(resource.fields), ...SYSTEM].filter(
    (name) => !columns.includes(name) && fieldOf(resource, name)?.kind !== 'lines',
  )
  return [...columns.map((name) => ({ name, shown: true })), ...others.map((name) => ({ name, shown: false }))]
}

const isWidth = (width: unknown): width is number =>
  typeof width === 'number' && width >= COLUMN_WIDTH.least && width <= COLUMN_WIDTH.most

/** What was kept, as far as the fields are still there; new ones come after. The column that names a record always stays. */
export function arrangedColumns(resource: Resource, kept: unknown): ColumnSetting[] {
  const usual = usualColumns(resource)
  if (!Array.isArray(kept)) return usual
  const known = new Map(usual.map((column) => [column.name, column]))
  const arranged = new Map<string, ColumnSetting>()
  for (const entry of kept as unknown[]) {
    const { name, shown, width } = (entry ?? {}) as Record<string, unknown>
    if (typeof name !== 'string' || !known.has(name)) continue
    arranged.set(name, {
      name,
      shown: shown === true || name === resource.title,
      ...(isWidth(width) && { width: Math.round(width) }),
    })
  }
  return [...arranged.values(), ...usual.filter(({ name }) => !arranged.has(name))]
}

/** One place up or down. */
export function movedColumn(columns: readonly ColumnSetting[], name: string, by: -1 | 1): ColumnSetting[] {
  const from = columns.findIndex((column) => column.name === name)
  const to = from + by
  if (from < 0 || to < 0 || to >= columns.length) return [...columns]
  const moved = [...columns]
  moved.splice(to, 0, ...moved.splice(from, 1))
  return moved
}

// Kept for each person who uses this browser.
const keyOf = (resource: Resource) => `voltdesk:columns:${session().username}:${resource.name}`

const listeners = new Set<() => void>()
const snapshots = new Map<string, readonly ColumnSetting[]>()

function read(resource: Resource): readonly ColumnSetting[] {
  const key = keyOf(resource)
  if (!snapshots.has(key)) snapshots.set(key, arrangedColumns(resource, local.get(key)))
  return snapshots.get(key)!
}

function write(resource: Resource, columns: readonly ColumnSetting[] | undefined): void {
  const key = keyOf(resource)
  if (columns) local.set(key, columns)
  else local.remove(key)
  snapshots.delete(key)
  listeners.forEach((tell) => tell())
}

const listen = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export interface Columns {
  all: readonly ColumnSetting[]
  /** Differs from the list as it is defined. */
  changed: boolean
  change(columns: readonly ColumnSetting[]): void
  reset(): void
}

/** Order, width and visibility of the columns of a list, as this person wants them in this browser. */
export function useColumns(resource: Resource): Columns {
  const all = useSyncExternalStore(listen, () => read(resource))
  return {
    all,
    changed: JSON.stringify(all) !== JSON.stringify(usualColumns(resource)),
    change: (columns) => write(resource, columns),
    reset: () => write(resource, undefined),
  }
}
