import { fork } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { type Limits, standardLimits } from './limits.ts'
import type { parse } from './parse.ts'
import type { Cell, Merge } from './plan.ts'
import type { Report, Task } from './reading-process.ts'
import { SpreadsheetError } from './refusal.ts'
import { takeTurn } from './turns.ts'

export interface SheetContent {
  name: string
  /** `rows[4][1]` is cell B5. Rows end with their last cell that holds something, the sheet with its last such row. */
  rows: Cell[][]
}

/** How `reading-process.ts` is started. Whoever uses this package knows whether it runs from its sources or was built. */
export interface Program {
  file: string
  execArgv: string[]
}

/** A program in a process of its own; `{ parse }` reads here, for files one has made oneself. */
export type Reader = (() => Program) | { parse: typeof parse }

/**
 * Reads the visible sheets of an .xls or .xlsx, whichever its content says it is. Dates come as 'YYYY-MM-DD' or
 * 'YYYY-MM-DD HH:mm:ss' and times as 'HH:mm:ss', as the cell shows them; booleans as 'TRUE' and 'FALSE'; formulas as
 * their stored result, `NO_RESULT` where there is none; merged cells have their value at the top left. Works in the reader's process, which a hostile file
 * may bring down. Throws `SpreadsheetError`.
 */
export async function readSpreadsheet(
  file: string,
  reader: Reader,
  limits: Partial<Limits> = {},
): Promise<{ sheets: SheetContent[] }> {
  const sheets: SheetContent[] = []
  await readInto(file, reader, limits, collecting(sheets))
  return { sheets }
}

/** Keeps in `sheets` whatever is read. */
export const collecting = (sheets: SheetContent[]): Taker => ({
  sheet: (name) => void sheets.push({ name, rows: [] }),
  row: (index, cells) => put(sheets.at(-1)!.rows, index, cells),
})

interface Taker {
  sheet(name: string): void
  row(index: number, cells: Cell[]): void
  merged?(merge: Merge): void
}

async function readInto(file: string, reader: Reader, limits: Partial<Limits>, taker: Taker): Promise<void> {
  const task: Task = { file, limits: { ...standardLimits, ...limits } }
  if ((await stat(file)).size > task.limits.fileSize) throw new SpreadsheetError('too-large')
  const endTurn = await takeTurn()
  try {
    if ('parse' in reader) await reader.parse(await readFile(file), task.limits, taker)
    else await readElsewhere(task, reader(), taker)
  } finally {
    endTurn()
  }
}

function readElsewhere(task: Task, { file, execArgv }: Program, taker: Taker) {
  return new Promise<void>((resolve, reject) => {
    const child = fork(file, {
      execArgv: [...execArgv, `--max-old-space-size=${task.limits.memory}`],
      serialization: 'advanced',
      // Nothing of ours to steal, should a file ever take the process over
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let over = false
    const end = (error?: Error) => {
      over = true
      clearTimeout(timer)
      child.kill('SIGKILL')
      if (error) reject(error)
      else resolve()
    }
    const timer = setTimeout(() => end(new SpreadsheetError('timeout')), task.limits.seconds * 1000)
    child.on('message', (report: Report) => {
      // Who took the rows may have closed the file they go into.
      if (over) return
      if (report.type === 'sheet') taker.sheet(report.name)
      else if (report.type === 'rows') for (const [index, cells] of report.rows) taker.row(index, cells)
      else if (report.type === 'merges') for (const merge of report.merges) taker.merged?.(merge)
      else end(report.type === 'refused' ? new SpreadsheetError(report.reason, report.message) : undefined)
    })
    child.on('error', end)
    // Node aborts when the heap is full
    const died = () =>
      end(new SpreadsheetError(child.signalCode === 'SIGABRT' || child.exitCode === 134 ? 'too-large' : 'broken'))
    // Its last reports may still be on their way here.
    child.on('exit', () => (child.connected ? child.once('disconnect', died) : died()))
    child.send(task, (error) => error && end(error))
  })
}

export interface Unrolled {
  /** So many hold something. */
  rows: number
  merges: Merge[]
  /** Sheets behind it that hold something: so many rows, and the first of them as they stand. */
  others: { name: string; rows: number; head: Cell[][] }[]
}

const HEAD = 10

/**
 * The first sheet that holds something as one line of JSON `[index, cells]` a row, in `into`: a large file is read once and
 * gone through as often as it takes, without ever being in memory.
 */
export async function unrollSheet(file: string, into: string, reader: Reader): Promise<Unrolled> {
  const out = openSync(into, 'w', 0o600)
  const unrolled: Unrolled = { rows: 0, merges: [], others: [] }
  let sheets = 0
  let taken = 0
  let name = ''
  let beside: Unrolled['others'][number] | undefined
  let text = ''
  const writeOut = () => {
    writeSync(out, text)
    text = ''
  }
  try {
    await readInto(
      file,
      reader,
      {},
      {
        sheet(next) {
          sheets += 1
          name = next
          beside = undefined
          // Those of a sheet that holds nothing but merged cells.
          if (!taken) unrolled.merges = []
        },
        merged: (merge) => void ([0, sheets].includes(taken) && unrolled.merges.push(merge)),
        row(index, cells) {
          if (!cells.some((cell) => cell !== null && String(cell).trim() !== '')) return
          taken ||= sheets
          if (taken !== sheets) {
            if (!beside) unrolled.others.push((beside = { name, rows: 0, head: [] }))
            beside.rows += 1
            if (index < HEAD) put(beside.head, index, cells)
            return
          }
          unrolled.rows += 1
          text += `${JSON.stringify([index, cells])}\n`
          if (text.length > WRITE_AT_ONCE) writeOut()
        },
      },
    )
    writeOut()
  } finally {
    closeSync(out)
  }
  return unrolled
}

const WRITE_AT_ONCE = 256 * 1024

function put(rows: Cell[][], index: number, cells: Cell[]) {
  while (rows.length < index) rows.push([])
  rows[index] = cells
}
