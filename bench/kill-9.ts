/** The whole server killed under writes on the embedded database: what is lost, and when it is back. */
import { setTimeout as sleep } from 'node:timers/promises'
import { emptyDatabase } from './database.ts'
import { ms, type Figure } from './figure.ts'
import { startServer, type Server } from './server.ts'

const ROUNDS = 5
const WRITERS = 6
const WRITE_MS = 2000
const PAGE = 1000

export async function* measure(): AsyncGenerator<Figure> {
  const { env } = await emptyDatabase('embedded')
  const acknowledged = new Set<string>()
  const readyMs: number[] = []
  let number = 0
  let server = await startServer(env)
  for (let round = 0; round < ROUNDS; round++) {
    const token = await server.signIn('ops_manager')
    const writers = Array.from({ length: WRITERS }, () => write(server, token, () => number++, acknowledged))
    await sleep(WRITE_MS + Math.random() * 500)
    await server.kill()
    await Promise.all(writers)
    server = await startServer(env)
    readyMs.push(server.readyMs)
  }
  const present = await written(server)
  await server.stop()
  const lost = [...acknowledged].filter((id) => !present.has(id)).length
  const worst = Math.max(...readyMs)
  yield* [
    {
      name: `kill -9 under writes, ${ROUNDS} rounds: acknowledged writes lost`,
      measured: `${lost} of ${acknowledged.size}`,
      target: '0',
      reached: lost === 0 && acknowledged.size > 0,
    },
    {
      name: 'kill -9 under writes: ready again, worst round',
      measured: `${ms(worst)} (${readyMs.map(ms).join(', ')})`,
      target: '≤ 4 s',
      reached: worst <= 4000,
    },
  ]
}

/** One person who adds consumers until the server is gone. */
async function write(server: Server, token: string, next: () => number, acknowledged: Set<string>) {
  for (;;)
    try {
      const phone = `192${String(next()).padStart(8, '0')}`
      const row = (await server.send(
        'POST',
        '/rental/userMessage/add',
        { phone, nickName: '不丢', status: '1' },
        token,
      )) as {
        id: string
      }
      acknowledged.add(row.id)
    } catch (error) {
      // The kill; anything else is a broken benchmark.
      if (error instanceof TypeError) return
      throw error
    }
}

async function written(server: Server): Promise<Set<string>> {
  const token = await server.signIn('ops_manager')
  const found = new Set<string>()
  for (let page = 1; ; page++) {
    const path = `/rental/userMessage/list?nickName=不丢&pageNo=${page}&pageSize=${PAGE}`
    const { records } = (await server.get(path, token)) as { records: { id: string }[] }
    for (const { id } of records) found.add(id)
    if (records.length < PAGE) return found
  }
}
