import { Bell } from './messages/Bell.tsx'
import { TaskButton } from './TaskButton.tsx'

/** Where the bell and the running tasks stand, between the search and the person. */
export function HeaderExtras() {
  return (
    <>
      <TaskButton />
      <Bell />
    </>
  )
}
