/** What a file cell holds (J01). */
export interface FileValue {
  id?: string
  name: string
  type?: string
  /** bytes */
  size?: number
  status: 'uploading' | 'done' | 'error' | 'removed'
  /** 0 to 100 */
  percent?: number
  path?: string
  /** What the server said, or why it failed. */
  message?: string
  url?: string
}

const NAME_LENGTH = 5

export const nameOfPath = (path: string): string => {
  const last = path
    .split(/[\\/]/)
    .pop()!
    .replace(/[?#].*$/, '')
  try {
    return decodeURIComponent(last) || path
  } catch {
    return last || path
  }
}

/** Cut to 5 characters and an ellipsis. */
export const shortName = (name: string): string => {
  const characters = [...name]
  return characters.length > NAME_LENGTH ? `${characters.slice(0, NAME_LENGTH).join('')}…` : name
}

/** A cell's files: stored paths (comma-joined) or what an upload left there. */
export function filesIn(value: unknown): readonly FileValue[] {
  if (Array.isArray(value)) return value.flatMap(filesIn)
  if (value !== null && typeof value === 'object') {
    const file = value as FileValue
    return file.status === 'removed' ? [] : [file]
  }
  if (typeof value !== 'string') return []
  // Inline pictures have a comma of their own.
  const paths = value.startsWith('data:') ? [value] : value.split(',')
  return paths
    .map((path) => path.trim())
    .filter(Boolean)
    .map((path) => ({ name: path.startsWith('data:') ? '图片' : nameOfPath(path), path, status: 'done' as const }))
}

/** What is sent: the paths of what has arrived, null when there are none. */
export const pathsOf = (value: unknown): string | null =>
  filesIn(value)
    .filter(({ status }) => status === 'done')
    .map(({ path }) => path)
    .filter(Boolean)
    .join(',') || null

export const UPLOADING = '文件正在上传，请稍候'
export const UPLOAD_FAILED = '上传失败'
export const NOTHING_UPLOADED = '未上传任何文件'

/** A failed file with the reason, where it is known. */
export const failureOf = ({ message }: Pick<FileValue, 'message'>): string =>
  message ? `${UPLOAD_FAILED}：${message}` : UPLOAD_FAILED

/** Why an upload failed; the server begins with what is said before it anyway. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error && error.message.replace(/^上传失败！?/, '')) || '未知错误'

/** Why a cell with files cannot be saved yet. */
export function unfinished(value: unknown): string | undefined {
  // Strings are what the server sent; they are finished.
  if (value === null || typeof value !== 'object') return undefined
  const files = filesIn(value)
  if (files.some(({ status }) => status === 'uploading')) return UPLOADING
  const failed = files.find(({ status }) => status === 'error')
  return failed && failureOf(failed)
}
