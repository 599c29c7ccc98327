import { api } from '../../session/api.ts'

/** `pickPeople` of a host: ids of colleagues there. */
type Pick = (options: { multiple: boolean; chosen: readonly string[] }) => Promise<readonly string[] | null>

interface KnownPerson {
  chatId: string
  id: string
  username: string
  realname: string
}

const known = (params: { chatIds?: string; userIds?: string }) =>
  api.get<KnownPerson[]>('/sys/chat/people', params, { quiet: true })

/**
 * Our staff, chosen in the chat's own picker; null when the person backed out. Throws a HostError, or an Error that says
 * who of them has no account here.
 */
export async function pickInHost(
  pick: Pick,
  { values, multiple }: { values: readonly string[]; multiple: boolean },
): Promise<string[] | null> {
  const before = values.length ? await known({ userIds: values.join(',') }) : []
  const chatIds = await pick({ multiple, chosen: before.map(({ chatId }) => chatId) })
  if (!chatIds) return null
  const people = chatIds.length ? await known({ chatIds: chatIds.join(',') }) : []
  const strangers = chatIds.length - new Set(people.map(({ chatId }) => chatId)).size
  if (!people.length && strangers) throw new Error('所选同事还没有绑定账号，请联系管理员')
  // Who was chosen here and is not in the chat stays: the chat's picker could not show them.
  const kept = multiple ? values.filter((id) => !before.some((one) => one.id === id)) : []
  return [...new Set([...kept, ...people.map(({ id }) => id)])]
}
