import { Activity, Suspense, useState, type ReactNode } from 'react'
import { Route, Routes, useLocation, type Location } from 'react-router-dom'
import { LoadBoundary } from '../LoadBoundary.tsx'
import { isTab } from './paths.ts'
import { Waiting } from './Waiting.tsx'

interface Slot {
  key: string
  /** How deep in the history. Tabs have no depth: each is there once. */
  depth: number
  location: Location
}

/** Older pages begin anew when a person goes back that far. */
const MOST_ALIVE = 6
const TAB = -1

let made = 0

const sameAddress = (a: Location, b: Location) =>
  a.pathname === b.pathname && a.search === b.search && a.hash === b.hash

/** The pages that are alive, with the one of this location among them. */
function arrange(slots: readonly Slot[], location: Location, historyDepth: number): readonly Slot[] {
  const tab = isTab(location.pathname)
  const depth = tab ? TAB : historyDepth
  const here = slots.find((slot) =>
    tab ? slot.location.pathname === location.pathname : slot.depth === depth && fits(slot, location),
  )
  if (here && sameAddress(here.location, location) && !slots.some((slot) => slot.depth > historyDepth)) return slots
  const slot: Slot = here ? { ...here, location } : { key: `page${++made}`, depth, location }
  const pages = slots.filter((other) => other.depth !== TAB && other.depth < historyDepth && other !== here)
  const tabs = slots.filter((other) => other.depth === TAB && other !== here)
  return [...tabs, ...pages.slice(-MOST_ALIVE), slot]
}

const fits = (slot: Slot, location: Location) => slot.location.pathname === location.pathname

/**
 * Pages lie on each other like cards: the ones beneath stay as they were, with what was typed and how far they were
 * scrolled, and are there again when a person goes back.
 */
export function PageStack({ draw }: { draw: (pathname: string) => ReactNode }) {
  const location = useLocation()
  const [slots, setSlots] = useState<readonly Slot[]>([])
  const depth = (history.state as { idx?: number } | null)?.idx ?? 0
  const arranged = arrange(slots, location, depth)
  if (arranged !== slots) setSlots(arranged)
  const shown = arranged.find(
    (slot) => sameAddress(slot.location, location) && (slot.depth === TAB || slot.depth === depth),
  )
  return arranged.map((slot) => (
    <Activity key={slot.key} mode={slot === shown ? 'visible' : 'hidden'}>
      <LoadBoundary>
        <Suspense fallback={<Waiting />}>
          <Routes location={slot.location}>
            <Route path="*" element={draw(slot.location.pathname)} />
          </Routes>
        </Suspense>
      </LoadBoundary>
    </Activity>
  ))
}
