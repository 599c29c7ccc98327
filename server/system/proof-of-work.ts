/** A browser shows that it is no script that guesses by the thousand: it computes for about a second (ALTCHA, no service outside). */
import { createChallenge, randomInt, verifySolution, type Challenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Database } from '../kernel/database.ts'
import { oneTimeCode } from '../db/tables.ts'
import { installHmac } from '../db/install-secret.ts'
import { atMost, networkOf } from '../people/limits.ts'
import { route, type Route } from '../kernel/route.ts'

const SECONDS = 300
/** Between how many tries one fits: at the usual rounds of a try a telephone needs one to three seconds. */
const TRIES = [100, 250] as const
const MOST_BYTES = 4000

const secrets = async (db: Database) => ({
  hmacSignatureSecret: await installHmac(db, 'proof-of-work', 'challenge'),
  hmacKeySignatureSecret: await installHmac(db, 'proof-of-work', 'key'),
})

/** As ALTCHA's clients send it: base64 of `{ challenge, solution }`. */
export const proof = z.string().max(MOST_BYTES).nullish()

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({ nonce: z.string(), expiresAt: z.number() }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
})

function readProof(text: string): { challenge: Challenge; solution: Solution } | undefined {
  try {
    return payload.parse(JSON.parse(Buffer.from(text, 'base64').toString())) as unknown as {
      challenge: Challenge
      solution: Solution
    }
  } catch {
    return undefined
  }
}

/** Good once, for five minutes. */
export async function proofFits(db: Database, text: string, now: Date): Promise<boolean> {
  const given = readProof(text)
  if (!given) return false
  const { verified } = await verifySolution({ ...given, deriveKey, ...(await secrets(db)) })
  const { expiresAt = 0, nonce } = given.challenge.parameters
  if (!verified || expiresAt * 1000 < now.getTime()) return false
  const [first] = await db
    .insert(oneTimeCode)
    .values({ key: `proof:${nonce}`, codeHash: '', triesLeft: 0, expireTime: new Date(expiresAt * 1000).toISOString() })
    .onConflictDoNothing()
    .returning({ key: oneTimeCode.key })
  return first !== undefined
}

export const proofRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/challenge',
    lane: 'signIn',
    permission: 'public',
    summary: `工作量证明的题目（ALTCHA），${SECONDS / 60} 分钟内有效，答案只能使用一次`,
    tag: '登录',
    handler: async ({ services: { db, clock, settings }, request }) => {
      const now = clock.now()
      await atMost(db, `challenge:${networkOf(request.ip)}`, 60, 60, now)
      return createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: settings.proofRounds,
        counter: randomInt(...TRIES),
        deriveKey,
        expiresAt: new Date(now.getTime() + SECONDS * 1000),
        ...(await secrets(db)),
      })
    },
  }),
]
