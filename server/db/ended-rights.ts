/**
 * What ends a right ends what was opened by it, whoever ends it and by whichever route: sessions, and ways in that were begun
 * and not yet fetched. Sockets follow their sessions (`tell_session_end`) and look at their own rights when any are changed.
 */
import { thirdTypes } from '#resources/system/thirdAccount.ts'
import { liveText } from './live.ts'
import { isOpenTenant, tenantsOf } from './open-tenants.ts'

/** Said to whoever comes back with a session that ended so. */
export const endedRights = {
  noUser: '用户不存在!',
  frozen: '账号已被锁定,请联系管理员!',
  tenant: '登录租户授权变更，请重新登陆！',
  unbound: '聊天账号的绑定已变更',
} as const

const isBound = (account: string) =>
  `(${account}.sys_user_id is not null and ${liveText(account)} and ${account}.status = 1)`

const chatOf = `case old.third_type ${Object.entries(thirdTypes)
  .map(([chat, type]) => `when '${type}' then '${chat}'`)
  .join(' ')} end`

interface Watched {
  table: string
  /** Columns that decide. */
  columns: readonly string[]
  /** PL/pgSQL: what to end, from `old` and, unless it was deleted, `new`. */
  ends: string
}

const watched: readonly Watched[] = [
  {
    table: 'sys_user',
    columns: ['status', 'del_flag', 'delete_time', 'rel_tenant_ids'],
    ends: `
  if tg_op = 'DELETE' or new.delete_time is not null or coalesce(new.del_flag, 0) <> 0 then
    perform end_sessions(old.id, '${endedRights.noUser}');
  elsif new.status <> 1 then
    perform end_sessions(old.id, '${endedRights.frozen}');
  else
    perform end_sessions(old.id, '${endedRights.tenant}', t.id::integer) from unnest(${tenantsOf('old')}) t(id)
      where t.id ~ '^[0-9]{1,9}$' and t.id <> all (${tenantsOf('new')});
  end if;`,
  },
  {
    table: 'sys_tenant',
    columns: ['status', 'begin_date', 'end_date', 'delete_time'],
    ends: `
  if old.id ~ '^[0-9]{1,9}$' and (tg_op = 'DELETE' or not ${isOpenTenant('new')}) then
    perform end_sessions(null, '${endedRights.tenant}', old.id::integer);
  end if;`,
  },
  {
    table: 'sys_third_account',
    columns: ['sys_user_id', 'status', 'delete_time'],
    ends: `
  if ${isBound('old')} and (tg_op = 'DELETE' or not ${isBound('new')} or new.sys_user_id <> old.sys_user_id) then
    perform end_sessions(old.sys_user_id, '${endedRights.unbound}', null, ${chatOf});
  end if;`,
  },
]

export const endedRightStatements: readonly string[] = [
  // Of one person, of everybody in a tenant, or of one person there; of those through one chat only; not the one that is kept.
  `create or replace function end_sessions(who text, why text, in_tenant integer default null, through_chat text default null,
  kept text default null) returns void language plpgsql as $body$
begin
  update sys_chat_sign_in s set user_id = null, problem = 'used'
    where s.user_id is not null and (through_chat is null or s.chat = through_chat)
      and (s.user_id = who or who is null and exists (
        select from sys_user u where u.id = s.user_id and in_tenant::text = any (${tenantsOf('u')})));
  update sys_session s set revoke_time = now(), revoke_reason = why
    where s.revoke_time is null and (s.user_id = who or who is null and s.tenant_id = in_tenant)
      and (in_tenant is null or s.tenant_id = in_tenant)
      and (through_chat is null or s.chat = through_chat) and s.id is distinct from kept;
end $body$`,
  ...watched.flatMap(({ table, columns, ends }) => [
    `create or replace function ${table}_ends() returns trigger language plpgsql as $body$
begin${ends}
  return null;
end $body$`,
    `create or replace trigger ${table}_ends after update of ${columns.join(', ')} or delete on ${table}
  for each row execute function ${table}_ends()`,
  ]),
]
