import type { MenuProps } from 'antd'
import type { MenuRef } from 'antd/es/menu'
import { lazy, Suspense, useState, type RefAttributes } from 'react'
import { whenDrawn } from '#headless/connection/firstPage.ts'
import { importSometime } from '#headless/connection/importWithTimeout.ts'

type Kits = typeof import('antd/es/menu').default

let come: Kits | undefined
const load = () =>
  importSometime(() => import('antd/es/menu')).then((module) => {
    come = module.default
    return module
  })
const Coming = lazy(load)
whenDrawn(() => void load())

/** What hangs from a button until it is pressed; it comes when the first page stands. */
export default function Menu(props: MenuProps & RefAttributes<MenuRef>) {
  // Once it is there nothing waits for a turn: the keyboard goes into it as soon as it opens.
  const [Kit] = useState(() => come ?? Coming)
  return (
    <Suspense>
      <Kit {...props} />
    </Suspense>
  )
}
