/** What an office does all day, on the demo data: lists, records, choices, a few edits. */
import type { Ask } from './load.ts'
import type { Server } from './server.ts'

const LISTS = ['userMessage', 'amountDetail', 'userWithdrawal', 'serviceProvider', 'serviceProviderConfig']
const DICTIONARIES = ['pb_user_status', 'pb_auth_status', 'pb_owner_type', 'pb_amount_type']
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!
const upTo = (most: number) => 1 + Math.floor(Math.random() * most)
const PREFIX = '/jeecg-boot'

interface Row {
  id: string
  version: number
}

/** Edits one record after the other, each with the version it has by then. */
function editor(rows: readonly Row[]): () => Ask {
  const free = [...rows]
  return () => {
    const row = free.shift()
    if (!row) return { path: `/rental/userMessage/queryById?id=${rows[0]!.id}` }
    return {
      path: '/rental/userMessage/edit',
      method: 'PUT',
      body: JSON.stringify({ id: row.id, version: row.version, nickName: `小鹿${upTo(99_999)}` }),
      answered(text) {
        const { result } = (text ? JSON.parse(text) : {}) as { result?: Row | null }
        // Without an answer nobody knows its version, so it is left alone.
        if (result) free.push({ id: row.id, version: result.version })
      },
    }
  }
}

/** `people`: from one address ten may sign in a minute. */
export async function office(server: Server, people = 10): Promise<() => Ask> {
  const tokens: string[] = []
  while (tokens.length < people) tokens.push(await server.signIn('ops_manager'))
  const rows = new Map<string, Row[]>()
  for (const name of LISTS)
    rows.set(name, (await server.get(`/rental/${name}/list?pageSize=200`, tokens[0])).records as Row[])
  const asks: [share: number, ask: () => Ask][] = [
    [0.7, () => ({ path: `/rental/${pick(LISTS)}/list?pageNo=${upTo(5)}` })],
    [
      0.15,
      () => {
        const name = pick(LISTS)
        return { path: `/rental/${name}/queryById?id=${pick(rows.get(name)!).id}` }
      },
    ],
    [0.05, () => ({ path: `/rental/${pick(['userMessage', 'serviceProvider'])}/options?pageSize=30` })],
    [0.05, () => ({ path: `/sys/dict/getDictText/${pick(DICTIONARIES)}/1` })],
    [0.05, editor(rows.get('userMessage')!)],
  ]
  return () => {
    let at = Math.random()
    const [, ask] = asks.find(([share]) => (at -= share) < 0) ?? asks[0]!
    const one = ask()
    return { ...one, path: PREFIX + one.path, token: pick(tokens) }
  }
}
