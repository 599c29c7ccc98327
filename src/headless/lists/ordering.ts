import { useRef, useState } from 'react'
import { moved } from '#model/ordering.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { textOf } from '../records/formats.ts'
import { sendOnce } from '../session/idempotency.ts'
import { forgetResource } from '../session/queries.ts'
import type { Row } from '../records/rows.ts'
import type { List } from './useList.ts'

type Ordered = Pick<List, 'rows' | 'query' | 'may'>

/** The list stands in the order of its places, and this person may change it. */
export const mayArrange = (resource: Resource, { rows, query, may }: Ordered): boolean =>
  resource.list.order !== undefined &&
  query.sort.replace(/^-/, '') === resource.list.order &&
  rows.length > 1 &&
  may('edit')

/** Keeps the order in which these records of the list stand now; the server's sentence. Rejects with its refusal. */
export async function saveOrder(resource: Resource, { query }: Pick<Ordered, 'query'>, rows: readonly Row[]) {
  const places = query.sort.startsWith('-') ? [...rows].reverse() : rows
  try {
    const body = { rows: places.map(({ id, version }) => ({ id, version })) }
    return (await sendOnce({ method: 'PUT', url: `${resource.path}/sort`, body })).message
  } finally {
    // Also when it was refused: somebody else may have put them in order.
    await forgetResource(resource)
  }
}

export interface Arranging {
  possible: boolean
  /** In the order shown. */
  rows: Row[]
  /** The record in somebody's hand. */
  held: string | undefined
  saving: boolean
  /** False while another one is. */
  take(id: string): boolean
  moveTo(place: number): void
  /** Let go where it stands: kept by the server, or back to where it came from. */
  letGo(): Promise<void>
  putBack(): void
  /** What happened last, for those who hear it. */
  said: string
}

interface Held {
  id: string
  rows: Row[]
  saving?: true
}

interface Options {
  onSaved(sentence: string): void
  onRefused(sentence: string): void
}

/** Records of a list moved by hand: at once on the screen, on the server when they are let go. */
export function useArranging(resource: Resource, list: Ordered, { onSaved, onRefused }: Options): Arranging {
  const [held, setHeld] = useState<Held>()
  const [said, setSaid] = useState('')
  // Hands move faster than the screen is drawn.
  const now = useRef<Held>(undefined)
  const hold = (next: Held | undefined) => {
    now.current = next
    setHeld(next)
  }
  const say = (what: string, { id, rows }: Held) => {
    const at = rows.findIndex((row) => row.id === id)
    const name = textOf(fieldOf(resource, resource.title)!, rows[at]!, resource.title)
    setSaid(`${name}${what}第 ${at + 1} 项，共 ${rows.length} 项`)
  }
  return {
    possible: mayArrange(resource, list),
    rows: held?.rows ?? list.rows,
    held: held && !held.saving ? held.id : undefined,
    saving: Boolean(held?.saving),
    said,
    take(id) {
      if (now.current) return now.current.id === id && !now.current.saving
      const taken = { id, rows: list.rows }
      hold(taken)
      say('已拿起，', taken)
      return true
    },
    moveTo(place) {
      const { current } = now
      if (!current || current.saving) return
      const from = current.rows.findIndex((row) => row.id === current.id)
      const to = Math.min(Math.max(place, 0), current.rows.length - 1)
      if (from === to) return
      const next = { ...current, rows: moved(current.rows, from, to) }
      hold(next)
      say('移到', next)
    },
    async letGo() {
      const { current } = now
      if (!current || current.saving) return
      if (current.rows.every((row, index) => row.id === list.rows[index]?.id)) return hold(undefined)
      hold({ ...current, saving: true })
      try {
        onSaved(await saveOrder(resource, list, current.rows))
        say('已放在', current)
      } catch (error) {
        const { message } = error as Error
        setSaid(`没有移动：${message}`)
        onRefused(message)
      } finally {
        hold(undefined)
      }
    },
    putBack() {
      if (!now.current || now.current.saving) return
      hold(undefined)
      setSaid('已放回原处')
    },
  }
}
