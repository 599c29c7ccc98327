import { MenuIcon } from '../../layout/MenuIcon.tsx'
import { cut } from '../base/Ellipsis.tsx'
import type { Shown } from '../types.ts'

/** The picture, and its name. */
export const Cell = ({ value, whole, length }: Shown<'icon'>) => (
  <>
    <MenuIcon name={String(value)} />
    <span style={{ marginInlineStart: 6 }} {...(whole ? { children: String(value) } : cut(String(value), length))} />
  </>
)
