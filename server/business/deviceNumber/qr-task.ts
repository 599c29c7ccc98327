/** QR codes of device numbers: a PNG for each, named as its number, in one zip. */
import { and, asc, gt, type SQL } from 'drizzle-orm'
import { encode } from 'uqr'
import { ZipStream } from '@voltdesk/sheets'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { pngOf } from '../../files/png.ts'
import { may } from '../../kernel/caller.ts'
import { forbidden } from '../../kernel/errors.ts'
import { exportedBy } from '../../resource/export.ts'
import type { Query } from '../../resource/filters.ts'
import { tableOf } from '../../db/table.ts'
import { keepResult } from '../../tasks/result-file.ts'
import type { Outcome, Work } from '../../resource/long-work.ts'

const { deviceNumber } = resources
const numbers = tableOf(deviceNumber)
const AT_ONCE = 500
const PIXELS_A_SQUARE = 8

export async function runQrCodes(work: Work): Promise<Outcome> {
  const { caller, task } = work
  if (!may(caller, permissionOf(deviceNumber, 'export'))) throw forbidden()
  const where = exportedBy({ caller }, deviceNumber, task.input as Query)
  const { done, ...kept } = await qrZip(work, where, { fileName: '设备编号二维码.zip', before: 0 })
  return { ...kept, done, total: done, message: `共 ${done} 个二维码` }
}

/** `before`: what the task had done already. */
export async function qrZip(
  work: Work,
  where: SQL,
  { fileName, before }: { fileName: string; before: number },
): Promise<{ filePath: string; fileName: string; done: number }> {
  let done = 0
  async function* content() {
    const zip = new ZipStream()
    for await (const { sn, qrUrl } of rowsOf(work, where)) {
      yield* zip.entry(`${sn}.png`, [codeOf(qrUrl || sn)])
      done += 1
      await work.progress(before + done)
    }
    yield* zip.end()
  }
  const kept = await keepResult(work, { fileName, contentType: 'application/zip' }, content())
  return { ...kept, done }
}

/** The number itself where no address is kept: a scanner of ours understands both. */
const codeOf = (text: string): Buffer => pngOf(encode(text, { ecc: 'M', border: 4 }).data, PIXELS_A_SQUARE)

async function* rowsOf({ services }: Work, where: SQL): AsyncIterable<{ sn: string; qrUrl: string | null }> {
  for (let after = ''; ;) {
    const rows = (await services.db
      .select({ sn: numbers.sn, qrUrl: numbers.qrUrl, id: numbers.id })
      .from(numbers)
      .where(and(where, gt(numbers.id, after)))
      .orderBy(asc(numbers.id))
      .limit(AT_ONCE)) as { sn: string; qrUrl: string | null; id: string }[]
    yield* rows
    const last = rows.at(AT_ONCE - 1)
    if (!last) return
    after = last.id
  }
}
