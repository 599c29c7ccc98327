import type { MultipartFile } from '@fastify/multipart'
import { tooLargeText } from '#model/uploads.ts'
import { tooLarge } from './errors.ts'

/** What `work` makes of an uploaded file. Throws 413 as soon as the file passes its limit, not when its sender has ended. */
export function withinLimit<T>({ file }: Pick<MultipartFile, 'file'>, work: Promise<T>): Promise<T> {
  // It ends with the connection; nobody waits for it any more.
  work.catch(() => undefined)
  return Promise.race([
    work,
    new Promise<never>((_, refuse) => file.once('limit', () => refuse(tooLarge(tooLargeText())))),
  ])
}
