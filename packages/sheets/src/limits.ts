const MB = 1024 * 1024

export interface Limits {
  /** Bytes of the file itself. */
  fileSize: number
  /** Bytes unpacked from an .xlsx, counted as they are unpacked. */
  unpacked: number
  /** Parts of an .xlsx. */
  entries: number
  sheets: number
  /** Rows of all sheets, to the last one that holds something. */
  rows: number
  /** Columns to the last one that holds something; empty formatted columns are free. */
  columns: number
  cells: number
  /** Characters in one cell. */
  cell: number
  /** Characters in all cells: one shared text used a million times is small in the file and large here. */
  text: number
  /** Heap of the reading process, in MB. */
  memory: number
  seconds: number
}

export const standardLimits: Limits = {
  fileSize: 100 * MB,
  unpacked: 300 * MB,
  entries: 10_000,
  sheets: 100,
  rows: 200_000,
  columns: 256,
  cells: 6_000_000,
  cell: 32_767,
  text: 64_000_000,
  memory: 512,
  seconds: 30,
}
