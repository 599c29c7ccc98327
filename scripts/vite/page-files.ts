/**
 * Which file of the build a module goes into. On a slow line a request costs as much as 60 KB, and left alone the bundler
 * makes a hundred small files of one page. Merged is only what is needed together: one file for each set of the pages
 * named here that share it. `npm run bench -- first-load` shows whether that is still so.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { chatNames } from '../../src/model/chatNames.ts'
import { definitionModule, entrances, keptOut, modulesInChat } from '../../src/model/entrances.ts'
import { definitionFiles, partsIn } from './definitions-later.ts'
import type { Graph } from './graph.ts'

const { mobile, desktop } = entrances
const shellNames = ['mobile', 'desktop'] as const
type Shell = (typeof shellNames)[number]

/** What is opened again and again, by the modules that are loaded for it one after the other. */
const PAGES = {
  mobileLogin: [...mobile.every, ...mobile.login],
  mobileDecision: [...mobile.every, ...mobile.record],
  mobileInside: [...mobile.every, ...mobile.inside],
  mobileFigures: [...mobile.every, ...mobile.inside, ...mobile.figures],
  // Fetched while somebody types a password.
  account: ['headless/session/account.ts'],
  // Fetched while a decision is read.
  mobileAsker: ['mobile/layout/Asker.tsx', 'mobile/layout/toast.tsx'],
  // So is this, without the router that everybody else needs beside it.
  menu: ['headless/session/menu.ts'],
  desktopLogin: [...desktop.every, ...desktop.login],
  desktopFrame: [...desktop.every, ...desktop.inside],
  desktopList: [...desktop.every, ...desktop.inside, ...desktop.list],
  // The start inside a chat, on either shell.
  chat: ['oauth2/begin.ts', ...chatNames.map((name) => `adaptive/${name}.ts`)],
} as const
type Page = keyof typeof PAGES
const pages = Object.keys(PAGES) as Page[]

const plain = (id: string) => id.replaceAll('\\', '/')
const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url))
/** Every module somebody comes in by. */
const MODULES = [
  ...new Set(
    [mobile, desktop].flatMap((shell) => Object.values(shell).flat()).concat(chatNames.flatMap(modulesInChat)),
  ),
]

/** Kits whose tables of contents name far more than anybody takes from them. */
const BARREL =
  /node_modules[\\/](antd|antd-mobile|antd-mobile-icons|@ant-design[\\/][^\\/]+|@rc-component[\\/][^\\/]+)[\\/](es|lib)[\\/](icons[\\/])?index\.js$/
/** Imports of modules of which only a small part is used, and that part does not need them: shaken off by the bundler. */
const SHAKEN: readonly [by: RegExp, what: RegExp][] = [
  // Button and Tag ask it whether a colour is bright.
  [/antd[\\/]es[\\/]color-picker[\\/]components[\\/]ColorPresets\.js$/, /antd[\\/]es[\\/](collapse|locale)[\\/]/],
]
const isShaken = (by: string, what: string) => SHAKEN.some(([from, to]) => from.test(by) && to.test(what))
const NAMING = /\b(import|export)\s+(?:([\w$]+)\s*,?\s*)?(?:\{([^}]*)\}|(\*)[^'"]*?)?\s*from\s*["']([^"']+)["']/g
const MAKES = /\b(const|let|var|function|class)\s/
const OWN = /\bexport\s*(?:\{([^}]*)\}\s*(?!\s*from)|default\s+([\w$]+)\s*;?\s*$)/gm

interface Naming {
  exported: boolean
  /** As it is called here → as it is called there; `*` for everything. */
  names: ReadonlyMap<string, string>
  from: string
}

const pairs = (list: string) =>
  list.split(',').map((one) => one.trim()).filter(Boolean).map((one): [here: string, there: string] => {
    const [there = '', here = there] = one.split(/\s+as\s+/)
    return [here, there]
  }) // prettier-ignore

function namings(code: string): Naming[] {
  return [...code.matchAll(NAMING)].map(([, verb, main, list, all, from]) => ({
    exported: verb === 'export',
    names: new Map([
      ...(main ? [[main, 'default'] as [string, string]] : []),
      ...pairs(list ?? ''),
      ...(all ? [['*', '*'] as [string, string]] : []),
    ]),
    from: from!,
  }))
}

/** What modules need at once, down to the end, and by whom; of a kit's table of contents only what is asked for. */
function reachedFrom(graph: Graph, roots: readonly string[]): Map<string, string | undefined> {
  const whole = new Map<string, string | undefined>()
  const opened = new Map<string, string>()
  const asked = new Set<string>()

  function idOf(from: string, by: string, ids: readonly string[]): string | undefined {
    if (!from.startsWith('.')) return ids.find((id) => id.replaceAll('\\', '/').includes(`/node_modules/${from}/`))
    const path = resolve(dirname(by), from)
    return ids.find((id) => [path, `${path}.js`, `${path}.mjs`, resolve(path, 'index.js')].includes(id))
  }

  function visit(id: string, by?: string): void {
    if (whole.has(id)) return
    whole.set(id, by)
    const { importedIds = [], code } = graph.getModuleInfo(id) ?? {}
    const barrels = importedIds.filter((one) => BARREL.test(one) && !isShaken(id, one))
    importedIds.filter((one) => !BARREL.test(one) && !isShaken(id, one)).forEach((one) => visit(one, id))
    if (!barrels.length) return
    for (const { names, from } of namings(code ?? '')) {
      const barrel = idOf(from, id, barrels)
      if (barrel) names.forEach((name) => take(barrel, name, id))
    }
  }

  function take(barrel: string, name: string, by: string): void {
    if (name === '*') return visit(barrel, by)
    const key = `${barrel} ${name}`
    if (asked.has(key)) return
    asked.add(key)
    const { importedIds = [], code } = graph.getModuleInfo(barrel) ?? {}
    // What it gives away under its own name is written there; what it hands on is not.
    if (name === 'default' || !MAKES.test(code ?? '')) opened.set(barrel, by)
    const all = namings(code ?? '')
    const follow = ({ names, from }: Naming, here: string) => {
      const id = idOf(from, barrel, importedIds)
      if (!id) return false
      if (BARREL.test(id)) take(id, names.get(here) ?? name, by)
      else visit(id, by)
      return true
    }
    const sent = all.find(({ exported, names }) => exported && names.has(name))
    if (sent && follow(sent, name)) return
    for (const [, list, main] of (code ?? '').matchAll(OWN)) {
      const local = main ? (name === 'default' ? main : undefined) : new Map(pairs(list!)).get(name)
      const brought = local && all.find(({ exported, names }) => !exported && names.has(local))
      if (brought && follow(brought, local)) return
    }
    const further = all.filter(({ exported, names }) => exported && names.has('*'))
    if (further.some((one) => follow(one, name))) return
    // It is made here.
    visit(barrel, by)
  }

  for (const root of roots) visit(source(root))
  return new Map([...opened, ...whole])
}

const MINE = {
  mobile: /[\\/]src[\\/]mobile[\\/]|[\\/]node_modules[\\/](antd-mobile|antd-mobile-icons|ahooks)[\\/]/,
  desktop: /[\\/]src[\\/]desktop[\\/]|[\\/]node_modules[\\/](antd|@rc-component|@ant-design)[\\/]/,
} as const
const shells = shellNames.map((name) => [name, MINE[name]] as const)

/** Code and kit of a shell keep to themselves, and so does what nobody else ever loads. */
function shellOf(id: string, ever: Record<Shell, ReadonlySet<string>>): Shell | 'both' {
  const [own] = shells.find(([, fits]) => fits.test(id)) ?? []
  if (own) return own
  return ever.mobile.has(id) === ever.desktop.has(id) ? 'both' : ever.mobile.has(id) ? 'mobile' : 'desktop'
}

const other: Record<Shell, Shell> = { mobile: 'desktop', desktop: 'mobile' }

/** Whatever is loaded where a shell runs, at any time: by it, or by what begins both (`main.tsx`). */
function everLoaded(graph: Graph, shell: Shell): ReadonlySet<string> {
  const found = new Set<string>()
  const queue = ['main.tsx', ...entrances[shell].every].map(source)
  for (let id = queue.pop(); id; id = queue.pop()) {
    if (found.has(id) || MINE[other[shell]].test(id)) continue
    found.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    queue.push(...importedIds, ...dynamicallyImportedIds)
  }
  return found
}

/** Files that come with the other shell's code where one runs: its styles would come with them. */
export function strayFiles(graph: Graph, chunks: readonly Chunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  return shellNames.flatMap((shell) => {
    const loaded = everLoaded(graph, shell)
    const queue = chunks.filter(({ moduleIds }) => moduleIds.some((id) => loaded.has(id)))
    const seen = new Set(queue)
    for (const { imports } of queue)
      for (const chunk of imports.flatMap((name) => byName.get(name) ?? []))
        if (!seen.has(chunk)) {
          seen.add(chunk)
          queue.push(chunk)
        }
    return queue.flatMap(({ fileName, moduleIds }) => {
      const foreign = moduleIds.find((id) => MINE[other[shell]].test(id))
      const why = moduleIds.find((id) => loaded.has(id))
      return foreign ? [`${fileName}: ${shell} loads ${nameOf(why ?? fileName)}, and ${nameOf(foreign)} with it`] : []
    })
  })
}

const RESOURCES = plain(source('resources'))
/** Two or three lines that several of them have in common, or that one has which comes alone: with everybody's page. */
const SHARED = 'shared'

/** Definitions that are a piece of their own, with its name. */
const definitionsAlone = (graph: Graph): [id: string, part: string][] =>
  [...partsIn(graph)].flatMap(([part, holder]) => {
    const [id, more] = graph.getModuleInfo(holder)?.importedIds ?? []
    return id && !more && !plain(id).startsWith(`${RESOURCES}/${part}/`) ? [[id, part] as const] : []
  })

/** The file of each module that the definitions are made of: by what is loaded in one piece (`definitions-later.ts`). */
export function definitionsIn(graph: Graph): Map<string, string> {
  const all = [...reachedFrom(graph, ['resources/index.ts']).keys()].filter((id) =>
    plain(id).startsWith(`${RESOURCES}/`),
  )
  const folderOf = (id: string) => plain(dirname(id)).slice(RESOURCES.length + 1)
  const importedBy = (id: string) => graph.getModuleInfo(id)?.importedIds ?? []
  const parts = [...partsIn(graph)]
  const alone = new Map(definitionsAlone(graph))
  const neededAlone = new Set([...alone.keys()].flatMap(importedBy))
  const placeOf = (id: string) => {
    if (plain(id) === `${RESOURCES}/index.ts`) return 'definitions'
    if (neededAlone.has(id)) return SHARED
    // What belongs to no folder stands with what it needs, so that nobody else loads that.
    return alone.get(id) || folderOf(id) || importedBy(id).map(folderOf).find(Boolean) || SHARED
  }
  const own = all.filter((id) => plain(id) !== `${RESOURCES}/catalogue.ts`)
  return new Map([...own.map((id) => [id, placeOf(id)] as const), ...parts.map(([part, id]) => [id, part] as const)])
}

const isStyle = (id: string) => /\.css(\?|$)/.test(id)

/** The file of each module that one of the pages needs. */
export function pageFiles(graph: Graph): Map<string, string> {
  // The page itself is the first module.
  const start = reachedFrom(graph, ['../index.html'])
  const needed = new Map<string, Page[]>()
  // What a decision shows comes beside it, and what that needs with it.
  const decided = definitionsAlone(graph).map(([id]) => plain(id).slice(plain(source('')).length))
  for (const page of pages)
    for (const id of reachedFrom(graph, [...PAGES[page], ...(page === 'mobileDecision' ? decided : [])]).keys())
      needed.set(id, [...(needed.get(id) ?? []), page])
  const found = new Map([...start.keys()].map((id) => [id, 'start']))
  const definitions = definitionsIn(graph)
  const ever = { mobile: everLoaded(graph, 'mobile'), desktop: everLoaded(graph, 'desktop') }
  for (const [id, by] of needed) {
    const shell = shellOf(id, ever)
    if (start.has(id) || (isStyle(id) && !mayMove(id, shell, by))) continue
    const place = definitions.get(id)
    // Each comes with its page, whatever else would like to have all of them.
    if (place && place !== SHARED) continue
    // What they share must stand with nothing that needs them all.
    const those: readonly Page[] = place ? ['mobileDecision', ...by] : by
    found.set(id, fileOf(shell, those, isStyle(id)))
  }
  return found
}

/**
 * The order of style sheets decides between rules of equal weight, the phone's and its kit's: only those of the login,
 * which has next to nothing of the kit, are put together, and the decision's own. The desktop's kit has none.
 */
const mayMove = (id: string, shell: Shell | 'both', by: readonly Page[]) =>
  shell === 'desktop' || by.includes('mobileLogin') || (by.includes('mobileDecision') && !/node_modules/.test(id))

function fileOf(shell: Shell | 'both', by: readonly Page[], style: boolean): string {
  const wanted = (page: Page) => by.includes(page)
  const login = by.some((page) => page.endsWith('Login'))
  if (shell === 'mobile') {
    // A kilobyte of style is not worth a request.
    if (login && (style || wanted('mobileDecision'))) return 'mobile'
    return wanted('mobileDecision') ? 'mobileDecision' : by.join('-')
  }
  if (shell === 'desktop' && style) return login ? 'desktop' : 'desktopFrame'
  if (shell === 'desktop')
    return DESKTOP.every(wanted) ? 'desktop' : wanted('desktopFrame') ? 'desktopFrame' : by.join('-')
  // Who signs in goes on to everything else, so what the logins need of it is in everybody's first file.
  if (login) return 'start'
  // Nobody waits for a record in order to sign in.
  if (wanted('account')) return 'account'
  if (wanted('mobileDecision')) return 'record'
  if (wanted('menu')) return 'menu'
  const sides = new Set(by.map((page) => /^(mobile|desktop)?/.exec(page)![0]))
  const [side] = sides
  return sides.size > 1 ? 'inside' : side ? `inside-${side}` : by.join('-')
}

const DESKTOP = pages.filter((page) => page.startsWith('desktop'))

/** The ways by which an entrance comes to what is kept out of it (`src/model/entrances.ts`), for people to read. */
export function forbiddenWays(graph: Graph): string[] {
  const found: string[] = []
  for (const shell of shellNames)
    for (const entrance of Object.keys(entrances[shell]) as (keyof typeof mobile)[]) {
      const reached = reachedFrom(graph, ['main.tsx', ...entrances[shell].every, ...entrances[shell][entrance]])
      const scripts = [...reached.keys()].filter((id) => !isStyle(id))
      for (const unwanted of new Set([...(keptOut[shell].every ?? []), ...(keptOut[shell][entrance] ?? [])])) {
        const id = scripts.find((one) => isWithin(one, unwanted))
        if (id) found.push(`${shell} ${entrance} must not need ${unwanted}:\n${wayTo(id, reached)}`)
      }
    }
  return found
}

const isWithin = (id: string, part: string) =>
  [plain(source(part)), `/node_modules/${part}`].some((path) => `${plain(id)}/`.includes(`${path}/`))

const nameOf = (id: string) =>
  plain(id)
    .replace(plain(source('..')), '')
    .replace(/^.*\/node_modules\//, '')

function wayTo(id: string, reached: ReadonlyMap<string, string | undefined>): string {
  const way: string[] = []
  for (let at: string | undefined = id; at; at = reached.get(at)) way.unshift(nameOf(at))
  return way.join('\n  → ')
}

interface Chunk {
  fileName: string
  imports: readonly string[]
  moduleIds: readonly string[]
}

type Chunks = ReadonlyMap<string, readonly string[]>

/**
 * Files that need each other in a circle, by the files each needs: what one of them makes of the other as it begins is
 * undefined for whoever comes in from the wrong side.
 */
export function circleOf(needs: Chunks): string[] | undefined {
  const done = new Set<string>()
  function follow(file: string, way: readonly string[]): string[] | undefined {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of needs.get(file) ?? []) {
      const found = follow(next, [...way, file])
      if (found) return found
    }
    done.add(file)
    return undefined
  }
  for (const file of needs.keys()) {
    const found = follow(file, [])
    if (found) return found
  }
  return undefined
}

/** Says in which file each module of an entrance is, for the server that names it (`server/http/preload.ts`). */
export const sayEntrances = (): Plugin => ({
  name: 'voltdesk-entrances',
  buildEnd(failed) {
    const ways = failed ? [] : forbiddenWays(this)
    if (ways.length) this.error(ways.join('\n'))
  },
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const circle = circleOf(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    if (circle) this.error(`Files that need each other: ${circle.join(' → ')}`)
    const strays = strayFiles(this, chunks)
    if (strays.length) this.error(strays.join('\n'))
    const fileOf = (module: string) => {
      const found = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.includes(source(module)))
      return found?.fileName ?? this.error(`src/model/entrances.ts names src/${module}, which is not in the build`)
    }
    const index = readFileSync(source('resources/index.ts'), 'utf8')
    const definitions = [...definitionFiles(index)].map(
      ([name, file]) => [definitionModule(name), `resources/${file}`] as const,
    )
    const files = Object.fromEntries(
      [...MODULES.map((module) => [module, module] as const), ...definitions].map(([name, module]) => [
        name,
        fileOf(module),
      ]),
    )
    this.emitFile({ type: 'asset', fileName: '.vite/entrances.json', source: JSON.stringify(files, null, 2) })
  },
})
