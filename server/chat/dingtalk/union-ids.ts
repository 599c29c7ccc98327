import { and, eq, inArray } from 'drizzle-orm'
import { thirdTypes } from '#resources/system/thirdAccount.ts'
import { resources } from '#resources/index.ts'
import { ChatError } from '../../kernel/ports/chat.ts'
import type { Database } from '../../kernel/database.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import type { DingtalkWire } from './wire.ts'

const accounts = tableOf(resources.sysThirdAccount)

/** Todos want unionIds: remembered since the person's first sign-in, otherwise asked for. Whom the chat does not know is left out. */
export async function unionIdsOf(
  db: Database,
  wire: DingtalkWire,
  corpId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = (await db
    .select({ userId: accounts.thirdUserId, unionId: accounts.thirdUserUuid })
    .from(accounts)
    .where(
      and(
        eq(accounts.thirdType, thirdTypes.dingtalk),
        eq(accounts.corpId, corpId),
        inArray(accounts.thirdUserId, [...userIds]),
        live(accounts),
      ),
    )) as { userId: string; unionId: string | null }[]
  const known = new Map(rows.map(({ userId, unionId }) => [userId, unionId]))
  const found: string[] = []
  for (const userid of userIds) {
    const remembered = known.get(userid)
    // Where nobody told the id of the person, that of the corporation stands there.
    const unionId = remembered && remembered !== userid ? remembered : await askFor(wire, userid)
    if (unionId) found.push(unionId)
  }
  return found
}

async function askFor(wire: DingtalkWire, userid: string): Promise<string | undefined> {
  try {
    const { result } = await wire.old('/topapi/v2/user/get', { userid })
    return (result as { unionid?: string } | undefined)?.unionid
  } catch (error) {
    if (error instanceof ChatError && (error.fault === 'stranger' || error.fault === 'range')) return undefined
    throw error
  }
}
