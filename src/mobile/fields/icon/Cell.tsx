import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { TextCell } from '../base/TextCell.tsx'
import type { CellProps } from '../types.ts'

/** Nobody else needs all the pictures. */
const MenuIcon = lazy(async () => ({ default: (await importWithTimeout(import('../../layout/icons.tsx'))).MenuIcon }))

/** The picture, and its name. */
export const Cell = (props: CellProps<'icon'>) => (
  <>
    <Suspense>
      <MenuIcon name={String(props.row[props.name])} />
    </Suspense>{' '}
    {TextCell(props)}
  </>
)
