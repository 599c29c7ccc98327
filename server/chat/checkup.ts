/** The ticks of the host doctor: each tries something for real; what hangs on a failed one is not asked. */
import { randomInt } from 'node:crypto'
import { PREFIX } from '../kernel/route.ts'
import { ChatError, type ChatName, type Finding } from '../kernel/ports/chat.ts'
import { NoAnswer, outgoing, type Answer, type Question } from './outgoing.ts'
import { seal, signatureOf } from './sealed.ts'
import type { CallbackSettings } from './settings.ts'

/** What was seen when it is good. Throws a ChatError with the chat's reason, or a Wrong with ours. */
export interface Tick {
  name: string
  /** How to mend it, by the chat's code; `otherwise` for the rest. */
  fixes: Readonly<Record<string, string>> & { otherwise: string }
  look(): Promise<string>
  /** Without it the next ones make no sense. */
  first?: boolean
}

/** It works, but not as it should; the message says what was seen, `code` which of the fixes it asks for. */
export class Wrong extends Error {
  constructor(
    message: string,
    readonly code = '',
  ) {
    super(message)
  }
}

export async function checkUp(ticks: readonly Tick[]): Promise<Finding[]> {
  const findings: Finding[] = []
  let stopped = false
  for (const { name, fixes, look, first } of ticks) {
    if (stopped) {
      findings.push({ name, good: false, text: '未检查', fix: '请先解决上面的问题' })
      continue
    }
    try {
      findings.push({ name, good: true, text: await look() })
    } catch (error) {
      if (!(error instanceof ChatError) && !(error instanceof Wrong)) throw error
      findings.push({ name, good: false, text: error.message, fix: fixes[error.code] ?? fixes.otherwise })
      stopped = first ?? false
    }
  }
  return findings
}

const TIMEOUT_MS = 5000

/** What a chat would call us with: sealed, and the query that says so. `timestamp`: in the chat's own unit. */
export function sealedCall(callback: CallbackSettings, text: string, receiver: string, timestamp: number) {
  const sealed = seal(callback, text, receiver)
  const stamp = { timestamp: String(timestamp), nonce: String(randomInt(1e9, 1e10)) }
  const msg_signature = signatureOf(callback.token, stamp.timestamp, stamp.nonce, sealed)
  return { sealed, query: { msg_signature, ...stamp } }
}

interface OwnCall {
  query: Readonly<Record<string, string>>
  question?: Question
  /** The answer the chat would take. */
  isGood(answer: Answer): boolean
}

/** Calls ourselves by the address the chat would use, sealed as the chat would: proxy, certificate and keys are all in it. */
export async function callOurselves(
  publicUrl: string,
  chat: ChatName,
  { query, question, isGood }: OwnCall,
): Promise<string> {
  const address = `${publicUrl}${PREFIX}/sys/chat/${chat}/callback`
  const ask = outgoing([publicUrl])
  try {
    const answer = await ask(`${address}?${new URLSearchParams(query).toString()}`, {
      ...question,
      timeoutMs: TIMEOUT_MS,
    })
    if (answer.status !== 200 || !isGood(answer)) throw new Wrong(`${address} 应答不正确，状态 ${answer.status}`)
    return address
  } catch (error) {
    if (error instanceof NoAnswer) throw new Wrong(`${address}：${error.message}`)
    throw error
  }
}

/** The host of an address as the consoles of the chats want it: with the port where it is not the usual one. */
export const hostOf = (address: string): string => new URL(address).host
