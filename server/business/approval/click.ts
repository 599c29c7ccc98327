import { permissionOf } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import type { OnClick } from '../../chat/clicks.ts'
import { callerOf } from '../../chat/person.ts'
import { forbidden, Refusal, refused } from '../../kernel/errors.ts'
import { subjectOf } from '../../notify/notify.ts'
import { cardPressed } from '../../notify/pressed.ts'
import { actingOn, perform, workOf } from '../../resource/action.ts'
import { onceFor } from '../../resource/once.ts'
import type { Services } from '../../kernel/services.ts'
import type { Chat, ChatClick } from '../../kernel/ports/chat.ts'

/**
 * A button of a card is the same decision as on the page: rights, state and rules are asked again, and one click counts
 * once however often the chat repeats it. Who may not decide reads 无权限 on their own card; nobody else's changes.
 */
export const decideByClick: OnClick = async (services, chat, click) => {
  try {
    await decide(services, chat, click)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const text = error.status === 403 ? '无权限' : error.message
    // `all` would bring it to everybody's copy.
    await chat
      .settle({ ...click.receipt, all: false }, { text, good: false, userIds: [click.userId] })
      .catch((problem: Error) => services.log.info({ err: problem }, '未能更新点击者的卡片'))
    throw error
  }
}

async function decide(services: Services, chat: Chat, click: ChatClick): Promise<void> {
  const subject = await subjectOf(services.db, click.message)
  const resource = subject?.resource ? resourceNamed(subject.resource) : undefined
  const choice = subject?.choices?.find(({ key, opens }) => key === click.choice && !opens)
  const work = resource && choice && workOf(resource, choice.key)
  const version = choice?.version
  // Nobody decides here on what the card did not show.
  if (!subject?.recordId || !resource || !work || version === undefined)
    throw refused('这张卡片不能在聊天中处理，请打开页面')
  const { tenantId, recordId: id } = subject
  const person = await callerOf(services, chat, click.userId, { tenantId })
  if (person.tenantId !== tenantId) throw forbidden()
  await onceFor(services, `chat-click|${chat.name}|${click.id}`, async (tx) => {
    const caller = await actingOn({ services: { ...services, db: tx }, caller: person }, resource, work.action, id)
    const done = await perform({ tx, caller, services }, resource, work.action, work.run, { id, version, input: {} })
    await cardPressed({ tx, services }, click, person.userId)
    return done
  })
  services.log.info(
    { chat: chat.name, user: person.username, permission: permissionOf(resource, work.action) },
    '卡片已处理',
  )
}
