import type { Resource } from '#model/resource.ts'
import type { Task } from '#model/tasks.ts'
import { api, ApiError, type Download, type Params } from '../session/api.ts'
import { can } from '../session/capabilities.ts'
import { wayOf } from '../session/ways.ts'
import { watchTasks } from '../tasks/tasks.ts'
import { filterParams, type ListQuery, type Narrowing } from './listQuery.ts'

export type ExportFormat = 'xlsx' | 'xls' | 'csv'
export const EXPORT_FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'xlsx', label: 'Excel 工作簿 (.xlsx)' },
  { format: 'xls', label: 'Excel 97-2003 (.xls)' },
  { format: 'csv', label: 'CSV (.csv)' },
]

/** What else a list gives as files, made in the background. */
const FURTHER: Readonly<Record<string, readonly { key: string; label: string; path: string }[]>> = {
  deviceNumber: [{ key: 'qrCodes', label: '二维码图片 (.zip)', path: '/qrCodes' }],
}

/** Everything a list may be exported as. */
export const exportsOf = (resource: Resource): readonly { key: string; label: string }[] =>
  can('exportTask')
    ? [...EXPORT_FORMATS.map(({ format, label }) => ({ key: format, label })), ...(FURTHER[resource.name] ?? [])]
    : // The server has one format, its own.
      [{ key: 'xls', label: 'Excel 表格' }]

/** A file at once, or a sentence: it goes on in the background. */
export type Exported = { file: Required<Download> } | { message: string }

/**
 * The records a query finds, or only the chosen ones. The server is asked first and takes long ones into the background.
 * Rejects when there is nothing to export, before a file is made, and with 文件下载失败 when nothing came.
 */
export async function exportRows(
  resource: Resource,
  query: Narrowing & Pick<ListQuery, 'sort'>,
  key: string,
  ids: readonly string[] = [],
): Promise<Exported> {
  if (!resource.path) throw new Error('请设置url.exportXlsUrl属性!')
  const further = FURTHER[resource.name]?.find((one) => one.key === key)
  // Chosen ones stay chosen when another question is asked, whether or not it finds them.
  const narrowed: Params = ids.length
    ? { selections: ids.join(',') }
    : wayOf(resource).narrow(filterParams(resource, query))
  if (further) {
    const { message } = await api.envelope('POST', resource.path + further.path, { body: narrowed, quiet: true })
    watchTasks()
    return { message }
  }
  const params = {
    ...narrowed,
    column: query.sort.replace(/^-/, ''),
    order: query.sort.startsWith('-') ? 'desc' : 'asc',
    ...(can('exportTask') && { format: key }),
  }
  const message = can('exportTask') && (await askedFirst(resource, params))
  if (message) return { message }
  const { blob, name } = await api.download(`${resource.path}/exportXls`, params, { quiet: true })
  return { file: { blob, name: name ?? `${resource.label || '导出文件'}.${key}` } }
}

const NOTHING_TO_EXPORT = '没有可导出的记录，请调整查询条件后重试'

/** What the server says when it takes the export into the background. */
async function askedFirst(resource: Resource, body: unknown): Promise<string | undefined> {
  const { message, result } = await api.envelope<{ count: number; task: Task | null }>(
    'POST',
    `${resource.path}/exportTask`,
    { body, quiet: true },
  )
  if (result.count === 0) throw new Error(NOTHING_TO_EXPORT)
  if (!result.task) return undefined
  watchTasks()
  return message
}

/** A workbook to be filled in. */
export async function importTemplate(resource: Resource): Promise<Required<Download>> {
  if (!resource.path) throw new Error('请设置url.importExcelUrl属性!')
  const { blob, name } = await api.download(`${resource.path}/importTemplate`, {}, { quiet: true })
  return { blob, name: name ?? `${resource.label}导入模板.xlsx` }
}

export interface ImportResult {
  message: string
  /** Some rows were refused: what is wrong with them, and a file that says it row by row. */
  partly?: { msg: string; fileUrl?: string; fileName?: string }
}

interface Partly {
  msg?: string
  fileUrl?: string
  fileName?: string
}

export interface ImportOptions {
  /** Nothing is written when any row is wrong. */
  validate?: boolean
  /** Records that exist are brought up to date instead of refused. */
  update?: boolean
  onProgress?: (percent: number) => void
}

/**
 * Sends the files to be checked: a task for each, which waits for a word before anything is written. A server that knows
 * no checking has imported them and says so. Rejects with the names and the server's message, or 文件上传失败.
 */
export async function sendImport(
  resource: Resource,
  files: readonly File[],
  { validate = true, update = false, onProgress }: ImportOptions = {},
): Promise<{ tasks: readonly Task[] } | ImportResult> {
  if (!resource.path) throw new Error('请设置url.importExcelUrl属性!')
  const body = new FormData()
  body.append('isSingleTableImport', 'true')
  body.append('foreignKeys', '')
  body.append('validateStatus', validate ? '1' : '0')
  if (can('dryRun')) body.append('dryRun', '1')
  if (update && can('dryRun')) body.append('whenExists', 'update')
  for (const file of files) body.append('files[]', file, file.name)
  try {
    const { message, code, result } = await api.envelope<Partly | string | null | { tasks: Task[] }>(
      'POST',
      `${resource.path}/importExcel`,
      { body, quiet: true, ...(onProgress && { onUpload: onProgress }) },
    )
    if (result && typeof result === 'object' && 'tasks' in result) {
      watchTasks()
      return { tasks: result.tasks }
    }
    if (code !== 201) return { message }
    const partly: Partly = typeof result === 'string' ? { fileUrl: result } : (result ?? {})
    return { message, partly: { ...partly, msg: partly.msg ?? message } }
  } catch (error) {
    const said = error instanceof ApiError ? error.message : ''
    const names = files.map(({ name }) => name).join('、')
    throw new Error(said ? `${names} ${said}` : '文件上传失败', { cause: error })
  }
}

/** 导入用户信息：新客.xlsx → 新客.xlsx */
export const fileOfImport = ({ title }: Pick<Task, 'title'>): string => title.slice(title.indexOf('：') + 1)

/** What became of a confirmed import, in the words of the contract. Rejects with the file's name and the reason. */
export function importResultOf(task: Task): ImportResult {
  if (task.state !== 'done') throw new Error(`${fileOfImport(task)} ${task.message ?? '文件上传失败'}`)
  const message = task.message ?? ''
  return task.counts?.wrong ? { message, partly: { msg: message } } : { message }
}
