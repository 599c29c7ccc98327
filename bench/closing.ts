/** What must be undone when the run ends, however it ends: processes, databases, folders. Last in, first out. */
const undone: (() => unknown)[] = []

export const atEnd = (undo: () => unknown): void => void undone.push(undo)

export async function closeAll(): Promise<void> {
  for (let undo = undone.pop(); undo; undo = undone.pop())
    try {
      await undo()
    } catch (error) {
      process.stderr.write(`clean-up: ${(error as Error).message}\n`)
    }
}
