/** The section 'Addresses' of `docs/contract.md`: what the product serves beside what the contract has. */
import { addressKey, contractAddresses, type Callers, type ContractAddress } from './addresses.ts'

/** What of a route is told here. */
export interface Served {
  methods: readonly string[]
  path: string
}

const CALLED_BY: Record<Callers, string> = {
  both: 'Vue2, Vue3',
  old: 'Vue2',
  new: 'Vue3',
  none: '–',
  dead: 'named by a client, answered by no server',
}

export const BEGIN = '<!-- made by npm run contract: begin -->'
export const END = '<!-- made by npm run contract: end -->'

/** `/sys/dict/back/{id}` */
const shown = (path: string) => `\`${path.replace(/:(\w+)/g, '{$1}')}\``

interface Compared {
  here: { address: ContractAddress; methods: string[] }[]
  absent: ContractAddress[]
  ours: Served[]
}

/** Throws for an address that is neither here nor said to be absent, and for one that is both. */
export function compare(served: readonly Served[]): Compared {
  const keys = new Map(served.flatMap(({ methods, path }) => methods.map((one) => [addressKey(one, path), path])))
  const methodsAt = (path: string) =>
    ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => keys.has(addressKey(method, path)))
  const isHere = ({ methods, path }: ContractAddress) => methods.every((one) => keys.has(addressKey(one, path)))
  const wrong = contractAddresses.filter((address) => isHere(address) === (address.absent !== undefined))
  if (wrong.length)
    throw new Error(
      `scripts/contract/addresses.ts: ${wrong.map(({ methods, path, absent }) => `${methods.join()} ${path} ${absent === undefined ? 'is not served and nobody says why' : 'is served, though it is said to be absent'}`).join('; ')}`,
    )
  const named = new Set(contractAddresses.map(({ path }) => addressKey('', path)))
  return {
    here: contractAddresses
      .filter(({ absent }) => absent === undefined)
      .map((address) => ({ address, methods: methodsAt(address.path) })),
    absent: contractAddresses.filter(({ absent }) => absent !== undefined),
    ours: served.filter(({ path }) => !named.has(addressKey('', path))),
  }
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) => [
  `| ${heads.join(' | ')} |`,
  `|${'---|'.repeat(heads.length)}`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
]

/** `/sys/draft/one`, `/sys/draft/save` as one line: what stands under the same folder. */
function folders(served: readonly Served[]): [folder: string, verbs: string[]][] {
  const found = new Map<string, Set<string>>()
  for (const { path } of served) {
    const at = path.lastIndexOf('/')
    const [folder, verb] = [path.slice(0, at), path.slice(at + 1).replace(/:(\w+)/, '{$1}')]
    found.set(folder, (found.get(folder) ?? new Set()).add(verb))
  }
  return [...found].map(([folder, verbs]) => [folder, [...verbs].sort()] as [string, string[]]).sort(byFolder)
}
const byFolder = ([a]: [string, string[]], [b]: [string, string[]]) => (a < b ? -1 : a > b ? 1 : 0)

/** The same for each of very many, the names of the folders instead of the lines. */
function sameEverywhere(all: [folder: string, verbs: string[]][]): string[] {
  const byVerb = new Map<string, string[]>()
  for (const [folder, verbs] of all)
    for (const verb of verbs) byVerb.set(verb, [...(byVerb.get(verb) ?? []), folder.replace('/rental/', '')])
  return [...byVerb].filter(([, under]) => under.length > all.length / 2).map(([verb]) => verb)
}

/** The text between the marks. */
export function addressesSection(served: readonly Served[]): string {
  const { here, absent, ours } = compare(served)
  const parts = [...new Set(contractAddresses.map(({ part }) => part))]
  const business = folders(ours.filter(({ path }) => path.startsWith('/rental/')))
  const common = sameEverywhere(business)
  const rest = folders(ours.filter(({ path }) => !path.startsWith('/rental/')))
  return [
    BEGIN,
    '',
    `The contract has ${contractAddresses.length} addresses besides the two sockets (\`/websocket/{userId}\`, \`/vxeSocket/{userId}/{pageId}\`,`,
    `both here); ${here.length} are served, ${absent.length} are not. Methods are those this server takes.`,
    '',
    '### In the contract, and here',
    '',
    ...parts.flatMap((part) => {
      const rows = here.filter(({ address }) => address.part === part)
      return rows.length
        ? [
            `#### ${part}`,
            '',
            ...table(
              ['Address', 'Methods', 'Called by'],
              rows.map(({ address, methods }) => [shown(address.path), methods.join(', '), CALLED_BY[address.callers]]),
            ),
            '',
          ]
        : []
    }),
    '### In the contract, not here',
    '',
    ...table(
      ['Address', 'Methods', 'Called by', 'Why not'],
      absent.map(({ path, methods, callers, absent: why }) => [
        shown(path),
        methods.join(', '),
        CALLED_BY[callers],
        why ?? '',
      ]),
    ),
    '',
    'Of the packages, invitations and applications around tenants the contract counts some 45 more that only the low-code platform calls;',
    'none is here.',
    '',
    '### Ours alone',
    '',
    `Each of the ${business.length} folders below \`/rental/\` has most of: ${common.map((verb) => `\`${verb}\``).join(', ')}, and its own actions.`,
    '',
    ...table(
      ['Below', 'Addresses'],
      rest.map(([folder, verbs]) => [`\`${folder.replace(/:(\w+)/g, '{$1}') || '/'}\``, verbs.join(', ')]),
    ),
    '',
    END,
  ].join('\n')
}

/** The page with a new section; throws when the marks are gone. */
export function withSection(page: string, section: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`docs/contract.md has lost its marks ${BEGIN} and ${END}`)
  return page.slice(0, from) + section + page.slice(to + END.length)
}
