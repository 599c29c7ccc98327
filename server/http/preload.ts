/**
 * What an address will need, named in the page itself: on a slow line every step from one script to the next costs half
 * a second. A wrong guess costs bytes, never correctness; the client decides what it loads.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readAgent } from '#model/agents.ts'
import { chatEntry } from '#model/chatNames.ts'
import type { ChatName } from '#model/chats.ts'
import { allResources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { pages } from '../seed/pages.ts'

/** Vite's manifest, https://vite.dev/guide/backend-integration, beside which `scripts/page-files.ts` says where each root is. */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

/** Ends in the id of a record: tapped in a notification. */
const RECORD = /\/[\w-]{16,}$/

/** Modules of the client that are loaded one after the other without this. `tests/e2e/preload.spec.ts` sees that each exists. */
export const ROOTS = {
  phone: {
    every: ['src/mobile/index.tsx'],
    login: ['src/mobile/screens/login/Login.tsx'],
    record: ['src/mobile/Linked.tsx', 'src/mobile/custom/decision/DecisionDetail.tsx'],
    inside: ['src/mobile/Inside.tsx'],
    home: ['src/mobile/screens/todo/MyTodos.tsx'],
    homes: [pages.home?.url, pages.todo?.url],
    list: ['src/mobile/screens/list/List.tsx'],
  },
  desktop: {
    every: ['src/desktop/index.tsx'],
    login: ['src/desktop/screens/login/Login.tsx'],
    record: [],
    inside: ['src/desktop/Inside.tsx'],
    home: ['src/desktop/screens/home/Home.tsx'],
    homes: [pages.home?.url],
    list: ['src/desktop/screens/list/List.tsx'],
  },
} as const

const LOGIN = '/user/login'
/** Open to everybody: who comes here wants neither to go in nor to sign in. */
const OUTSIDE = /^\/(user|oauth2-app|test)\/|^\/[45]\d\d$/
const LISTS = new Set(
  allResources()
    .filter(({ menu }) => menu)
    .map(menuUrl),
)

interface InChat {
  roots: readonly string[]
  /** Paths that are asked while the scripts are on their way. */
  asks: readonly string[]
}

/** In a chat client also what lives there: its host, and what signs people in. */
export function inChat(chat: ChatName): InChat {
  const roots = ['src/oauth2/begin.ts', `src/adaptive/${chat}.ts`]
  // Who leaves to sign in at once asks nothing first: both answers mark the browser, and the later mark would not fit.
  if (chatEntry(chat).byAddress) return { roots, asks: [] }
  return { roots: [...roots, `src/adaptive/${chat}-sdk.ts`], asks: ['/sys/chat/setup'] }
}

export interface Visit {
  path: string
  userAgent: string
}

interface Roots {
  /** Whoever comes. */
  always: readonly string[]
  /** Who is signed in, as only the browser knows. */
  signedIn: readonly string[]
  stranger: readonly string[]
}

function rootsOf({ path, userAgent }: Visit): Roots {
  const { phone, chat: client } = readAgent(userAgent)
  const { every, login, record, inside, home, homes, list } = ROOTS[phone ? 'phone' : 'desktop']
  const chat = client && inChat(client).roots
  if (path === LOGIN) return { always: [...every, ...login, ...(chat ?? [])], signedIn: inside, stranger: [] }
  if (phone && RECORD.test(path)) return { always: [...every, ...record, ...(chat ?? [])], signedIn: [], stranger: [] }
  if (OUTSIDE.test(path)) return { always: [...every, ...(chat ?? [])], signedIn: [], stranger: [] }
  const page = path === '/' || homes.some((url) => url === path) ? home : LISTS.has(path) ? list : []
  // A chat signs in by itself.
  return { always: [...every, ...(chat ?? [])], signedIn: [...inside, ...page], stranger: chat ? [] : login }
}

export interface Preloads {
  /** For the head of the page. */
  tags: string
  /** Files the page's own script asks for, whoever has a session here or has none (`index.html`). */
  signedIn: readonly string[]
  stranger: readonly string[]
}

/** What an address needs; nothing while the client is not built. */
export function preloads(manifestFile: string): (visit: Visit) => Preloads {
  const read = <T>(file: string) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) as T
  const manifest = read<Manifest>(manifestFile)
  const homes = read<Readonly<Record<string, string>>>(join(dirname(manifestFile), 'homes.json'))
  const byFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  const known = new Map<string, Preloads>()

  function filesFor(roots: readonly string[]): Set<string> {
    const [scripts, styles] = [new Set<string>(), new Set<string>()]
    const add = (chunk: Chunk | undefined) => {
      if (!chunk || scripts.has(chunk.file)) return
      scripts.add(chunk.file)
      chunk.css?.forEach((file) => styles.add(file))
      chunk.imports?.forEach((name) => add(manifest[name]))
    }
    roots.forEach((root) => add(byFile.get(homes[root] ?? '') ?? manifest[root]))
    // Styles first: they are small, and nothing is drawn without them.
    return new Set([...styles, ...scripts])
  }

  function named({ always, signedIn, stranger }: Roots): Preloads {
    const files = filesFor(always)
    const further = (roots: readonly string[]) => [...filesFor(roots)].filter((file) => !files.has(file))
    return { tags: [...files].map(tagFor).join(''), signedIn: further(signedIn), stranger: further(stranger) }
  }

  return (visit) => {
    const roots = rootsOf(visit)
    const key = JSON.stringify(roots)
    let found = known.get(key)
    if (!found) known.set(key, (found = named(roots)))
    return found
  }
}

const tagFor = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
