/** The menu entry of a published form and the rights below it: given to roles like all others, and moved by hand where wanted. */
import { eq, inArray, or, sql } from 'drizzle-orm'
import { permissionOf, VERBS, type Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { ONLINE_LIST, onlineUrl } from '#resources/onlineResource.ts'
import { menuTypes, validStates } from '#resources/system/permission.ts'
import { departPermission, departRolePermission, permissionDataRule, rolePermission } from '../../db/tables.ts'
import { tableOf } from '../../db/table.ts'
import type { Tx } from '../../kernel/database.ts'
import { PLAIN_MENU, VERB_LABELS } from '../../seed/menus.ts'
import { seedId } from '../../seed/seed-id.ts'

const menus = tableOf(resources.sysPermission)

const pageId = (formId: string): string => seedId('onlineForm', formId)
const buttonId = (formId: string, verb: string): string => seedId('onlineForm', formId, verb)

/**
 * As often as a form is published: what is there keeps its place, the name that an administrator gave it, and what roles
 * were given. `was`: what was published until now; undefined when the form comes back from where nobody reached it, and
 * with it all its rights. A button that is switched off stays off while the form goes on.
 */
export async function putMenu(
  tx: Tx,
  formId: string,
  { code, resource, was }: { code: string; resource: Resource; was: Resource | undefined },
): Promise<void> {
  const common = { ...PLAIN_MENU, deleteTime: null }
  const page = {
    ...common,
    id: pageId(formId),
    parentId: seedId('menu', 'group:online'),
    menuType: menuTypes.page,
    name: resource.label,
    perms: permissionOf(resource, 'list'),
    url: onlineUrl(code),
    component: ONLINE_LIST,
    icon: 'file-text',
    sortNo: 100,
    leaf: false,
    keepAlive: true,
  }
  const buttons = resource.verbs.map((verb, at) => ({
    ...common,
    id: buttonId(formId, verb),
    parentId: page.id,
    menuType: menuTypes.button,
    name: VERB_LABELS[verb],
    perms: permissionOf(resource, verb),
    sortNo: at + 1,
    leaf: true,
    route: false,
  }))
  for (const row of [page, ...buttons])
    await tx
      .insert(menus)
      .values(row)
      .onConflictDoUpdate({
        target: menus.id,
        set: {
          name: was ? sql`case when ${menus.name} = ${was.label} then ${row.name} else ${menus.name} end` : row.name,
          ...(!was && { status: validStates.valid }),
          delFlag: 0,
          deleteTime: null,
        },
      })
}

/** Its own rows wherever they were moved to, and what else stands below its page. */
const ofForm = (formId: string) =>
  or(
    inArray(menus.id, [pageId(formId), ...VERBS.map((verb) => buttonId(formId, verb))]),
    eq(menus.parentId, pageId(formId)),
  )

/** Nobody has the rights any more; who had them gets them back when the form is published again. */
export const stopMenu = (tx: Tx, formId: string) =>
  tx.update(menus).set({ status: validStates.invalid }).where(ofForm(formId))

export async function removeMenu(tx: Tx, formId: string): Promise<void> {
  const rows = await tx.select({ id: menus.id }).from(menus).where(ofForm(formId))
  const ids = rows.map(({ id }) => id)
  if (!ids.length) return
  for (const table of [rolePermission, departPermission, departRolePermission, permissionDataRule])
    await tx.delete(table).where(inArray(table.permissionId, ids))
  await tx.delete(menus).where(inArray(menus.id, ids))
}
