import type { Choice, Column, GridRow, Values } from './column.ts'
import { reasonOf, type FileValue } from '../records/fileValues.ts'
import type { GridStore } from './store.ts'

/** Where editors get from what they offer. What is absent is not offered. */
export interface EditorSources {
  /** Of searched cells: at most 30 that fit the keyword. */
  search?(column: Column, keyword: string): Promise<readonly Choice[]>
  /** A dialog to choose people or departments; null when the person backed out. */
  pick?(column: Column, row: GridRow, values: readonly string[]): Promise<readonly Choice[] | null>
  /** A report to choose rows from; null when the person backed out. */
  popup?(column: Column, row: GridRow): Promise<readonly Values[] | null>
  /** Resolves to what the server keeps the file under. `onProgress`: 0 to 100. */
  upload?(file: File, column: Column, onProgress: (percent: number) => void): Promise<Uploaded>
  /** Address of a stored file. */
  urlOf?(path: string): string
  download?(file: FileValue, column: Column): Promise<void> | void
}
export interface Uploaded {
  path: string
  url?: string
}

export const POPUP_WRONG = 'popup 参数未正确配置!'
export const POPUP_UNEQUAL = '原值和目标值数量不一致'

const namesIn = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Why a popup column cannot be used; undefined when it can. */
export function popupProblem({ popupCode, orgFields, destFields }: Column): string | undefined {
  if (!popupCode || !orgFields || !destFields) return POPUP_WRONG
  return namesIn(orgFields).length === namesIn(destFields).length ? undefined : POPUP_UNEQUAL
}

/** Puts the chosen rows of a report into the cells they are meant for; several are comma-joined. */
export function fillFrom(store: GridStore, id: string, column: Column, chosen: readonly Values[]): void {
  const wanted = namesIn(column.destFields)
  const values = namesIn(column.orgFields).map((name, at): [string, unknown] => {
    const found = chosen.map((row) => row[name]).filter((value) => value !== undefined && value !== null)
    return [wanted[at]!, found.length === 1 ? found[0] : found.join(',') || null]
  })
  store.change([{ id, values: Object.fromEntries(values) }])
}

/** Uploads into a cell: its value follows from 上传中 to done or failed; only the end counts as a change. */
export async function uploadInto(
  store: GridStore,
  id: string,
  column: Column,
  file: File,
  upload: NonNullable<EditorSources['upload']>,
  kept: readonly FileValue[] = [],
): Promise<void> {
  const { field } = column
  const started: FileValue = { name: file.name, type: file.type, size: file.size, status: 'uploading', percent: 0 }
  const { loads } = store
  /** What was thrown away meanwhile takes nothing. */
  const put = (way: 'show' | 'settle', value: FileValue) => {
    if (store.loads === loads) store[way](id, field, [...kept, value])
  }
  const show = (value: FileValue) => put('show', value)
  show(started)
  try {
    const done = await upload(file, column, (percent) => show({ ...started, percent: Math.round(percent) }))
    put('settle', { ...started, ...done, status: 'done', percent: 100 })
  } catch (error) {
    put('settle', { ...started, status: 'error', message: reasonOf(error) })
  }
}
