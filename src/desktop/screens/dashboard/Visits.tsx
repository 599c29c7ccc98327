import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { useMaySeeVisits } from '#headless/monitoring/visits.ts'

const VisitStatistics = lazy(async () => ({
  default: (await importWithTimeout(import('../../custom/sysLog/VisitStatistics.tsx'))).VisitStatistics,
}))

/** How often people came, below the figures; loaded for who may see it. */
export function Visits() {
  if (!useMaySeeVisits()) return null
  return (
    <Suspense>
      <VisitStatistics />
    </Suspense>
  )
}
