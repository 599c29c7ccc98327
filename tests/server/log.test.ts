import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { makeLog } from '../../server/kernel/log.ts'
import { route } from '../../server/kernel/route.ts'
import { oneKind } from '../databases.ts'
import { testApp, type TestApp } from '../product.ts'

const CARD = '6222020200112233445'
const HASH = '$argon2id$of-somebody'

describe.each([await oneKind()])('the log on %s', (kind) => {
  let test: TestApp
  let app: FastifyInstance
  const lines: string[] = []
  const log = makeLog({ logLevel: 'info', production: true }, { write: (line) => void lines.push(line) })
  const written = () => lines.join('')

  const failing = (path: string, statement: () => ReturnType<typeof sql>) =>
    route({
      ...{ method: 'GET', path, permission: 'public', summary: '', tag: '' },
      handler: ({ services: { db } }) => db.execute(statement()),
    })

  beforeAll(async () => {
    test = await testApp(kind, { demo: false })
    const values = sql`${CARD}::text as card, ${HASH}::text as hash`
    app = await buildApp(
      { ...test.services, log },
      {
        routes: [
          failing('/unforeseen', () => sql`select ${values} from nowhere`),
          failing('/badValue', () => sql`select ${CARD + HASH}::integer, ${values}`),
          failing('/twice', () => sql`insert into sys_user (id, username, realname) select id, username, ${CARD} from sys_user limit 1`), // prettier-ignore
        ],
      },
    )
    await app.ready()
  })
  afterAll(async () => {
    await app.close()
    await test.close()
  })
  beforeEach(() => void (lines.length = 0))

  it('says of a statement that failed why and where, and not with which values', async () => {
    expect((await app.inject('/jeecg-boot/unforeseen')).statusCode).toBe(500)
    const [entry] = lines.map((line) => JSON.parse(line) as { err: Record<string, string> })
    expect(entry?.err).toMatchObject({ code: '42P01', message: 'relation "nowhere" does not exist' })
    expect(entry?.err['stack']).toMatch(/at .*\.(ts|js)/)
    expect(written()).not.toMatch(/6222020200112233445|argon2id/)
  })

  it('leaves out what the database repeats of a value or of a row', async () => {
    for (const path of ['badValue', 'twice']) {
      const error = await app.inject(`/jeecg-boot/${path}`)
      expect(error.statusCode).toBeLessThan(500)
    }
    const thrown: unknown[] = []
    const statements = [
      sql`select ${CARD + HASH}::integer`,
      sql`insert into sys_user (id, username, realname) select id, username, ${CARD} from sys_user limit 1`,
    ]
    for (const statement of statements) await test.services.db.execute(statement).catch((error) => thrown.push(error))
    expect(thrown).toHaveLength(2)
    for (const error of thrown) log.warn({ err: error }, '没有成功')
    log.warn({ error: (thrown[0] as Error).message }, '没有成功')
    log.warn({ err: new Error('没有成功', { cause: thrown[1] }) }, '没有成功')
    expect(lines).toHaveLength(4)
    expect(written()).not.toMatch(/6222020200112233445|argon2id|Key \(/)
    expect(written()).toContain('"constraint":"sys_user_pkey"')
    expect(written()).toContain('"code":"22003"')
  })
})
