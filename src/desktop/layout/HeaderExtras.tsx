import { lazy, Suspense } from 'react'
import { importSometime } from '#headless/connection/importWithTimeout.ts'
import { useSettled } from './useSettled.ts'

const Bell = lazy(() =>
  importSometime(() => import('./messages/Bell.tsx')).then((module) => ({ default: module.Bell })),
)
const TaskButton = lazy(() =>
  importSometime(() => import('./TaskButton.tsx')).then((module) => ({ default: module.TaskButton })),
)

/** As wide as both. */
export const ExtrasRoom = () => <span className="header-extras-room" />

/** Where the bell and the running tasks stand, between the search and the person; after what the person came for. */
export function HeaderExtras() {
  if (!useSettled()) return <ExtrasRoom />
  return (
    <Suspense fallback={<ExtrasRoom />}>
      <TaskButton />
      <Bell />
    </Suspense>
  )
}
