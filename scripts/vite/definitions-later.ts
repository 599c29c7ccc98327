/**
 * A definition is loaded with the page that shows it. `src/resources/catalogue.ts` takes them all from the table of contents;
 * in what is built it holds the facts about each and knows the file of its definition, and the table of contents, where
 * it is loaded for something else, tells it what has come.
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../src/resources', import.meta.url))
const INDEX = resolve(folder, 'index.ts')
const CATALOGUE = resolve(folder, 'catalogue.ts')
const IMPORT = /^import \{([^}]+)\} from '(\.\/[^']+)'$/gm

/** What the module exports here and now. */
async function evaluated(file: string): Promise<Record<string, unknown>> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]!.text).toString('base64')}`) as Promise<
    Record<string, unknown>
  >
}

/** The file of each definition, as the table of contents imports it. */
export function definitionFiles(index: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(IMPORT))
    names.split(',').map((name) => name.trim()).filter(Boolean).forEach((name) => found.set(name, file)) // prettier-ignore
  return found
}

/** By the folder of their files, as one file each of what is built. */
function byFolder(index: string): Map<string, [name: string, file: string][]> {
  const found = new Map<string, [name: string, file: string][]>()
  for (const [name, file] of definitionFiles(index)) {
    const folder = file.split('/')[1]!
    found.set(folder, [...(found.get(folder) ?? []), [name, file]])
  }
  return found
}

const FOLDER = 'voltdesk:definitions/'
/** The module that has all definitions of a folder. */
export const folderModule = (folder: string): string => `\0${FOLDER}${folder}`

export function definitionsLater(): Plugin {
  const index = () => readFile(INDEX, 'utf8')
  return {
    name: 'voltdesk-definitions-later',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(FOLDER) ? folderModule(id.slice(FOLDER.length)) : null),
    async load(id) {
      if (id.startsWith(folderModule(''))) {
        const those = byFolder(await index()).get(id.slice(folderModule('').length))!
        return those
          .map(([name, file]) => `export { ${name} } from ${JSON.stringify(resolve(folder, file))}`)
          .join('\n')
      }
      if (resolve(id) !== CATALOGUE) return null
      const { written } = (await evaluated(CATALOGUE)) as { written: readonly { name: string }[] }
      const folders = byFolder(await index())
      const named = new Set([...folders.values()].flat().map(([name]) => name))
      const missed = written.filter(({ name }) => !named.has(name))
      if (missed.length)
        this.error(`src/resources/index.ts does not import ${missed.map(({ name }) => name).join(', ')} by name`)
      const files = [...folders].map(
        ([one, those]) => `[${JSON.stringify(those.map(([name]) => name))}, () => import('${FOLDER}${one}')]`,
      )
      return `import { catalogueOf } from './bringing.ts'
export const { entries, definitionOf, bringDefinition, know, followDefinitions } = catalogueOf(
  ${JSON.stringify(written)},
  [${files.join(',\n')}],
)`
    },
    // Where it is loaded for something else, it tells what has come.
    transform: (code, id) =>
      resolve(id) === INDEX
        ? { code: `${code}\nimport { know } from './catalogue.ts'\nknow(resources)\n`, map: null }
        : null,
  }
}
