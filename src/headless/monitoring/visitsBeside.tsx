import { lazy, Suspense, type ComponentType } from 'react'
import { importWithTimeout } from '../connection/importWithTimeout.ts'
import { useMaySeeVisits } from './visits.ts'

/** How often people came, below the figures, as a shell draws it; loaded for who may see it. */
export function visitsBeside(load: () => Promise<{ VisitStatistics: ComponentType }>): ComponentType {
  const Statistics = lazy(async () => ({ default: (await importWithTimeout(load())).VisitStatistics }))
  return function Visits() {
    if (!useMaySeeVisits()) return null
    return (
      <Suspense>
        <Statistics />
      </Suspense>
    )
  }
}
