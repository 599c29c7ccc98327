import { readFile } from 'node:fs/promises'
import type { Limits } from './limits.ts'
import { parse } from './parse.ts'
import type { Cell, Merge } from './plan.ts'
import { type Reason, SpreadsheetError } from './refusal.ts'

// The process that `readSpreadsheet` starts for one file and ends after it.

export interface Task {
  file: string
  limits: Limits
}

export type Report =
  | { type: 'sheet'; name: string }
  | { type: 'rows'; rows: [index: number, cells: Cell[]][] }
  | { type: 'merges'; merges: Merge[] }
  | { type: 'done' }
  | { type: 'refused'; reason: Reason; message: string }

const BATCH = 20_000 // cells

// Resolves when the pipe has taken the report, so that rows do not pile up here
const report = (report: Report) => new Promise((taken) => process.send?.(report, taken))

async function read({ file, limits }: Task) {
  const rows: [number, Cell[]][] = []
  const merges: Merge[] = []
  let cells = 0
  const handOn = async () => {
    cells = 0
    if (rows.length > 0) await report({ type: 'rows', rows: rows.splice(0) })
    if (merges.length > 0) await report({ type: 'merges', merges: merges.splice(0) })
  }
  await parse(await readFile(file), limits, {
    async sheet(name) {
      await handOn()
      await report({ type: 'sheet', name })
    },
    row(index, found) {
      rows.push([index, found])
      if ((cells += found.length) >= BATCH) return handOn()
    },
    merged: (merge) => void merges.push(merge),
  })
  await handOn()
}

process.once('disconnect', () => process.exit())
process.once('message', async (task: Task) => {
  try {
    await read(task)
    await report({ type: 'done' })
  } catch (error) {
    const { reason, message } = error instanceof SpreadsheetError ? error : new SpreadsheetError('broken')
    await report({ type: 'refused', reason, message })
  }
  process.disconnect()
})
