import { entryNamed } from './catalogue.ts'
import { menuUrl } from './menu.ts'
import { onlineCode, onlineUrl } from './onlineResource.ts'

/** Where the list of a resource stands, by its name: of the program, or of an online form. Throws for what is neither. */
export const listUrl = (name: string): string => {
  const code = onlineCode(name)
  if (code !== undefined) return onlineUrl(code)
  const entry = entryNamed(name)
  if (!entry) throw new Error(`There is no resource ${name}`)
  return entry.url ?? menuUrl({ name })
}
