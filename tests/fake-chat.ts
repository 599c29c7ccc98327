/** A chat in memory that keeps the promises of `server/kernel/ports/chat.ts` and fails as it is told. */
import { chatEntry } from '#model/chatNames.ts'
import {
  ChatError,
  type Chat,
  type ChatMessage,
  type ChatName,
  type ChatReceipt,
  type ChatSent,
} from '../server/kernel/ports/chat.ts'

/** `busy` and `broken` deliver nothing; `hang` delivers and never says so in time. */
export type Fault = 'busy' | 'broken' | 'hang' | 'forbidden' | undefined

export interface Shown {
  userId: string
  key: string
  title: string
  summary: string
}

const never = () => Promise.reject(new Error('not part of this test'))

export class FakeChat implements Chat {
  readonly label: string
  readonly mostReceivers: Chat['mostReceivers']
  readonly corpId = 'corp'
  readonly publicIds = {}
  readonly personLimits = [{ seconds: 60, most: 30 }]
  readonly remembersSeconds?: number
  /** What people see, in order. */
  readonly shown: Shown[] = []
  readonly settled: { key: string; text: string; userIds: readonly string[] }[] = []
  readonly messages: ChatMessage[] = []
  calls = 0
  fault: () => Fault = () => undefined
  /** Delivers nothing and says this. */
  error: () => ChatError | undefined = () => undefined
  /** Answers before it delivers, and says afterwards whom it did not reach. */
  missed?: Chat['missed']
  settleFault: ChatError | undefined
  settlings = 0
  refuse: (userId: string) => string | undefined = () => undefined
  readonly #keys = new Map<string, string>()

  /** `deciding`: of a card that decides. */
  constructor(
    readonly name: ChatName,
    most = 100,
    deciding = most,
  ) {
    this.label = chatEntry(name).label
    if (name === 'wecom') this.remembersSeconds = 4 * 3600
    this.mostReceivers = ({ choices }) => (choices?.length ? deciding : most)
  }

  async send(userIds: readonly string[], message: ChatMessage): Promise<ChatSent> {
    this.calls += 1
    if (userIds.length > this.mostReceivers(message)) throw new Error(`${userIds.length} receivers at once`)
    const fault = this.fault()
    await new Promise((resolve) => setTimeout(resolve, 1))
    const error = this.error()
    if (error) throw error
    if (fault === 'busy') throw new ChatError('接口调用超过限制', '45009', true, 50)
    if (fault === 'broken') throw new ChatError('暂时无法连接', '502', true)
    if (fault === 'forbidden') throw new ChatError('应用没有发送权限', '48002', false)
    const refused = userIds.flatMap((userId) => {
      const reason = this.refuse(userId)
      return reason === undefined ? [] : [{ userId, reason }]
    })
    this.#show(
      userIds.filter((userId) => !refused.some((one) => one.userId === userId)),
      message,
    )
    if (fault === 'hang') throw new ChatError('没有在规定时间内应答', 'timeout', true)
    return { receipt: { key: message.key }, refused }
  }

  /** The same key is shown once, and always to the same people. */
  #show(userIds: readonly string[], message: ChatMessage) {
    const people = userIds.join()
    const before = this.#keys.get(message.key)
    if (before !== undefined && before !== people)
      throw new Error(`${message.key} went to ${before}, then to ${people}`)
    if (before !== undefined) return
    this.#keys.set(message.key, people)
    this.messages.push(message)
    const { key, title, summary } = message
    this.shown.push(...userIds.map((userId) => ({ userId, key, title, summary })))
  }

  async settle(receipt: ChatReceipt, { text, userIds }: { text: string; userIds: readonly string[] }): Promise<void> {
    this.settlings += 1
    if (this.settleFault) throw this.settleFault
    await Promise.resolve()
    this.settled.push({ key: String(receipt.key), text, userIds })
  }

  authorizeUrl = () => ''
  exchange = never
  signPage = never
  sendFile = never
  examine = () => Promise.resolve([])
}
