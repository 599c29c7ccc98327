/**
 * What an address will need, named in the page itself: on a slow line every step from one script to the next costs half
 * a second. A wrong guess costs bytes, never correctness; the client decides what it loads.
 */
import { existsSync, readFileSync } from 'node:fs'

/** Vite's manifest: https://vite.dev/guide/backend-integration */
interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const PHONE = /mobile|android|iphone|harmony/i
/** Ends in the id of a record: tapped in a notification. */
const RECORD = /\/[\w-]{16,}$/

/** Modules of the client that are loaded one after the other without this. `tests/e2e/preload.spec.ts` sees that each exists. */
export const ROOTS = {
  phone: {
    every: ['src/mobile/index.tsx'],
    record: ['src/mobile/Linked.tsx', 'src/mobile/custom/DecisionPage.tsx'],
    other: [],
  },
  desktop: { every: ['src/desktop/index.tsx'], record: [], other: [] },
} as const

interface InChat {
  fits: RegExp
  roots: readonly string[]
  /** Paths that are asked while the scripts are on their way. */
  asks?: readonly string[]
}

/** In a chat client also what lives there: its host, and what signs people in. */
export const CHAT_ROOTS: readonly InChat[] = [
  { fits: /wxwork\//i, roots: ['src/oauth2/begin.ts', 'src/adaptive/wecom.ts'] },
  {
    fits: /dingtalk/i,
    roots: ['src/oauth2/begin.ts', 'src/adaptive/dingtalk.ts', 'src/adaptive/dingtalk-sdk.ts'],
    // Not in WeCom, which leaves to sign in at once: both answers mark the browser, and the later mark would not fit.
    asks: ['/sys/chat/setup'],
  },
]

export interface Visit {
  path: string
  userAgent: string
}

function rootsOf({ path, userAgent }: Visit): readonly string[] {
  const { every, record, other } = ROOTS[PHONE.test(userAgent) ? 'phone' : 'desktop']
  const chat = CHAT_ROOTS.find(({ fits }) => fits.test(userAgent))?.roots ?? []
  return [...every, ...(RECORD.test(path) ? record : other), ...chat]
}

/** Tags for the head of the page; empty while the client has no manifest. */
export function preloads(manifestFile: string): (visit: Visit) => string {
  const manifest: Manifest = existsSync(manifestFile)
    ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest)
    : {}
  const known = new Map<string, string>()

  function tagsFor(roots: readonly string[]): string {
    const [scripts, styles] = [new Set<string>(), new Set<string>()]
    const add = (name: string) => {
      const chunk = manifest[name]
      if (!chunk || scripts.has(chunk.file)) return
      scripts.add(chunk.file)
      chunk.css?.forEach((file) => styles.add(file))
      chunk.imports?.forEach(add)
    }
    roots.forEach(add)
    return [
      ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ...[...styles].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ].join('')
  }

  return (visit) => {
    const roots = rootsOf(visit)
    const key = roots.join()
    let tags = known.get(key)
    if (tags === undefined) known.set(key, (tags = tagsFor(roots)))
    return tags
  }
}
