import { lazy, type ComponentType } from 'react'
import type { CellType } from '#headless/grid/column.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { EditorProps } from './types.ts'

const ChoiceEditor = lazy(() => importWithTimeout(import('./ChoiceEditor.tsx')))
const SearchEditor = lazy(() => importWithTimeout(import('./SearchEditor.tsx')))
const DateEditor = lazy(() => importWithTimeout(import('./DateEditor.tsx')))
const RadioEditor = lazy(() => importWithTimeout(import('./RadioEditor.tsx')))
const TextEditor = lazy(() => importWithTimeout(import('./TextEditor.tsx')))
const PopupEditor = lazy(() => importWithTimeout(import('./PopupEditor.tsx')))

/** What opens in a cell to be edited; null where the value is typed, switched, uploaded or only shown. */
export const editors: { readonly [T in CellType]: ComponentType<EditorProps> | null } = {
  normal: null,
  input: null,
  inputNumber: null,
  checkbox: null,
  checkbox_meta: null,
  select: ChoiceEditor,
  list_multi: ChoiceEditor,
  sel_search: ChoiceEditor,
  sel_search_async: SearchEditor,
  sel_depart: SearchEditor,
  sel_user: SearchEditor,
  date: DateEditor,
  datetime: DateEditor,
  time: DateEditor,
  input_pop: TextEditor,
  textarea: TextEditor,
  upload: null,
  file: null,
  image: null,
  popup: PopupEditor,
  radio: RadioEditor,
  slot: null,
  hidden: null,
}
