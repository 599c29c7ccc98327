const TRIES = 3
/** ms before the next try. */
const PAUSE_MS = 300
export const SUB_TABLE_FAILED = '打开子表失败'

/** Loads what stands below a row; after three failed tries it rejects with 打开子表失败 and the reason. */
export async function openSubTable<T>(load: () => Promise<T>, pauseMs = PAUSE_MS): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await load()
    } catch (error) {
      if (tried < TRIES) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        continue
      }
      throw new Error(SUB_TABLE_FAILED, { cause: error })
    }
  }
}
