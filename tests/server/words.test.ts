/** Words and names are kept for everybody until they change; nobody waits for them with a connection that others need. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionaries, forgetDictionaries } from '../../server/resource/words.ts'
import { bothKinds } from '../databases.ts'
import { emptyApp } from '../empty-app.ts'
import { testApp, type TestApp } from '../product.ts'
import { statementsOf } from '../statements.ts'

describe.each(await bothKinds())('words on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp(kind)
  })
  afterAll(() => test?.close())

  it('come to transactions that hold every connection there is, while somebody without one asks too', async () => {
    const { db, settings } = test.services
    // One transaction excludes all others on the embedded database.
    const all = kind === 'embedded' ? 1 : settings.databasePool
    let open = 0
    let everyone = () => {}
    let goOn = () => {}
    const allOpen = new Promise<void>((resolve) => (everyone = resolve))
    const asked = new Promise<void>((resolve) => (goOn = resolve))
    const answers = Array.from({ length: all }, () =>
      db.transaction(async (tx) => {
        if (++open === all) everyone()
        await asked
        return (await dictionaries(tx)).get('sex')?.get('1')
      }),
    )
    await allOpen
    forgetDictionaries()
    const waiting = dictionaries(db)
    goOn()
    const found = await Promise.all(answers)
    expect(found).toEqual(Array.from({ length: all }, () => '男'))
    await waiting
  })

  it('of one database are not those of the next that the process serves', async () => {
    const bare = await emptyApp({ kind })
    expect(await dictionaries(bare.services.db)).toEqual(new Map())
    await bare.close()
    const next = await testApp(kind)
    try {
      expect((await dictionaries(next.services.db)).get('sex')?.get('1')).toBe('男')
    } finally {
      await next.close()
    }
  })

  describe('names', () => {
    const TITLE = 'rental_service_provider'
    const rename = (name: string) => ({
      text: `update ${TITLE} set provider_name = $1 where id = (select min(provider_id) from rental_service_provider_config where delete_time is null)`,
      values: [name],
    })
    const WRITER = { text: `update sys_user set realname = $1 where username = 'admin'` }
    /** The list, and what was asked for the names in it. */
    async function listed() {
      const admin = await test.as('admin')
      const { answer, statements } = await statementsOf(test.services.pool, () =>
        admin('GET', '/rental/serviceProviderConfig/list?pageSize=200'),
      )
      const rows = answer.result.records as Record<string, string>[]
      const [first] = rows.map(({ providerId }) => providerId ?? '').sort()
      return {
        provider: rows.find(({ providerId }) => providerId === first)?.providerId_dictText,
        writer: rows.find(({ createBy }) => createBy === 'admin')?.createBy_dictText,
        names: statements.filter((text) => /^select "id", "provider_name"|^select "username", "realname"/.test(text)),
      }
    }
    /** The first look may find somebody at work anywhere, and then keeps nothing yet. */
    const known = async () => {
      await listed()
      await listed()
      return listed()
    }
    beforeAll(() => test.services.pool.query(`update rental_service_provider_config set create_by = 'admin'`))

    it('are looked up once, and again when they have changed', async () => {
      const { pool } = test.services
      expect(await listed()).toMatchObject({ provider: expect.any(String), writer: expect.any(String) })
      expect((await known()).names).toEqual([])
      await pool.query(rename('改了名的服务商'))
      await pool.query({ ...WRITER, values: ['改了名的人'] })
      const after = await listed()
      expect(after).toMatchObject({ provider: '改了名的服务商', writer: '改了名的人' })
      expect(after.names).toHaveLength(2)
      expect(await known()).toEqual({ ...after, names: [] })
    })

    if (kind === 'postgres')
      it('that somebody is writing are looked up every time until they are written', async () => {
        const client = await test.services.pool.connect()
        try {
          await client.query('begin')
          await client.query(rename('还没定的名字'))
          // Asked for under the counter that the open change has moved already.
          const { provider, names } = await known()
          expect(provider).not.toBe('还没定的名字')
          expect(names).toHaveLength(1)
          await client.query('commit')
        } finally {
          client.release()
        }
        expect(await listed()).toMatchObject({ provider: '还没定的名字' })
      })
  })
})
