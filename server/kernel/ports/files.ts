import type { Readable } from 'node:stream'

/** Where file contents lie: disk now, S3-compatible storage by the same interface. Paths are relative, with `/`. */
export interface FileStore {
  /** Writes all of it or nothing; returns the size in bytes. */
  write(path: string, content: Readable | Uint8Array): Promise<number>
  /** Undefined when there is no such file. */
  read(path: string): Promise<{ stream: Readable; size: number } | undefined>
  remove(path: string): Promise<void>
  /** Bytes that are left; Infinity where nobody can know. */
  freeBytes(): Promise<number>
  /** Throws away what was begun before that moment and neither ended nor taken back; answers how many. */
  removeUnfinished(before: Date): Promise<number>
}
