import { Readable } from 'node:stream'
import { writers, type Cell } from '@voltdesk/sheets'
import type { Resource } from '#model/resource.ts'
import { newId } from '../kernel/id.ts'
import { signedAddress } from '../files/address.ts'
import { keepFile } from '../files/keep.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Services } from '../kernel/services.ts'
import type { Fault } from './import-entry.ts'

/** The link stands in a dialog until the person has seen to the rows: a working day, not ten minutes. */
const LINK_MINUTES = 12 * 60

/** Writes line, label, content and reason of every fault to a private file, or anew to the one that was there before. */
export async function faultFile(
  services: Services,
  caller: Caller,
  resource: Resource,
  reports: readonly { name: string; faults: readonly Fault[] }[],
  before?: string | null,
): Promise<{ path: string; fileName: string }> {
  const fileName = `${resource.label}导入错误.xlsx`
  const path = before ?? `import/${newId()}.xlsx`
  const { write, contentType } = writers.xlsx
  const file = { path, fileName, contentType, biz: 'import', isPrivate: true }
  await keepFile(
    services,
    caller,
    file,
    Readable.from(write({ name: '错误', columns: COLUMNS, rows: faultRows(reports) })),
  )
  return { path, fileName }
}

/** A link that opens without a token. */
export const faultLink = ({ db, clock }: Services, path: string): Promise<string> =>
  signedAddress(db, path, clock.now(), LINK_MINUTES)

const COLUMNS = [
  { title: '文件', width: 24 },
  { title: '行号', kind: 'number' as const, width: 8 },
  { title: '列', width: 18 },
  { title: '内容', width: 24 },
  { title: '原因', width: 48 },
]

export const byLine = (faults: readonly Fault[]): Fault[] => [...faults].sort((a, b) => a.line - b.line)

async function* faultRows(reports: readonly { name: string; faults: readonly Fault[] }[]): AsyncIterable<Cell[]> {
  for (const { name, faults } of reports)
    for (const { line, label, text, reason } of byLine(faults)) yield [name, line, label, text, reason]
}
