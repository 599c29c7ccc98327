import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/**
 * A backup is gzip over lines of JSON, the same for both databases: a head, then per table its columns and its rows as
 * arrays of PostgreSQL's own text, then the sequences, then a foot with the hash of everything before it.
 */
export interface Head {
  voltdesk: 'backup'
  version: 1
  takenAt: string
  timeZone: string
  server: string
  migrations: { name: string; checksum: string }[]
}
export interface TableStart {
  table: string
  columns: { name: string; type: string }[]
}
/** `digest` adds up the hashes of the rows, so that it does not depend on their order. */
export interface TableEnd {
  end: string
  rows: number
  digest: string
}
export interface SequenceLine {
  sequence: string
  value: string
  called: boolean
}
export interface Foot {
  foot: true
  tables: number
  rows: number
  sha256: string
}
export type Row = (string | null)[]
export type Line = Head | TableStart | Row | TableEnd | SequenceLine | Foot

export class RowDigest {
  #sum = 0n
  rows = 0

  add(row: Row) {
    this.rows++
    this.#sum += createHash('sha256').update(JSON.stringify(row)).digest().readBigUInt64BE()
  }

  toString() {
    return BigInt.asUintN(64, this.#sum).toString(16)
  }
}

export class BrokenBackup extends Error {
  constructor(file: string, why: string) {
    super(`备份文件 ${file} 不完整或已损坏（${why}），没有做任何改动。`)
    this.name = 'BrokenBackup'
  }
}

/** The lines of a file, without any check but that they are JSON. */
export async function* readLines<L = Line>(file: string): AsyncGenerator<{ line: L; text: string }> {
  const source = createReadStream(file)
  const unzipped = createGunzip().setEncoding('utf8')
  source.once('error', (error) => unzipped.destroy(error))
  source.pipe(unzipped)
  let pieces: string[] = []
  const parse = (text: string) => ({ line: JSON.parse(text) as L, text })
  try {
    // Not readline: its iterator does not pass on errors of its input.
    for await (const chunk of unzipped as AsyncIterable<string>) {
      const lines = chunk.split('\n')
      const last = lines.pop()!
      for (const end of lines) {
        pieces.push(end)
        yield parse(pieces.join(''))
        pieces = []
      }
      if (last) pieces.push(last)
    }
    if (pieces.length) throw new Error('最后一行不完整')
  } catch (error) {
    throw new BrokenBackup(file, (error as Error).message)
  } finally {
    source.destroy()
    unzipped.destroy()
  }
}

/** Reads the file to its end before anything is changed. Throws BrokenBackup unless every count and hash agrees. */
export async function checkFile(file: string): Promise<{ head: Head; foot: Foot }> {
  const hash = createHash('sha256')
  let head: Head | undefined
  let foot: Foot | undefined
  let digest: RowDigest | undefined
  let rows = 0
  for await (const { line, text } of readLines(file)) {
    if (foot) throw new BrokenBackup(file, '结尾之后还有内容')
    if (!head) {
      if (!('voltdesk' in line) || line.voltdesk !== 'backup') throw new BrokenBackup(file, '不是本平台的备份')
      if (line.version !== 1) throw new BrokenBackup(file, `未知的版本 ${String(line.version)}`)
      head = line
    } else if (Array.isArray(line)) {
      if (!digest) throw new BrokenBackup(file, '有不属于任何表的行')
      digest.add(line)
    } else if ('table' in line) digest = new RowDigest()
    else if ('end' in line) {
      if (digest?.rows !== line.rows || digest.toString() !== line.digest)
        throw new BrokenBackup(file, `表 ${line.end} 的校验值不符`)
      rows += line.rows
      digest = undefined
    } else if ('foot' in line) {
      foot = line
      continue
    }
    hash.update(text + '\n')
  }
  if (!head || !foot) throw new BrokenBackup(file, '没有结尾')
  if (foot.rows !== rows || foot.sha256 !== hash.digest('hex')) throw new BrokenBackup(file, '总校验值不符')
  return { head, foot }
}
