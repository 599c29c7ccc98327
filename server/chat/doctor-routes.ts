/** The host doctor: calls a chat for real and says, tick by tick, what works and how to mend what does not. */
import { newId } from '../kernel/id.ts'
import { refused } from '../kernel/errors.ts'
import { atMost } from '../people/limits.ts'
import { route, said, type Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import { chatIdsOf } from './accounts.ts'
import { chatKinds } from './chats.ts'
import { namedChat } from './named-chat.ts'
import { ChatError, type ChatName, type Finding } from '../kernel/ports/chat.ts'

const tag = '聊天接入检查'
const permission = 'system:chat:doctor'
const params = namedChat

const notSetUp = (name: ChatName): Finding => ({
  name: '启动设置',
  good: false,
  text: '尚未设置',
  fix: `请设置环境变量 ${chatKinds[name].settings.wanted.join('、')} 后重新启动`,
})

const address = ({ settings }: Services): Finding =>
  settings.publicUrl
    ? { name: '访问地址', good: true, text: settings.publicUrl }
    : {
        name: '访问地址',
        good: false,
        text: '没有设置 PUBLIC_URL，链接会使用当前浏览器的地址',
        fix: '请把 PUBLIC_URL 设为员工访问本系统的 https 地址',
      }

function leavers(name: ChatName): Finding[] {
  const text = chatKinds[name].tellsOfLeavers
  // Each account has its night once a week (`members.ts`).
  const otherwise = '；否则离职成员要等“核对聊天成员”查到才下线，每人每周核对一次'
  return text ? [{ name: '成员离职', good: true, text: text + otherwise }] : []
}

export const chatDoctorRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/chat/:name/doctor',
    lane: 'patient',
    permission,
    summary: '逐项检查聊天软件的接入',
    tag,
    params,
    handler: async ({ services, caller, params: { name } }): Promise<{ findings: readonly Finding[] }> => {
      const chat = services.chats.get(name)
      if (!chat) return { findings: [notSetUp(name)] }
      await atMost(services.db, `chat-doctor:${caller.userId}`, 10, 60, services.clock.now())
      return { findings: [address(services), ...(await chat.examine()), ...leavers(name)] }
    },
  }),
  route({
    method: 'POST',
    path: '/sys/chat/:name/doctor/message',
    lane: 'patient',
    permission,
    summary: '给自己发送一条测试消息',
    tag,
    params,
    handler: async ({ services, caller, params: { name } }) => {
      const chat = services.chats.get(name)
      if (!chat) throw refused('尚未设置这个聊天软件')
      const userId = (await chatIdsOf(services.db, chat, [caller.userId])).get(caller.userId)
      if (!userId) throw refused(`您还没有绑定${chat.label}账号，请先在${chat.label}中打开一次本系统`)
      await atMost(services.db, `chat-doctor-message:${caller.userId}`, 5, 60, services.clock.now())
      try {
        const { refused: notTaken } = await chat.send([userId], {
          key: `doctor-${newId()}`,
          title: '测试消息',
          summary: `${caller.realname}在“聊天接入检查”中发送`,
          facts: [],
          path: '/',
        })
        const [first] = notTaken
        if (first) throw refused(`${chat.label}没有接收：${first.reason}`)
      } catch (error) {
        if (error instanceof ChatError) throw refused(error.message)
        throw error
      }
      return said(`已发送，请在${chat.label}中查看`)
    },
  }),
]
