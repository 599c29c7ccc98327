/** Files for people in a chat client, which keeps no blobs: an address that needs no session, or a message in the chat. */
import { HANDED_OVER, signedAddress } from '../files/address.ts'
import { fileTypeOf } from '../files/file-type.ts'
import { keepFile, pathFor } from '../files/keep.ts'
import { refused, unavailable, wrongType } from '../kernel/errors.ts'
import { atMost } from '../people/limits.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { receive } from '../files/file-routes.ts'
import { chatIdsOf } from './accounts.ts'
import { namedChat } from './named-chat.ts'
import { ChatError } from '../kernel/ports/chat.ts'

const tag = '聊天文件'
const MINUTES = 5

async function fileIn({
  request,
  reply,
  services,
  caller,
}: Pick<Call, 'request' | 'reply' | 'services'> & { caller: { userId: string } }) {
  if (!request.isMultipart()) throw wrongType('请用 multipart/form-data 上传文件')
  await atMost(services.db, `chat-file:${caller.userId}`, 60, 600, services.clock.now())
  const { fileName, content } = await receive({ request, reply })
  const type = fileTypeOf(fileName, content)
  if (!type) throw wrongType('不支持该类型的文件，或内容与扩展名不符')
  return { fileName: fileName.slice(-200), content, ...type }
}

export const chatFileRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/common/handOver',
    permission: 'session',
    summary: '为聊天软件自带的下载准备一个文件；应答 address 五分钟内有效，最多读取三次，不需要登录',
    tag,
    upload: true,
    handler: async ({ request, reply, services, caller }) => {
      const { fileName, content, contentType, extension } = await fileIn({ request, reply, services, caller })
      const path = pathFor(HANDED_OVER, fileName, extension)
      await keepFile(services, caller, { path, fileName, contentType, biz: HANDED_OVER, isPrivate: true }, content)
      return { address: await signedAddress(services.db, path, services.clock.now(), MINUTES) }
    },
  }),
  route({
    method: 'POST',
    path: '/sys/chat/:name/file',
    permission: 'session',
    summary: '把文件发到自己的聊天里',
    tag,
    upload: true,
    params: namedChat,
    handler: async ({ request, reply, services, caller, params }) => {
      const chat = services.chats.get(params.name)
      if (!chat) throw refused('尚未设置这个聊天软件')
      const userId = (await chatIdsOf(services.db, chat, [caller.userId])).get(caller.userId)
      if (!userId) throw refused(`您还没有绑定${chat.label}账号`)
      const { fileName, content, contentType } = await fileIn({ request, reply, services, caller })
      try {
        const { refused: notTaken } = await chat.sendFile([userId], { name: fileName, type: contentType, content })
        const [first] = notTaken
        if (first) throw refused(`${chat.label}没有接收：${first.reason}`)
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
        if (error.retry) throw unavailable(error.message)
        throw refused(error.message)
      }
      return said(`文件已发到您的${chat.label}`)
    },
  }),
]
