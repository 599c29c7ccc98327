/** A computation nobody sees: a browser shows that it is no script that tries by the thousand (ALTCHA). */
import { api, ApiError } from './api.ts'
import { canProve } from './proving.ts'

interface Challenge {
  parameters: unknown
  signature: string
}

/** About a second of work. */
export async function proofOfWork(): Promise<string> {
  const [{ solveChallenge }, { deriveKey }, challenge] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
    api.get<Challenge>('/sys/challenge', undefined, { quiet: true }),
  ])
  const solution = await solveChallenge({
    challenge: challenge as Parameters<typeof solveChallenge>[0]['challenge'],
    deriveKey,
  })
  if (!solution) throw new Error('安全验证没有完成，请重试')
  return btoa(JSON.stringify({ challenge, solution }))
}

/** Codes were asked for too often from this address (contract.md §2.1). */
const TOO_MANY = 40002

/** Does it, and once more behind a proof where the server wants one. What it refused with first is said when that is no way out. */
export async function unlessTooMany<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== TOO_MANY || !canProve()) throw error
    try {
      await api.post('/sys/smsCheckCaptcha', { proof: await proofOfWork() }, { quiet: true })
    } catch {
      throw error
    }
    return work()
  }
}
