/** Administration of dictionaries beyond the generated verbs (contract.md §6.7): value check, recycle bin. */
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { dictionaries as shipped } from '#resources/dictionaries.ts'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../db/only-row.ts'
import { notFound, refused } from '../kernel/errors.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { hookOf } from '../resource/hooks.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { trace } from '../resource/trace.ts'
import { wireRow } from '../resource/wire.ts'
import { naming } from '../resource/write.ts'
import { forgetDictionaries } from '../resource/words.ts'
import { idText, maybe, someIds } from '../resource/parameters.ts'

const tag = '数据字典'
const dicts = tableOf(resources.sysDict)
const items = tableOf(resources.sysDictItem)
const isShipped = (code: unknown) => Object.hasOwn(shipped, String(code))

/** Fields of the product name these dictionaries. */
export const saveDict = hookOf(resources.sysDict, {
  check({ before, after }) {
    const renamed = before && isShipped(before.dictCode) && before.dictCode !== after.dictCode
    return Promise.resolve(renamed ? { dictCode: '系统内置字典的编号不能修改' } : undefined)
  },
  beforeDelete({ row }) {
    if (isShipped(row.dictCode)) throw refused('系统内置字典不能删除，可以停用其中的字典项')
    return Promise.resolve()
  },
})

const params = z.strictObject({ id: idText() })
const binned = sql`${dicts.deleteTime} is not null`

type Doing = Pick<Call, 'services' | 'caller'>

/** All or none: another one may have the code of one by now. */
async function bringBack({ services: { db }, caller }: Doing, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of ids) {
      const [deleted] = await tx
        .select()
        .from(dicts)
        .where(and(eq(dicts.id, id), binned))
        .for('update')
      if (!deleted) throw notFound('字典')
      const row = onlyRow(
        await naming(tx, resources.sysDict, [deleted], () =>
          tx
            .update(dicts)
            .set({ deleteTime: null, version: sql`${dicts.version} + 1` })
            .where(eq(dicts.id, id))
            .returning(),
        ),
      )
      const after = wireRow(resources.sysDict, row)
      await trace(tx, caller, resources.sysDict, [{ operation: '还原', id, version: after.version, after }])
    }
  })
  forgetDictionaries()
}

async function deleteForGood({ services: { db }, caller }: Doing, ids: readonly string[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const id of ids) {
      const [row] = await tx
        .delete(dicts)
        .where(and(eq(dicts.id, id), binned))
        .returning()
      if (!row) throw notFound('字典')
      await tx.delete(items).where(eq(items.dictId, id))
      const before = wireRow(resources.sysDict, row)
      await trace(tx, caller, resources.sysDict, [{ operation: '彻底删除', id, version: before.version + 1, before }])
    }
  })
  forgetDictionaries()
}

export const dictionaryAdminRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/dictItem/dictItemCheck',
    permission: 'system:dict:list',
    summary: '字典项的值是否可用',
    tag,
    query: z.strictObject({ dictId: idText('dictId'), itemValue: idText('itemValue'), id: maybe }),
    handler: async ({ services: { db }, query: { dictId, itemValue, id } }) => {
      const [found] = await db
        .select({ id: items.id })
        .from(items)
        .where(
          and(eq(items.dictId, dictId), eq(items.itemValue, itemValue), live(items), id ? ne(items.id, id) : undefined),
        )
      if (found) throw refused('该值不可用，系统中已存在！')
      return said('该值可用！')
    },
  }),
  route({
    method: 'GET',
    path: '/sys/dict/deleteList',
    permission: 'system:dict:deleteRecycleBin',
    summary: '字典回收站',
    tag,
    handler: async ({ services: { db } }) => {
      const rows = await db.select().from(dicts).where(binned).orderBy(desc(dicts.deleteTime)).limit(1000)
      return rows.map((record) => ({ ...wireRow(resources.sysDict, record), delFlag: 1 }))
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/dict/back/:id',
    permission: 'system:dict:deleteRecycleBin',
    summary: '还原字典',
    tag,
    params,
    handler: async ({ services, caller, params: { id } }) => {
      await bringBack({ services, caller }, [id])
      return said('操作成功!')
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/dict/putRecycleBin',
    permission: 'system:dict:deleteRecycleBin',
    summary: '批量还原字典，全部或一个不还原',
    tag,
    body: z.strictObject({ ids: someIds() }),
    handler: async ({ services, caller, body: { ids } }) => {
      await bringBack({ services, caller }, ids)
      return said('还原成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/dict/deletePhysic/:id',
    permission: 'system:dict:deleteRecycleBin',
    summary: '彻底删除字典',
    tag,
    params,
    handler: async ({ services, caller, params: { id } }) => {
      await deleteForGood({ services, caller }, [id])
      return said('删除成功!')
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/dict/deleteRecycleBin',
    permission: 'system:dict:deleteRecycleBin',
    summary: '批量彻底删除字典，全部或一个不删',
    tag,
    query: z.strictObject({ ids: someIds() }),
    handler: async ({ services, caller, query: { ids } }) => {
      await deleteForGood({ services, caller }, ids)
      return said('删除成功!')
    },
  }),
]
