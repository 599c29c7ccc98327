/** What may be uploaded: the page says so before it sends anything, the server whatever was sent. */

const MEGABYTE = 1024 * 1024
export const MOST_MEGABYTES = 10
export const MOST_BYTES = MOST_MEGABYTES * MEGABYTE

export const tooLargeText = (megabytes: number = MOST_MEGABYTES): string =>
  `文件大小超出${megabytes}MB限制, 请压缩或降低文件质量!`

export const PICTURES = ['png', 'jpg', 'gif', 'webp'] as const
export const DOCUMENTS = ['pdf', 'xls', 'xlsx', 'docx', 'zip', 'txt', 'csv'] as const
export type Extension = (typeof PICTURES)[number] | (typeof DOCUMENTS)[number]
const EXTENSIONS: readonly Extension[] = [...PICTURES, ...DOCUMENTS]

/** Other names of the same. */
const MEANS: Readonly<Record<string, Extension>> = { jpeg: 'jpg', log: 'txt', md: 'txt' }

/** What the name of a file says it is; undefined for what is not taken. */
export function extensionOf(fileName: string): Extension | undefined {
  const given = /\.([A-Za-z0-9]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const wanted = MEANS[given] ?? given
  return EXTENSIONS.find((extension) => extension === wanted)
}

export interface Wanted {
  /** Only pictures. */
  pictures: boolean
  /** Only these. */
  extensions?: readonly Extension[] | undefined
  megabytes?: number | undefined
}

/** Why a file need not be sent at all; undefined when it may be tried. */
export function uploadProblem(
  { name, size, type }: { name: string; size: number; type: string },
  { pictures, extensions, megabytes = MOST_MEGABYTES }: Wanted,
): string | undefined {
  const extension = extensionOf(name)
  if (pictures && !type.startsWith('image/')) return '请上传图片'
  if (!name || !extension || (pictures && !PICTURES.some((picture) => picture === extension))) return '未知的文件'
  if (extensions && !extensions.includes(extension)) return `只能上传 ${extensions.join('、')} 文件`
  if (!size) return '文件是空的'
  return size > megabytes * MEGABYTE ? tooLargeText(megabytes) : undefined
}

/** `accept` of a file input. */
export const acceptOf = ({ pictures, extensions }: Wanted): string =>
  (extensions ?? (pictures ? PICTURES : EXTENSIONS)).map((extension) => `.${extension}`).join(',') +
  (pictures ? ',image/*' : '')
