/** What is pointed at stays, and what is going is pointed at by nothing new. On both databases. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { deviceStates } from '#resources/device/device.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { addRow, deleteRows, editRow, type Writing } from '../../server/resource/write.ts'
import { make } from '../make.ts'
import { bothKinds } from '../databases.ts'
import { testApp, until, type Reply, type Send, type TestApp } from '../product.ts'
import { deskOf } from './desk.ts'

const { complaint, device, serviceProvider, userMessage } = resources

describe.each(await bothKinds())('references on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())
  const { add, edit, look, must } = deskOf(() => ({ test, admin }))

  const idle = { providerId: null, merchantId: null, status: deviceStates.waiting, parentId: null }
  const cabinet = () => add(device, { ...idle, deviceType: deviceTypes.cabinet })
  const bankIn = (parentId: string) => add(device, { ...idle, deviceType: deviceTypes.powerBank, parentId })
  const gone = (ids: readonly string[]) => admin('DELETE', `${device.path}/deleteBatch?ids=${ids.join(',')}`)

  describe('within one resource', () => {
    it('a cabinet stays while power banks are in it', async () => {
      const outer = await cabinet()
      const inner = await bankIn(outer.id)
      const message = `设备“${outer.deviceSn}”被 1 条设备的“所在柜机”引用，不能删除`
      expect(await admin('DELETE', `${device.path}/delete?id=${outer.id}`)).toMatchObject({ success: false, message })
      const query = { deviceSn: outer.deviceSn }
      expect(await admin('POST', `${device.path}/deleteByQuery`, { query, count: 1 })).toMatchObject({ message })
      expect(await look(device, inner.id)).toMatchObject({ parentId: outer.id, parentId_dictText: outer.deviceSn })
      must(await edit(device, inner.id, { parentId: outer.id, address: '某路 1 号' }))
    })

    it('it goes with them, whichever is named first', async () => {
      for (const order of [(ids: string[]) => ids, (ids: string[]) => ids.reverse()]) {
        const outer = await cabinet()
        const inner = await bankIn(outer.id)
        must(await gone(order([outer.id, inner.id])))
        for (const { id } of [outer, inner])
          expect(await admin('GET', `${device.path}/queryById?id=${id}`)).toMatchObject({ status: 404 })
      }
      const outer = await cabinet()
      const inner = await bankIn(outer.id)
      const query = { deviceSn: `${outer.deviceSn},${inner.deviceSn}` }
      must(await admin('POST', `${device.path}/deleteByQuery`, { query, count: 2 }))
    })

    it('a provider goes with those below it', async () => {
      const above = await add(serviceProvider)
      const below = await add(serviceProvider, { level: providerLevels.city, parentId: above.id })
      expect(await admin('DELETE', `${serviceProvider.path}/delete?id=${above.id}`)).toMatchObject({
        message: expect.stringContaining('引用，不能删除'),
      })
      must(await admin('DELETE', `${serviceProvider.path}/deleteBatch?ids=${above.id},${below.id}`))
    })
  })

  // The embedded database has one transaction at a time.
  if (kind === 'postgres')
    describe('written while what it names is deleted', () => {
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      /** Sends while the work is done and not yet committed: the reply to what waited for it. */
      async function during(work: (writing: Writing) => Promise<unknown>, send: () => Promise<Reply>): Promise<Reply> {
        let commit = () => {}
        const asked = new Promise<void>((resolve) => (commit = resolve))
        let committed: Promise<void> | undefined
        await new Promise<void>((done, failed) => {
          committed = test.services.db.transaction(async (tx) => {
            await work({ tx, caller: systemCaller(1), services: test.services })
            done()
            await asked
          })
          committed.catch(failed)
        })
        let answered = false
        const reply = send().finally(() => (answered = true))
        await until('whoever is sent to wait', async () => {
          const { rows } = await test.services.db.execute(waiting)
          return rows.length > 0 || answered
        })
        commit()
        await committed
        return reply
      }
      const count = async (userId: string) =>
        (await admin('GET', `${complaint.path}/list?userId=${userId}`)).result.total as number

      it('a record is not written that names one which goes', async () => {
        const { id } = await add(userMessage)
        const reply = await during(
          (writing) => deleteRows(writing, userMessage, [id]),
          () => admin('POST', `${complaint.path}/add`, make(complaint, { userId: id })),
        )
        expect(reply).toMatchObject({ status: 400, message: expect.stringContaining('不存在或无权使用') })
        expect(await count(id)).toBe(0)
      })

      it('nor changed to name it', async () => {
        const [{ id }, other] = [await cabinet(), await add(device, { ...idle, deviceType: deviceTypes.powerBank })]
        const reply = await during(
          (writing) => deleteRows(writing, device, [id]),
          () => admin('PUT', `${device.path}/edit`, { id: other.id, version: other.version, parentId: id }),
        )
        expect(reply).toMatchObject({ status: 400, message: expect.stringContaining('不存在或无权使用') })
      })

      it.each([
        ['', (id: string) => admin('DELETE', `${userMessage.path}/delete?id=${id}`)],
        [', by query', (id: string) => admin('POST', `${userMessage.path}/deleteByQuery`, { query: { id }, count: 1 })],
      ])('a record is not deleted that is being named%s', async (_, remove) => {
        const { id } = await add(userMessage)
        const reply = await during(
          (writing) => addRow(writing, complaint, make(complaint, { userId: id })),
          () => remove(id),
        )
        expect(reply).toMatchObject({ success: false, message: expect.stringContaining('引用，不能删除') })
        expect(await count(id)).toBe(1)
        must(await admin('GET', `${userMessage.path}/queryById?id=${id}`))
      })

      it('a record that is being changed can be named meanwhile', async () => {
        const { id } = await add(userMessage)
        const reply = await during(
          (writing) => editRow(writing, userMessage, id, { version: 1, nickName: '改名中' }),
          () => admin('POST', `${complaint.path}/add`, make(complaint, { userId: id })),
        )
        must(reply)
      })
    })
})
