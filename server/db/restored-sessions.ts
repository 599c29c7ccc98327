import type pg from 'pg'

const RESTORED = '系统已从备份恢复'

/** One-time codes, and ways in that were begun. */
const BEGUN = ['sys_one_time_code', 'sys_chat_hand_over', 'sys_chat_sign_in']

/**
 * A backup brings back sessions that were ended since it was made: of a stolen phone, of an old password. Everybody signs in
 * anew. Answers how many were open; a backup of an older version may not have all of these tables.
 */
export async function endRestoredSessions(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  for (const table of BEGUN) if (await isThere(client, table)) await client.query(`delete from ${table}`)
  if (!(await isThere(client, 'sys_session'))) return 0
  const ended = await client.query(
    'update sys_session set revoke_time = now(), revoke_reason = $1 where revoke_time is null',
    [RESTORED],
  )
  return ended.rowCount ?? 0
}

async function isThere(client: Pick<pg.ClientBase, 'query'>, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])
  return rows[0]?.there ?? false
}
