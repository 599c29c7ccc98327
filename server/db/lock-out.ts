/**
 * Somebody who can undo it remains: whatever freezes, deletes, ends or hides, by whichever route, is refused at its commit
 * when nobody would be left who can come in as an administrator and find the menus that give rights back.
 */

import { createHash } from 'node:crypto'
import { liveText } from './live.ts'
import { isOpenTenant, tenantsOf } from './open-tenants.ts'
import { EVERYWHERE } from './tables.ts'

/** SQLSTATE of a refusal; its message is for people. */
export const LOCKED_OUT = 'VD001'

/** Menus from which everything else can be put right again. */
export const menuPagesBack: readonly string[] = ['/isystem/newPermissionList', '/isystem/roleUserList']

const ADMINISTRATORS = `sys_user u join sys_user_role g on g.user_id = u.id and g.tenant_id = ${EVERYWHERE}
    join sys_role r on r.id = g.role_id and r.role_code = 'admin' and ${liveText('r')}`
const SHOWN = `${liveText('m')} and coalesce(m.del_flag, 0) = 0 and m.menu_type <> 2
      and coalesce(m.status, '1') <> '0' and not coalesce(m.hidden, false)`

const refusal = (message: string) => `raise exception using errcode = '${LOCKED_OUT}', message = '${message}'`

interface Guard {
  table: string
  /** Columns that decide; a change of others is nobody's concern. */
  columns: readonly string[]
  /** The row, as it was, let somebody in. What did not cannot make it worse, and may be the repair. */
  mattered: string
}

/** Each is asked at the commit; the row of `sys_access_version` lets one commit after another ask. */
const guards: readonly Guard[] = [
  {
    table: 'sys_user',
    columns: ['status', 'del_flag', 'delete_time', 'rel_tenant_ids'],
    mattered: `old.status = 1 and coalesce(old.del_flag, 0) = 0 and ${liveText('old')} and exists (select from sys_user_role g join sys_role r on r.id = g.role_id where g.user_id = old.id and r.role_code = 'admin')`,
  },
  {
    table: 'sys_user_role',
    columns: ['user_id', 'role_id', 'tenant_id'],
    mattered: `exists (select from sys_role r where r.id = old.role_id and r.role_code = 'admin')`,
  },
  {
    table: 'sys_role',
    columns: ['role_code', 'delete_time'],
    mattered: `old.role_code = 'admin' and ${liveText('old')}`,
  },
  {
    table: 'sys_tenant',
    columns: ['status', 'begin_date', 'end_date', 'delete_time'],
    mattered: `old.status = 1 and ${liveText('old')} and old.end_date is null and exists (select from ${ADMINISTRATORS} where old.id = any(${tenantsOf('u')}))`,
  },
]

/** What places and shows a menu. */
const MENU = ['parent_id', 'url', 'menu_type', 'status', 'hidden', 'del_flag', 'delete_time']

const unchanged = (columns: readonly string[]) =>
  columns.map((column) => `old.${column} is not distinct from new.${column}`).join(' and ')

const named = (table: string) => `${table}_lock_out`

/**
 * A constraint trigger cannot be replaced, and a table whose trigger is dropped must be used by nobody, also not by a backup.
 * So one that stands as it was made stays; its comment says how it was made.
 */
function standing(table: string, made: string): string {
  const mark = createHash('sha256').update(made).digest('hex')
  return `do $do$
begin
  if not exists (select from pg_trigger where tgrelid = '${table}'::regclass and tgname = '${named(table)}'
      and obj_description(oid, 'pg_trigger') = '${mark}') then
    drop trigger if exists ${named(table)} on ${table};
    create constraint trigger ${named(table)} ${made};
    comment on trigger ${named(table)} on ${table} is '${mark}';
  end if;
end $do$`
}

export const lockOutStatements: readonly string[] = [
  `create or replace function somebody_can_undo() returns boolean language sql stable as $body$
  select exists (select from ${ADMINISTRATORS}
    where ${liveText('u')} and coalesce(u.del_flag, 0) = 0 and u.status = 1
      and (coalesce(trim(u.rel_tenant_ids), '') = '' or exists (select from sys_tenant t
        where t.id = any(${tenantsOf('u')}) and ${isOpenTenant('t')} and t.end_date is null)))
$body$`,
  `create or replace function menu_shows(page text) returns boolean language sql stable as $body$
  with recursive seen as (
    select m.id, m.url from sys_permission m where coalesce(m.parent_id, '') = '' and ${SHOWN}
    union
    select m.id, m.url from sys_permission m join seen on m.parent_id = seen.id where ${SHOWN}
  ) select exists (select from seen where url = page)
$body$`,
  ...guards.flatMap(({ table, columns, mattered }) => [
    `create or replace function ${named(table)}() returns trigger language plpgsql as $body$
begin
  if tg_op = 'UPDATE' and ${unchanged(columns)} then
    return null;
  end if;
  if ${mattered} and not somebody_can_undo() then
    ${refusal('之后将没有可用的管理员，不能这样做：至少一位管理员须保持正常，且属于一个正常、没有结束日期的租户')};
  end if;
  return null;
end $body$`,
    standing(
      table,
      `after update of ${columns.join(', ')} or delete on ${table}
  deferrable initially deferred for each row execute function ${named(table)}()`,
    ),
  ]),
  `create or replace function ${named('sys_permission')}() returns trigger language plpgsql as $body$
declare page text;
begin
  foreach page in array array['${menuPagesBack.join("', '")}'] loop
    if (old.url = page or exists (select from sys_permission m where m.url = page)) and not menu_shows(page) then
      ${refusal('之后将没有人能在菜单里找到“菜单管理”或“角色管理”，不能这样做')};
    end if;
  end loop;
  return null;
end $body$`,
  standing(
    'sys_permission',
    `after update of ${MENU.join(', ')} on sys_permission
  deferrable initially deferred for each row when (old.menu_type <> 2 and ${liveText('old')}
    and coalesce(old.status, '1') <> '0' and not coalesce(old.hidden, false) and not (${unchanged(MENU)}))
  execute function ${named('sys_permission')}()`,
  ),
]
