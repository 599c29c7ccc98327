import { knownResource } from './index.ts'
import { menuUrl } from './menu.ts'
import { onlineCode, onlineUrl } from './onlineResource.ts'

/** Where the list of a resource stands, by its name: of the program, or of an online form. Throws for what is neither. */
export const listUrl = (name: string): string => {
  const code = onlineCode(name)
  return code === undefined ? menuUrl(knownResource(name)) : onlineUrl(code)
}
