import { Readable } from 'node:stream'
import { keepFile, pathFor } from '../files/keep.ts'
import type { Work } from '../resource/long-work.ts'

/** What a run produced, and what it was given: found again by this and removed by the sweep. */
export const TASK_FILES = 'task'

/** Keeps what a run produces as a private file of its owner. */
export async function keepResult(
  work: Pick<Work, 'services' | 'caller' | 'check'>,
  { fileName, contentType }: { fileName: string; contentType: string },
  content: AsyncIterable<Uint8Array>,
): Promise<{ filePath: string; fileName: string }> {
  const extension = fileName.replace(/.*\./s, '')
  const filePath = pathFor(TASK_FILES, fileName, extension)
  try {
    await keepFile(
      work.services,
      work.caller,
      { path: filePath, fileName, contentType, biz: TASK_FILES, isPrivate: true },
      Readable.from(content, { objectMode: false }),
    )
  } catch (error) {
    // A store wraps what its source threw: a wish to stop is told apart by asking.
    await work.check()
    throw error
  }
  return { filePath, fileName }
}
