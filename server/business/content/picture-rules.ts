/** What a picture shown to consumers must be: of a kind every phone draws, and small. */
import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/database.ts'
import { storedFile } from '../../db/tables.ts'

const MOST_BYTES = 1024 * 1024
const KINDS = ['image/png', 'image/jpeg']

/** What is wrong with an uploaded picture; undefined when nothing is, or when it is none of our uploads. */
export async function pictureProblem(tx: Tx, path: unknown): Promise<string | undefined> {
  const [file] = await tx
    .select({ size: storedFile.fileSize, type: storedFile.contentType })
    .from(storedFile)
    .where(eq(storedFile.path, String(path)))
  if (!file) return undefined
  if (!KINDS.includes(file.type)) return '应为 png 或 jpg 图片'
  return file.size > MOST_BYTES ? '图片不能超过 1 MB' : undefined
}
