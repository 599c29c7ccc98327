import { mayEdit, mayShowColumn, type Grants } from '../session/permission.ts'

/** Buttons around a grid; their codes stand under the table's prefix. */
export const GRID_BUTTONS = [
  'add',
  'batch_delete',
  'remove',
  'insert',
  'moveUp',
  'moveDown',
  'clear',
  'settings',
  'undo',
  'redo',
] as const
export type GridButton = (typeof GRID_BUTTONS)[number]

export interface GridPermissions {
  /** Of codes below the prefix: an enabled code that is not granted hides its button or column. */
  prefix?: string
  grants?: Grants
  /** Buttons that are not shown whatever is granted. */
  exclude?: readonly string[]
}

const codeOf = (prefix: string, name: string) => (prefix.endsWith(':') ? prefix + name : `${prefix}:${name}`)

export function buttonsOf({ prefix, grants, exclude = [] }: GridPermissions): ReadonlySet<GridButton> {
  // Who may not delete many may not delete one by one either.
  const hidden = exclude.includes('batch_delete') ? [...exclude, 'remove'] : exclude
  const granted = (name: string) => !prefix || !grants || mayShowColumn(codeOf(prefix, name), grants)
  const shown = GRID_BUTTONS.filter((name) => !hidden.includes(name) && granted(name))
  return new Set(shown.includes('batch_delete') ? shown : shown.filter((name) => name !== 'remove'))
}

/** Is the column of this field shown, and may it be edited? */
export const columnRights = ({ prefix, grants }: GridPermissions, field: string) => ({
  shown: !prefix || !grants || mayShowColumn(codeOf(prefix, field), grants),
  editable: !prefix || !grants || mayEdit(codeOf(prefix, field), grants),
})
