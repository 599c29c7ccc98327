/** 快捷入口: the pages a person wants at hand, the same at every desk and on the phone. */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { MOST_SHORTCUTS } from '#model/shortcuts.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { oneOf } from '../../db/one-of.ts'
import { tableOf } from '../../db/table.ts'
import { shortcut } from '../../db/tables.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Database } from '../../kernel/database.ts'
import { badInput } from '../../kernel/errors.ts'
import { route, said, type Route } from '../../kernel/route.ts'

const tag = '工作台'
const menus = tableOf(resources.sysPermission)
const mine = ({ userId, tenantId }: Caller) => and(eq(shortcut.userId, userId), eq(shortcut.tenantId, tenantId))

/** Only pages of a menu; which of them are this person's the menu says, whenever they are shown. */
async function refuseUnknown(db: Database, paths: readonly string[]): Promise<void> {
  const found = paths.length
    ? await db
        .selectDistinct({ url: menus.url })
        .from(menus)
        .where(and(oneOf(menus.url, paths), live(menus)))
    : []
  const known = new Set(found.map(({ url }) => url))
  const unknown = paths.find((path) => !known.has(path))
  if (unknown !== undefined) throw badInput(`菜单中没有页面：${unknown}`)
}

export const shortcutRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/shortcut/mine',
    permission: 'session',
    summary: '我的快捷入口：菜单页面的地址，依次；没有选过时 paths 为 null',
    tag,
    handler: async ({ services: { db }, caller }) => {
      const [row] = await db.select({ paths: shortcut.paths }).from(shortcut).where(mine(caller))
      return { paths: row?.paths ?? null }
    },
  }),
  route({
    method: ['PUT', 'POST'],
    path: '/sys/shortcut/save',
    logged: false,
    permission: 'session',
    summary: '保存我的快捷入口；paths 为 null 恢复默认',
    tag,
    body: z.strictObject({
      paths: z
        .array(z.string({ error: '地址应为文字' }).min(1, '地址不能为空').max(255, '地址过长'), { error: '缺少 paths' })
        .max(MOST_SHORTCUTS, `最多 ${MOST_SHORTCUTS} 个快捷入口`)
        .refine((paths) => new Set(paths).size === paths.length, '快捷入口不能重复')
        .nullable(),
    }),
    handler: async ({ services: { db, clock }, caller, body: { paths } }) => {
      if (!paths) {
        await db.delete(shortcut).where(mine(caller))
        return said('保存成功')
      }
      await refuseUnknown(db, paths)
      await db
        .insert(shortcut)
        .values({
          tenantId: caller.tenantId,
          userId: caller.userId,
          paths,
          updateTime: clock.now().toISOString(),
        })
        .onConflictDoUpdate({
          target: [shortcut.userId, shortcut.tenantId],
          set: { paths: sql`excluded.paths`, updateTime: sql`excluded.update_time` },
        })
      return said('保存成功')
    },
  }),
]
