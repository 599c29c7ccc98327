import { runAction } from './action-task.ts'
import { runExport } from './export-task.ts'
import { runImport } from './import-task.ts'
import { runNumbers } from '../business/deviceNumber/numbers-task.ts'
import { runQrCodes } from '../business/deviceNumber/qr-task.ts'
import type { Outcome, Work } from './work.ts'

interface KindOfTask {
  /** A second run does no harm: it begins again, or goes on from its checkpoint. */
  run(work: Work): Promise<Outcome>
  /** Nobody waits for it: its end is told whatever its size. */
  background?: true
}

const kinds = {
  action: { run: runAction, background: true },
  export: { run: runExport, background: true },
  import: { run: runImport },
  numbers: { run: runNumbers, background: true },
  qrCodes: { run: runQrCodes, background: true },
} as const satisfies Record<string, KindOfTask>

export type TaskKind = keyof typeof kinds
export const taskKinds: Readonly<Record<TaskKind, KindOfTask>> = kinds
