/** P03: what becomes of an import into an online form, and of its undo, when the form is published anew or stopped meanwhile. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '@voltdesk/sheets'
import type { Task } from '#model/tasks.ts'
import { formScopes, onlineKinds } from '#resources/system/onlineKinds.ts'
import { liveForm } from '../../server/resource/online.ts'
import { findRow } from '../../server/resource/list.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { updateRow } from '../../server/resource/write.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Reply, type Send, type TestApp } from '../product.ts'
import { importsOf } from './import-file.ts'

type Row = Record<string, unknown>
const HEAD = '/online/cgform/head'
const at = (code: string) => `/online/cgform/data/${code}`
const field = (name: string, label: string, over: Row = {}) => ({ name, label, kind: onlineKinds.text, ...over })
const size = field('size', '尺寸')
const ROWS = 1200
const ENDED: readonly Task['state'][] = ['done', 'failed', 'cancelled']

describe.each([await oneKind()])('imports into online forms on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind, { demo: false })
    // What is ordered here is told with its end.
    Object.assign(test.services.settings, { taskWaitMs: 120_000 })
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const must = (reply: Reply): any => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply.result
  }
  const step = async (id: string, name: string) => {
    const { version } = must(await admin('GET', `${HEAD}/plan?id=${id}`))
    return must(await admin('POST', `${HEAD}/${name}`, { id, version }))
  }
  async function published(code: string, fields: readonly Row[]): Promise<string> {
    const form = { name: '登记', code, dataScope: formScopes.tenant, fields }
    const { id } = must(await admin('POST', `${HEAD}/add`, form))
    await step(id, 'publish')
    return id
  }
  const changed = async (id: string, change: (fields: Row[]) => Row[]) => {
    const { version, fields } = must(await admin('GET', `${HEAD}/queryById?id=${id}`))
    must(await admin('PUT', `${HEAD}/edit`, { id, version, fields: change(fields) }))
  }
  const count = async (code: string): Promise<number> => must(await admin('GET', `${at(code)}/list`)).total
  const imports = importsOf(() => admin)
  const { settled, undone } = imports
  const checked = (code: string, titles: readonly string[], lines: readonly Cell[][]) =>
    imports.checked(at(code), titles, lines)
  const many = Array.from({ length: ROWS }, (_, index): Cell[] => [`第 ${index} 行`, '7'])
  const begun = (id: string) => admin('POST', '/sys/task/confirm', { id })
  /** Does something to the form when a part of the file is written; answers how the import ended. */
  async function meanwhile(code: string, what: () => Promise<unknown>): Promise<Task> {
    const found = await checked(code, ['标题', '尺寸'], many)
    expect(found).toMatchObject({ state: 'checked', counts: { added: ROWS, wrong: 0 } })
    // A table that is slow, so that parts of the file are written one after another.
    await test.services.pool.query(`
      create or replace function slow() returns trigger language plpgsql as $$
        begin perform pg_sleep(0.01); return new; end $$;
      create trigger slow before insert on onl_${code} for each row execute function slow()`)
    const writing = begun(found.id)
    const half = await until('a part of the file', async () => {
      const { counts, state } = must(await admin('GET', `/sys/task/queryById?id=${found.id}`)) as Task
      return (ENDED.includes(state) || Boolean(counts?.written)) && { written: counts?.written ?? 0 }
    })
    expect(half.written).toBeGreaterThan(0)
    expect(half.written).toBeLessThan(ROWS)
    await what()
    await test.services.pool.query(`drop trigger slow on onl_${code}`)
    must(await writing)
    return settled(found.id)
  }

  it('P03: a form that goes on with all its fields is imported to the end, and taken back', async () => {
    const id = await published('on', [field('title', '标题'), size])
    await changed(id, (fields) => [
      ...fields.map((one) => ({ ...one, label: `新${one.label}` })),
      field('place', '地点'),
    ])
    const ended = await meanwhile('on', () => step(id, 'publish'))
    expect(ended, ended.message ?? '').toMatchObject({ state: 'done', counts: { written: ROWS } })
    expect(await count('on')).toBe(ROWS)
    expect(await undone(ended)).toMatchObject({ undone: true, message: `已撤销本次导入：删除 ${ROWS} 行` })
    expect(await count('on')).toBe(0)
  })

  it('P03: an import stops where its form no longer takes it, says why, and leaves nothing', async () => {
    const id = await published('off', [field('title', '标题'), size])
    await changed(id, ([first, second]) => [first!, { ...second, kind: onlineKinds.integer }])
    const replaced = await meanwhile('off', () => step(id, 'publish'))
    expect(replaced).toMatchObject({ state: 'failed', counts: { written: 0 } })
    expect(replaced.message).toMatch(
      /^在线表单“登记”已重新发布，字段“尺寸”的定义已改变，请重试，已写入的 \d+ 行已撤回$/,
    )
    expect(await count('off')).toBe(0)
  })

  it('P03: the same where it was stopped, or was taken back to before it was ever published', async () => {
    for (const [code, name] of [
      ['stopped', 'stop'],
      ['unmade', 'takeBack'],
    ] as const) {
      const id = await published(code, [field('title', '标题'), size])
      const ended = await meanwhile(code, () => step(id, name))
      expect(ended, ended.message ?? '').toMatchObject({ state: 'failed', counts: { written: 0 } })
      expect(ended.message).toMatch(/^在线表单“登记”已停用或撤回，已写入的 \d+ 行已撤回$/)
      await step(id, 'publish')
      expect(await count(code)).toBe(0)
    }
  })

  it('P03: what was checked against another publication is not written by this one', async () => {
    const id = await published('between', [field('title', '标题'), size])
    const found = await checked('between', ['标题', '尺寸'], [['甲', '大']])
    await changed(id, ([first]) => [first!, { ...size, label: '宽', required: 'Y' }])
    await step(id, 'publish')
    await begun(found.id)
    expect(await settled(found.id)).toMatchObject({
      state: 'failed',
      message: '在线表单“登记”已重新发布，字段“尺寸”已移除；新增了必填字段“宽”，请重试',
    })
    expect(await count('between')).toBe(0)
  })

  it('P03: a whole import is taken back after its form was published anew', async () => {
    const id = await published('after', [field('title', '标题'), size])
    const found = await checked('after', ['标题', '尺寸'], [['甲', '1']])
    must(await begun(found.id))
    const ended = await settled(found.id)
    await changed(id, ([, second]) => [{ ...second, kind: onlineKinds.integer }, field('place', '地点')])
    await step(id, 'publish')
    await step(id, 'stop')
    expect(await undone(ended)).toMatchObject({ undone: false, message: '没有撤销：在线表单已停用或已被删除' })
    await step(id, 'publish')
    expect(await undone(ended)).toMatchObject({ undone: true, message: '已撤销本次导入：删除 1 行' })
    expect(await count('after')).toBe(0)
  })

  it('P03: a file changes no record of an online form: none of its columns names one', async () => {
    await published('adds', [field('title', '标题'), size])
    must(await admin('POST', `${at('adds')}/add`, { title: '甲', size: '1' }))
    const lines = [
      ['甲', '1'],
      ['甲', '2'],
    ]
    expect((await checked('adds', ['标题', '尺寸'], lines)).counts).toMatchObject({ same: 1, added: 1, changed: 0 })
  })

  it('P03: what a task changed is given back where its field is kept by now; of what is gone a sentence says so', async () => {
    const old = [field('title', '标题'), size, field('place', '地点'), field('people', '人数')]
    const id = await published('back', old)
    const row = must(await admin('POST', `${at('back')}/add`, { title: '甲', size: '1', place: '深圳', people: '3' }))
    const found = await checked('back', ['标题'], [['乙']])
    must(await begun(found.id))
    const ended = await settled(found.id)
    const { services } = test
    const { resource } = (await liveForm(services.db, 'back'))!
    const caller = { ...systemCaller(1), task: found.id }
    await services.db.transaction(async (tx) => {
      const before = (await findRow(tx, caller, resource, row.id, true))!
      const after = { ...before, title: '甲二', size: '2', place: '广州', people: '4' }
      await updateRow({ tx, caller, services, mode: 'edit', before, after, extras: {} }, resource, 'import')
    })
    await changed(id, ([first, second, third]) => [
      { ...first, name: 'heading' },
      { ...second, kind: onlineKinds.integer },
      { ...third, kind: onlineKinds.longText },
      field('title', '题目'),
    ])
    await step(id, 'publish')
    expect(await undone(ended)).toMatchObject({
      undone: true,
      message: '已撤销本次导入：删除 1 行，恢复 1 行；字段“尺寸”、“人数”已移除或改变了控件，原来的值没有恢复',
    })
    const { records } = must(await admin('GET', `${at('back')}/list`))
    expect(records).toEqual([expect.objectContaining({ heading: '甲', title: null, place: '深圳', size: 2 })])
  })
})
