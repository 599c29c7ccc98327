/** Words are kept for everybody, and nobody waits for them with a connection that somebody else needs to read them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionaries, forgetDictionaries } from '../../server/resource/words.ts'
import { bothKinds } from '../databases.ts'
import { testApp, type TestApp } from '../product.ts'

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
  }, 30_000)
})
