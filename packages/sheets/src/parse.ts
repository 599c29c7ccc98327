import type { Limits } from './limits.ts'
import { readCsv } from './read-csv.ts'
import { readXls } from './read-xls.ts'
import { readXlsx } from './read-xlsx.ts'
import { SpreadsheetError } from './refusal.ts'
import { sniff } from './sniff.ts'
import { type Sink, Tally } from './tally.ts'

/** Reads a whole file into the sink. Not for the server's own process: a hostile file may take all its time and memory. */
export async function parse(file: Buffer, limits: Limits, sink: Sink) {
  const tally = new Tally(limits, sink)
  const kind = sniff(file)
  try {
    if (kind === 'xlsx') await readXlsx(file, tally)
    else if (kind === 'xls') await readXls(file, tally)
    else if (kind === 'csv') await readCsv(file, tally)
    else throw new SpreadsheetError(kind === 'old-xls' ? 'old-format' : 'not-spreadsheet')
  } catch (error) {
    // Whatever a reader stumbles over, the file is what is wrong
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('broken')
  }
}
