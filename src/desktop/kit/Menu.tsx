import type { MenuProps } from 'antd'
import type { MenuRef } from 'antd/es/menu'
import { lazy, Suspense, useState, type RefAttributes } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

type Kits = typeof import('antd/es/menu').default

let come: Kits | undefined
const load = () =>
  importWithTimeout(import('antd/es/menu')).then((module) => {
    come = module.default
    return module
  })
const Coming = lazy(load)

/** What hangs from a button until it is pressed; the menu at the side brings it soon after the first page. */
export default function Menu(props: MenuProps & RefAttributes<MenuRef>) {
  // Once it is there nothing waits for a turn: the keyboard goes into it as soon as it opens.
  const [Kit] = useState(() => come ?? Coming)
  return (
    <Suspense>
      <Kit {...props} />
    </Suspense>
  )
}
