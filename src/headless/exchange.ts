import type { Resource } from '#model/resource.ts'
import { api, ApiError, type Download } from './api.ts'
import { filterParams, type ListQuery, type Narrowing } from './listQuery.ts'

export type ExportFormat = 'xlsx' | 'xls' | 'csv'
export const EXPORT_FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'xlsx', label: 'Excel 工作簿 (.xlsx)' },
  { format: 'xls', label: 'Excel 97-2003 (.xls)' },
  { format: 'csv', label: 'CSV (.csv)' },
]

/** The records a query finds, or only the chosen ones, as a file. Rejects with 文件下载失败 when nothing came. */
export async function exportRows(
  resource: Resource,
  query: Narrowing & Pick<ListQuery, 'sort'>,
  format: ExportFormat,
  ids: readonly string[] = [],
): Promise<Required<Download>> {
  if (!resource.path) throw new Error('请设置url.exportXlsUrl属性!')
  const { blob, name } = await api.download(
    `${resource.path}/exportXls`,
    {
      ...filterParams(resource, query),
      column: query.sort.replace(/^-/, ''),
      order: query.sort.startsWith('-') ? 'desc' : 'asc',
      format,
      ...(ids.length && { selections: ids.join(',') }),
    },
    { quiet: true },
  )
  return { blob, name: name ?? `${resource.label || '导出文件'}.${format}` }
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

/** Rejects with the file's name and the server's message, or 文件上传失败. */
export async function importRows(
  resource: Resource,
  file: File,
  { validate = true, onProgress }: { validate?: boolean; onProgress?: (percent: number) => void } = {},
): Promise<ImportResult> {
  if (!resource.path) throw new Error('请设置url.importExcelUrl属性!')
  const body = new FormData()
  body.append('isSingleTableImport', 'true')
  body.append('foreignKeys', '')
  body.append('validateStatus', validate ? '1' : '0')
  body.append('file', file, file.name)
  try {
    const { message, code, result } = await api.envelope<Partly | string | null>(
      'POST',
      `${resource.path}/importExcel`,
      {
        body,
        quiet: true,
        ...(onProgress && { onUpload: onProgress }),
      },
    )
    if (code !== 201) return { message }
    const partly = typeof result === 'string' ? { fileUrl: result } : (result ?? {})
    return { message, partly: { ...partly, msg: partly.msg ?? message } }
  } catch (error) {
    const said = error instanceof ApiError ? error.message : ''
    throw new Error(said ? `${file.name} ${said}` : '文件上传失败', { cause: error })
  }
}
