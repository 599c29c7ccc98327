import { carryOut, type Removal } from '#headless/records/removal.ts'
import { confirm } from './ask.ts'

/** Asks before something goes, and takes it away. True when it is gone, false when the person backed out or it was refused. */
export async function askRemoval(removal: Removal): Promise<boolean> {
  const { question, subject, verb, keep } = removal
  const content = subject !== undefined && { content: subject }
  if (!(await confirm({ title: question, ...content, yes: verb, no: keep, danger: true }))) return false
  return carryOut(removal, { removed: '删除成功!', refused: 'error' })
}
