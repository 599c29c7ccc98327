import type { SheetPlan } from './plan.ts'
import { writeCsv } from './write-csv.ts'
import { writeXls } from './write-xls.ts'
import { writeXlsx } from './write-xlsx.ts'

export interface Writer {
  /** Stops asking for rows when its own reader stops (`Readable.from` does on a closed connection). */
  write: (plan: SheetPlan) => AsyncIterable<Uint8Array>
  contentType: string
  extension: string
}

export const writers: Record<'xlsx' | 'xls' | 'csv', Writer> = {
  xlsx: {
    write: (plan) => writeXlsx(plan),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: '.xlsx',
  },
  xls: { write: (plan) => writeXls(plan), contentType: 'application/vnd.ms-excel', extension: '.xls' },
  csv: { write: (plan) => writeCsv(plan), contentType: 'text/csv; charset=utf-8', extension: '.csv' },
}
