/**
 * What an address will need, named in the page itself: on a slow line every step from one script to the next costs half
 * a second. A wrong guess at files costs bytes, never correctness; the client decides what it loads.
 */
import { HOME, HOST_LOGIN, isLogin, LOGIN, OPEN, TODO } from '#model/addresses.ts'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chatByAddress, readAgent } from '#model/agents.ts'
import { chatEntry } from '#model/chatNames.ts'
import type { ChatName } from '#model/chats.ts'
import type { Field } from '#model/fields.ts'
import { definitionModule, entrances, firstCalls, leadsToRecord, modulesInChat } from '#model/entrances.ts'
import { dashboardAt } from '#resources/dashboards.ts'
import { allResources, resources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { recordLink } from '#resources/recordLink.ts'

/** Vite's manifest, https://vite.dev/guide/backend-integration, beside which `scripts/vite/page-files.ts` says where each module is. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** Pages of the menu that are a shell's first. */
const HOMES: Record<keyof typeof entrances, readonly string[]> = { mobile: ['/', HOME, TODO], desktop: ['/', HOME] }
const isHome = (shell: keyof typeof entrances, path: string) => HOMES[shell].includes(path)
/** Open to everybody: who comes here wants neither to go in nor to sign in. */
const OUTSIDE = /^\/(user|oauth2-app|test)\/|^\/[45]\d\d$/
const LISTS = new Map(
  allResources()
    .filter(({ menu }) => menu)
    .map((resource) => [menuUrl(resource), resource]),
)

export interface Visit {
  path: string
  /** The address says more than the path: a search, an order, another page. */
  narrowed: boolean
  userAgent: string
}

interface FromAgent {
  headers: { 'user-agent'?: string }
}

/** What a request names, however odd: `//elsewhere` is a path too. */
export const readAddress = (address: string): URL =>
  new URL(`http://own.invalid${address.startsWith('/') ? address : '/'}`)

/** Where an address leads: a chat brings people back to its login page, which names the page they wanted. */
export function visitTo(address: string, { headers }: FromAgent): Visit {
  const { pathname, search, searchParams } = readAddress(address)
  const inside = pathname === HOST_LOGIN && searchParams.get('redirect')
  const [path = '', more = ''] = inside ? inside.split(/[?#]/, 2) : [pathname, search]
  return { path, narrowed: more !== '', userAgent: headers['user-agent'] ?? '' }
}

/** The chat that says who sits here, for a page that shows nothing to nobody. The pages of the login find their own way. */
export function chatToAsk(address: string, { headers }: FromAgent): ChatName | undefined {
  const path = readAddress(address).pathname.replace(/(.)\/+$/, '$1')
  return OPEN.includes(path) || isLogin(path) || path === '/user'
    ? undefined
    : chatByAddress(headers['user-agent'] ?? '')
}

interface Modules {
  /** Whoever comes. */
  always: readonly string[]
  /** Who is signed in, as only the browser knows. */
  signedIn: readonly string[]
  stranger: readonly string[]
}

function modulesFor({ path, userAgent }: Visit): Modules {
  const { phone, chat } = readAgent(userAgent)
  const shell = phone ? 'mobile' : 'desktop'
  const { every, login, record, inside, home, list, figures } = entrances[shell]
  const all = [...every, ...(chat ? modulesInChat(chat) : [])]
  if (path === LOGIN) return { always: [...all, ...login], signedIn: inside, stranger: [] }
  const link = recordLink(path)
  const at = LISTS.get(path)
  if (phone && !at && leadsToRecord(path)) {
    const what = link ? [definitionModule(link.of.name)] : []
    return { always: [...all, ...record, ...what], signedIn: [], stranger: [] }
  }
  if (OUTSIDE.test(path)) return { always: all, signedIn: [], stranger: [] }
  const page = isHome(shell, path) ? home : at ? [...list, definitionModule(at.name)] : dashboardAt(path) ? figures : []
  // A chat signs in by itself.
  return { always: all, signedIn: [...inside, ...page], stranger: chat ? [] : login }
}

/**
 * What is wanted before the scripts of an address are there: by whoever comes, told in the page itself, and by who is signed
 * in; `own` of that takes so little that it is told in the page of whose session the browser names.
 */
export function callsFor({ path, narrowed, userAgent }: Visit): {
  always: readonly string[]
  signedIn: readonly string[]
  own: readonly string[]
} {
  const { phone, chat } = readAgent(userAgent)
  const link = recordLink(path)
  const at = narrowed ? undefined : LISTS.get(path)
  // A tree is asked for branch by branch.
  const list = at?.tree ? undefined : at
  // A phone begins with its todos.
  const figures = phone && isHome('mobile', path) ? undefined : dashboardAt(path)
  const own = link
    ? [firstCalls.record(resources[link.of.name].path, link.id)]
    : [firstCalls.menu, ...(list ? [firstCalls.list(list)] : [])]
  return {
    own,
    // Who leaves to sign in at once asks nothing first: both answers mark the browser, and the later mark would not fit.
    always: chat && !chatEntry(chat).byAddress ? [firstCalls.chatSetup] : [],
    signedIn: [...own, ...(figures && !link ? [firstCalls.figures(figures)] : [])],
  }
}

/** The dictionaries that the record of an address is shown with, by code; undefined where more is shown than it. */
export function dictionariesFor({ path, userAgent }: Visit): readonly string[] | undefined {
  const link = recordLink(path)
  // A desktop shows its frame as well, and so does a phone for what nobody decides on.
  if (!link?.of.approval || !readAgent(userAgent).phone) return undefined
  const own = Object.values<Field>(resources[link.of.name].fields)
  const fields = own.flatMap((field) => (field.kind === 'lines' ? [field, ...Object.values<Field>(field.of)] : [field]))
  return [...new Set(fields.flatMap((field) => (field.kind === 'dict' ? [field.dict] : [])))]
}

export interface Preloads {
  /** For the head of the page. */
  tags: string
  /** The same where the server knows that somebody is signed in here. */
  tagsSignedIn: string
  /** Files the page's own script asks for, whoever has a session here or has none (`src/ahead.ts`). */
  signedIn: readonly string[]
  stranger: readonly string[]
}

/** What an address needs; nothing while the client is not built. */
export function preloads(manifestFile: string): (visit: Visit) => Preloads {
  const read = <T>(file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as T
  const manifest = read<Manifest>(manifestFile)
  const files = read<Readonly<Record<string, string>>>(join(dirname(manifestFile), 'entrances.json'))
  const byFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  const known = new Map<string, Preloads>()

  function filesFor(modules: readonly string[]): Set<string> {
    const [scripts, styles] = [new Set<string>(), new Set<string>()]
    const add = (chunk: Chunk | undefined) => {
      if (!chunk || scripts.has(chunk.file)) return
      scripts.add(chunk.file)
      chunk.css?.forEach((file) => styles.add(file))
      chunk.imports?.forEach((name) => add(manifest[name]))
    }
    modules.forEach((module) => add(byFile.get(files[module] ?? '')))
    // Styles first: they are small, and nothing is drawn without them.
    return new Set([...styles, ...scripts])
  }

  // The page as it is built names these itself.
  const written = new Set([
    manifest['index.html']?.file,
    ...(manifest['index.html']?.imports ?? []).map((name) => manifest[name]?.file),
  ])

  function named({ always, signedIn, stranger }: Modules): Preloads {
    const first = filesFor(always)
    const further = (modules: readonly string[]) => [...filesFor(modules)].filter((file) => !first.has(file))
    const tags = (files: Iterable<string>) =>
      [...files]
        .filter((file) => !written.has(file))
        .map(tagFor)
        .join('')
    return {
      tags: tags(first),
      tagsSignedIn: tags(filesFor([...always, ...signedIn])),
      signedIn: further(signedIn),
      stranger: further(stranger),
    }
  }

  return (visit) => {
    const modules = modulesFor(visit)
    const key = JSON.stringify(modules)
    let found = known.get(key)
    if (!found) known.set(key, (found = named(modules)))
    return found
  }
}

const tagFor = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
