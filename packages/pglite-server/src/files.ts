import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { PGlite } from '@electric-sql/pglite'

interface EmscriptenStream {
  nfd?: number
  node: unknown
}
interface NodeFiles {
  stream_ops: { fsync?(stream: EmscriptenStream): number }
  realPath(node: unknown): string
}

const EIO = 29 // the number WASI gives it

/**
 * PGlite's Node file system has no fsync at all (0.5.14: `stream_ops.fsync?.()` is absent), so a commit survived a killed
 * process but not a power cut. It is added before PostgreSQL starts, so that recovery is durable too.
 */
export class DurableFiles extends NodeFS {
  fsyncs = 0

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const result = await super.init(pg, options)
    result.emscriptenOpts.preRun!.push((module: unknown) => {
      const files = (module as { FS: { filesystems: { NODEFS: NodeFiles } } }).FS.filesystems.NODEFS
      files.stream_ops.fsync = (stream) => {
        this.fsyncs++
        try {
          if (stream.nfd !== undefined) fsyncSync(stream.nfd)
          else fsyncFolder(files.realPath(stream.node))
          return 0
        } catch {
          return EIO // PostgreSQL panics, the process ends, recovery starts from what is known to be on disk
        }
      }
    })
    return result
  }
}

/** A renamed file is durable once its folder is. Windows cannot open folders. */
export function fsyncFolder(path: string) {
  if (process.platform === 'win32') return
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** For the files initdb unpacked, which nothing has synced. */
export function fsyncTree(folder: string) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(path)
    else if (entry.isFile()) {
      const fd = openSync(path, 'r+')
      fsyncSync(fd)
      closeSync(fd)
    }
  }
  fsyncFolder(folder)
}
