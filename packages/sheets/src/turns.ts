import { SpreadsheetError } from './refusal.ts'

const AT_ONCE = 2
const WAITING = 50

let running = 0
const waiting: (() => void)[] = []

/** Lets two files be read at a time, each with its own 512 MB; the others wait. Resolves with what ends the turn. */
export async function takeTurn() {
  if (running < AT_ONCE) running++
  else if (waiting.length >= WAITING) throw new SpreadsheetError('busy')
  else await new Promise<void>((turn) => waiting.push(turn))
  return () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
