/**
 * Whatever changes rights raises one number (`sys_access_version`) in the same transaction, whoever makes the change.
 * Sessions remember rights under that number, so a change bites on the next request of every node.
 */
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { endedRightStatements } from './ended-rights.ts'
import { lockOutStatements } from './lock-out.ts'
import { inLongTransaction, type Patience } from './long-transaction.ts'

// The department a person worked in last is written at every login and changes no right.
const PERSON = 'update of status, del_flag, delete_time, rel_tenant_ids, username, realname or delete or truncate'
const CHANGED = 'update or delete or truncate'
const ANY = 'insert or update or delete or truncate'

const watched: Record<string, string> = {
  sys_user: PERSON,
  sys_tenant: ANY,
  sys_tenant_pack: ANY,
  sys_tenant_pack_permission: ANY,
  sys_role: CHANGED,
  sys_permission: CHANGED,
  sys_depart: CHANGED,
  sys_depart_role: CHANGED,
  sys_permission_data_rule: ANY,
  sys_user_role: ANY,
  sys_user_depart: ANY,
  sys_role_permission: ANY,
  sys_depart_permission: ANY,
  sys_depart_role_user: ANY,
  sys_depart_role_permission: ANY,
}

const statements = [
  `create or replace function raise_access_version() returns trigger language plpgsql as $body$
begin
  insert into sys_access_version as v (id, version) values (1, 1)
    on conflict (id) do update set version = v.version + 1;
  -- Sockets live longer than the rights they were opened with.
  perform pg_notify('voltdesk_live', '{"cmd":"rights"}');
  return null;
end $body$`,
  ...Object.entries(watched).map(
    ([table, events]) =>
      `create or replace trigger ${table}_access after ${events} on ${table}
  for each statement execute function raise_access_version()`,
  ),
  // Whoever ends a session, every node closes the sockets that were opened with it (`live-words.ts`).
  `create or replace function tell_session_end() returns trigger language plpgsql as $body$
begin
  perform pg_notify('voltdesk_live', json_build_object('cmd', 'end', 'session', new.id)::text);
  -- Whoever looked as somebody else looks no longer than they are signed in themselves.
  update sys_viewing set end_time = least(end_time, new.revoke_time) where id = new.id;
  update sys_session set revoke_time = new.revoke_time, revoke_reason = new.revoke_reason
    where viewer_session_id = new.id and revoke_time is null;
  return null;
end $body$`,
  `create or replace trigger sys_session_end after update of revoke_time on sys_session
  for each row when (old.revoke_time is null and new.revoke_time is not null) execute function tell_session_end()`,
  ...endedRightStatements,
  ...lockOutStatements,
]
const fingerprint = createHash('sha256').update(statements.join(';')).digest('hex')

// Any number, the same on every node.
const LOCK = 7_268_203

/** One query when the triggers are there. They follow the tables, so they are no migration of their own. */
export async function watchAccess(pool: Pool, patience?: Patience): Promise<void> {
  const found = await pool.query<{ mark: string | null }>(
    `select obj_description(to_regproc('public.raise_access_version'), 'pg_proc') as mark`,
  )
  if (found.rows[0]?.mark === fingerprint) return
  const mark = `comment on function raise_access_version() is '${fingerprint}'`
  await inLongTransaction(pool, LOCK, [...statements, mark], patience)
}
