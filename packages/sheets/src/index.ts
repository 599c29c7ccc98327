export { standardLimits, type Limits } from './limits.ts'
export {
  cellText,
  columnLetters,
  MAX_CELL_LENGTH,
  NO_RESULT,
  type Cell,
  type Column,
  type Merge,
  type SheetPlan,
} from './plan.ts'
export {
  readSpreadsheet,
  unrollSheet,
  type Program,
  type Reader,
  type SheetContent,
  type Unrolled,
} from './read-spreadsheet.ts'
export { SpreadsheetError, type Reason } from './refusal.ts'
export { sniff } from './sniff.ts'
export { XLS_MAX_ROWS } from './write-xls.ts'
export { writers, type Writer } from './writers.ts'
export { ZipStream } from './zip-stream.ts'
