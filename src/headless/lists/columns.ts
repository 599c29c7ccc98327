import { useEffect, useSyncExternalStore } from 'react'
import { moved } from '#model/ordering.ts'
import { fieldOf, shownFields, type Resource } from '#model/resource.ts'
import { entries } from '#resources/catalogue.ts'
import { api } from '../session/api.ts'
import { can } from '../session/capabilities.ts'
import { say } from '../connection/notices.ts'
import { onForget, session, useSession } from '../session/session.ts'
import { local } from '../connection/storage.ts'

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
  const others = [...shownFields(resource), ...SYSTEM].filter(
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
  return moved(columns, from, to)
}

// What this browser remembers of each person; the truth is on the server.
const ownKey = (name: string) => `voltdesk:columns:${session().username}:${name}`
const keptNames = () => local.keys(ownKey('')).map((key) => key.slice(ownKey('').length))
/** Set once the server has had everything this browser kept by itself. */
const handedKey = () => `voltdesk:columns-kept:${session().username}`

/** Lists that were changed here and that the server has not confirmed: they are newer here, also after a reload. */
const unsentKey = (username: string) => `voltdesk:columns-unsent:${username}`
const unsent = (username: string) => local.get<string[]>(unsentKey(username)) ?? []
function markUnsent(username: string, name: string, still: boolean): void {
  const others = unsent(username).filter((one) => one !== name)
  local.set(unsentKey(username), still ? [...others, name] : others)
}

const listeners = new Set<() => void>()
/** By list, as it is kept: the same object until something else is. */
const wanted = new Map<string, { kept: unknown }>()
/** By definition: an online form that is published anew has another one under its name. */
const snapshots = new WeakMap<Resource, { of: object; columns: readonly ColumnSetting[] }>()

function read(resource: Resource): readonly ColumnSetting[] {
  const key = ownKey(resource.name)
  const of = wanted.get(key) ?? { kept: local.get(key) }
  wanted.set(key, of)
  const known = snapshots.get(resource)
  if (known?.of === of) return known.columns
  const columns = arrangedColumns(resource, of.kept)
  snapshots.set(resource, { of, columns })
  return columns
}

function keep(name: string, columns: readonly ColumnSetting[] | undefined): void {
  const key = ownKey(name)
  if (columns) local.set(key, columns)
  else local.remove(key)
  wanted.delete(key)
  listeners.forEach((tell) => tell())
}

const SAVE_MS = 600
const quiet = { quiet: true }
interface Change {
  timer?: ReturnType<typeof setTimeout>
}
/** By list: the newest change that waits to be sent or is under way. */
const waiting = new Map<string, Change>()
/** One at a time: of two that are under way the older might arrive last. */
let line = Promise.resolve()

async function send(
  name: string,
  username: string,
  columns: readonly ColumnSetting[] | undefined,
  change: Change,
): Promise<void> {
  try {
    // Somebody else sits here by now; theirs is not to be changed.
    if (session().username !== username) return
    if (columns) await api.put('/sys/listColumns/save', { resource: name, columns }, quiet)
    else await api.delete('/sys/listColumns/delete', { resource: name }, quiet)
    // What was changed meanwhile is still to be confirmed.
    if (waiting.get(name) === change) markUnsent(username, name, false)
  } catch {
    say('warning', '列设置未能保存，仅在此浏览器有效')
  } finally {
    if (waiting.get(name) === change) waiting.delete(name)
  }
}

/** Every push of an arrow is a change: the last one is sent. */
function sendSoon(name: string, columns: readonly ColumnSetting[] | undefined): void {
  if (!can('preferences')) return
  clearTimeout(waiting.get(name)?.timer)
  const { username } = session()
  markUnsent(username, name, true)
  const change: Change = {}
  change.timer = setTimeout(() => (line = line.then(() => send(name, username, columns, change))), SAVE_MS)
  waiting.set(name, change)
}

function write(resource: Resource, columns: readonly ColumnSetting[] | undefined): void {
  keep(resource.name, columns)
  sendSoon(resource.name, columns)
}

/** Whose settings were asked for since this page was opened. */
let asked = ''
onForget(() => {
  asked = ''
})

/** What the person set elsewhere is taken over; what this browser kept before the server could is handed over once. */
async function follow(): Promise<void> {
  const { username, token } = session()
  // A server of the contract keeps none: this browser does.
  if (!token || asked === username || !can('preferences')) return
  asked = username
  try {
    const sent = await api.get<Record<string, ColumnSetting[]> | null>('/sys/listColumns/list', undefined, quiet)
    if (session().username !== username || sent === null) return
    const handed = local.get(handedKey()) === true
    // Online forms have no entry: they are known by what was set.
    const names = new Set([...entries.map(({ name }) => name), ...Object.keys(sent), ...keptNames()])
    for (const name of names) {
      const own = local.get<ColumnSetting[]>(ownKey(name))
      if (waiting.has(name)) continue
      if (unsent(username).includes(name)) sendSoon(name, own)
      else if (sent[name]) keep(name, sent[name])
      else if (own && handed) keep(name, undefined)
      else if (own) sendSoon(name, own)
    }
    local.set(handedKey(), true)
  } catch {
    // Asked again when the next list is opened; until then this browser's own copy holds.
    asked = ''
  }
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

/** Order, width and visibility of the columns of a list, as this person wants them. */
export function useColumns(resource: Resource): Columns {
  const all = useSyncExternalStore(listen, () => read(resource))
  const username = useSession(({ username: name }) => name)
  useEffect(() => void follow(), [username])
  return {
    all,
    changed: JSON.stringify(all) !== JSON.stringify(usualColumns(resource)),
    change: (columns) => write(resource, columns),
    reset: () => write(resource, undefined),
  }
}
