/** The ticks of the host doctor: each tries something for real; what hangs on a failed one is not asked. */
import { randomInt, randomUUID } from 'node:crypto'
import { PREFIX } from '../kernel/route.ts'
import { ChatError, type Finding } from '../kernel/ports/chat.ts'
import { NoAnswer, outgoing } from './outgoing.ts'
import { seal, signatureOf } from './sealed.ts'
import type { CallbackSettings } from '../kernel/chat-settings.ts'

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

/** Calls ourselves by the address the chat would use, sealed as the chat would: proxy, certificate and keys are all in it. */
export async function callOurselves(
  publicUrl: string,
  chat: 'wecom' | 'dingtalk',
  callback: CallbackSettings,
  receiver: string,
  now: Date,
): Promise<string> {
  const address = `${publicUrl}${PREFIX}/sys/chat/${chat}/callback`
  const text = chat === 'wecom' ? randomUUID() : JSON.stringify({ EventType: 'check_url' })
  const sealed = seal(callback, text, receiver)
  // In the chat's own unit: WeCom's is the second, DingTalk's the millisecond.
  const timestamp = String(chat === 'wecom' ? Math.floor(now.getTime() / 1000) : now.getTime())
  const nonce = String(randomInt(1e9, 1e10))
  const query = new URLSearchParams({
    msg_signature: signatureOf(callback.token, timestamp, nonce, sealed),
    timestamp,
    nonce,
    ...(chat === 'wecom' && { echostr: sealed }),
  })
  const ask = outgoing([publicUrl])
  const question =
    chat === 'wecom'
      ? {}
      : {
          method: 'POST' as const,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ encrypt: sealed }),
        }
  try {
    const answer = await ask(`${address}?${query.toString()}`, { ...question, timeoutMs: TIMEOUT_MS })
    const good = answer.status === 200 && (chat === 'wecom' ? answer.text === text : Boolean(answer.json?.encrypt))
    if (!good) throw new Wrong(`${address} 应答不正确，状态 ${answer.status}`)
    return address
  } catch (error) {
    if (error instanceof NoAnswer) throw new Wrong(`${address}：${error.message}`)
    throw error
  }
}

/** The host of an address as the consoles of the chats want it: with the port where it is not the usual one. */
export const hostOf = (address: string): string => new URL(address).host
