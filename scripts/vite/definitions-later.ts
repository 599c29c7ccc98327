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
import type { WrittenEntry } from '../../src/resources/bringing.ts'
import type { Graph } from './graph.ts'

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

type Parts = Map<string, [name: string, file: string][]>

/**
 * What is loaded in one piece: a definition that is decided on by itself, since a message leads to it and to nothing else;
 * the others by the folder of their files.
 */
function partsOf(written: readonly WrittenEntry[], files: ReadonlyMap<string, string>): Parts {
  const found: Parts = new Map()
  for (const { name, approval } of written) {
    const file = files.get(name)!
    const part = approval ? name : file.split('/')[1]!
    found.set(part, [...(found.get(part) ?? []), [name, file]])
  }
  return found
}

const PART = 'voltdesk:definitions/'
const isPart = (id: string) => id.startsWith(`\0${PART}`)

/** The module that has the definitions of each part, by the part's name. */
export const partsIn = (graph: Graph): Map<string, string> =>
  new Map(
    (graph.getModuleInfo(CATALOGUE)?.dynamicallyImportedIds ?? [])
      .filter(isPart)
      .map((id) => [id.slice(`\0${PART}`.length), id]),
  )

export function definitionsLater(): Plugin {
  let parts: Parts = new Map()
  return {
    name: 'voltdesk-definitions-later',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(PART) ? `\0${id}` : null),
    async load(id) {
      if (isPart(id))
        return parts
          .get(id.slice(`\0${PART}`.length))!
          .map(([name, file]) => `export { ${name} } from ${JSON.stringify(resolve(folder, file))}`)
          .join('\n')
      if (resolve(id) !== CATALOGUE) return null
      const { written } = (await evaluated(CATALOGUE)) as { written: readonly WrittenEntry[] }
      const imported = definitionFiles(await readFile(INDEX, 'utf8'))
      const missed = written.filter(({ name }) => !imported.has(name))
      if (missed.length)
        this.error(`src/resources/index.ts does not import ${missed.map(({ name }) => name).join(', ')} by name`)
      parts = partsOf(written, imported)
      const files = [...parts].map(
        ([part, those]) => `[${JSON.stringify(those.map(([name]) => name))}, () => import('${PART}${part}')]`,
      )
      return `import { catalogueOf } from './bringing.ts'
export const { entries, entryNamed, definitionOf, bringDefinition, know, followDefinitions } = catalogueOf(
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
