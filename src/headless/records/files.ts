import { api, API_BASE } from '../session/api.ts'

const STATIC = '/sys/common/static/'

/** Address of a stored file: paths stand below the static domain, whole addresses stay as they are. */
export const fileUrl = (path: string): string =>
  /^(https?:|data:|blob:)/.test(path) ? path : `${API_BASE}${STATIC}${path.replace(STATIC, '').replace(/^\/+/, '')}`

export interface UploadOptions {
  /** The folder it is kept under. */
  biz?: string
  /** A picture within the text of an editor. */
  editor?: boolean
  onProgress?: (percent: number) => void
  signal?: AbortSignal
}

/** Uploads one file and resolves to its path. */
export async function uploadFile(
  file: File,
  { editor = false, biz = editor ? 'jeditor' : 'temp', onProgress, signal }: UploadOptions = {},
): Promise<string> {
  const body = new FormData()
  body.append('biz', biz)
  body.append(editor ? 'jeditor' : 'isup', '1')
  body.append('file', file, file.name)
  const { message, result } = await api.envelope<string | null>('POST', '/sys/common/upload', {
    body,
    quiet: true,
    ...(onProgress && { onUpload: onProgress }),
    ...(signal && { signal }),
  })
  // 'local' is an old server's word for "keep it inline".
  if (message === 'local') return inline(file)
  return message || String(result ?? '')
}

const inline = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(`${file.name} 上传失败`))
    reader.readAsDataURL(file)
  })
