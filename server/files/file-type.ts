/** What a file is, by its content. The name only chooses among what the content allows. */
import { extensionOf, type Extension } from '#model/uploads.ts'

export interface FileType {
  contentType: string
  /** May be shown in the page; everything else is a download. */
  inline?: true
}

const types = {
  png: { contentType: 'image/png', inline: true },
  jpg: { contentType: 'image/jpeg', inline: true },
  gif: { contentType: 'image/gif', inline: true },
  webp: { contentType: 'image/webp', inline: true },
  pdf: { contentType: 'application/pdf' },
  xls: { contentType: 'application/vnd.ms-excel' },
  xlsx: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  docx: { contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  zip: { contentType: 'application/zip' },
  txt: { contentType: 'text/plain; charset=utf-8' },
  csv: { contentType: 'text/csv; charset=utf-8' },
} as const satisfies Record<Extension, FileType>

const starts = (content: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => content[at] === byte)
const latin = (content: Uint8Array, from: number, to: number) =>
  Buffer.from(content.subarray(from, to)).toString('latin1')

/** Extensions the content may have; the first when the name has none of them. */
function possible(content: Uint8Array): Extension[] {
  if (starts(content, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return ['png']
  if (starts(content, 0xff, 0xd8, 0xff)) return ['jpg']
  if (/^GIF8[79]a$/.test(latin(content, 0, 6))) return ['gif']
  if (latin(content, 0, 4) === 'RIFF' && latin(content, 8, 12) === 'WEBP') return ['webp']
  if (latin(content, 0, 5) === '%PDF-') return ['pdf']
  // An OLE file may also be .doc or .msi: only a name that says .xls is believed.
  if (starts(content, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return ['xls']
  if (starts(content, 0x50, 0x4b, 0x03, 0x04) || starts(content, 0x50, 0x4b, 0x05, 0x06)) return ofZip(content)
  return isPlainText(content) ? ['txt', 'csv'] : []
}

function ofZip(content: Uint8Array): Extension[] {
  const names = latin(content, 0, content.length)
  if (/META-INF\/MANIFEST\.MF|WEB-INF\/|AndroidManifest\.xml|vbaProject\.bin/.test(names)) return []
  if (!names.includes('[Content_Types].xml')) return ['zip']
  return names.includes('xl/workbook.') ? ['xlsx'] : names.includes('word/document.') ? ['docx'] : []
}

/** No control characters, and nothing a browser or a server would run. */
function isPlainText(content: Uint8Array): boolean {
  const text = latin(content, 0, content.length)

  if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return false
  return !/^\s*#!|<\s*[%?]|<\s*!doctype|<\s*(html|head|body|svg|script|iframe|object|embed|xml|meta)\b/i.test(text)
}

/** The extension to store a file under and its type; undefined when such files are not taken. */
export function fileTypeOf(name: string, content: Uint8Array): (FileType & { extension: Extension }) | undefined {
  const wanted = extensionOf(name)
  const found = possible(content).find((extension) => extension === wanted)
  return found && { extension: found, ...types[found] }
}
