import { lazy, Suspense } from 'react'
import { importSometime } from '#headless/connection/importWithTimeout.ts'
import { useSettled } from './useSettled.ts'

const Drawn = lazy(() => importSometime(() => import('./icons.tsx')).then(({ MenuIcon }) => ({ default: MenuIcon })))

/** Where the picture will stand. */
const Room = () => <span className="anticon menu-icon-room" />

/** The picture beside an entry of the menu: 20 KB, which the first rows do not wait for. */
export const MenuIcon = ({ name }: { name: string | undefined }) =>
  useSettled() ? (
    <Suspense fallback={<Room />}>
      <Drawn name={name} />
    </Suspense>
  ) : (
    <Room />
  )
