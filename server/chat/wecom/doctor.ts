import { randomUUID } from 'node:crypto'
import type { Finding } from '../../kernel/ports/chat.ts'
import { callOurselves, checkUp, hostOf, sealedCall, Wrong } from '../checkup.ts'
import type { Answer } from '../outgoing.ts'
import type { Outside } from '../outside.ts'
import { signPage } from '../page-signature.ts'
import type { CallbackSettings } from '../settings.ts'
import type { WecomSettings } from './settings.ts'
import type { Reply, WecomWire } from './wire.ts'

const CONSOLE = '企业微信管理后台 › 应用管理 › 本应用'
const IP_FIX = `在“${CONSOLE} › 企业可信IP”中加入服务器的出口 IP`

/** Everything of hosts.md §2 that can be tried without a person. */
export async function examineWecom(
  { agentId, callback, corpId, scope }: WecomSettings,
  { publicUrl, clock }: Outside,
  wire: WecomWire,
): Promise<readonly Finding[]> {
  let agent: Reply = {}
  return checkUp([
    {
      name: '企业 ID 与 Secret',
      fixes: {
        '40013': '核对 WECOM_CORP_ID：企业微信管理后台 › 我的企业 › 企业信息 › 企业ID',
        '40001': `核对 WECOM_SECRET：${CONSOLE} › Secret`,
        '40091': `核对 WECOM_SECRET：${CONSOLE} › Secret`,
        '60020': IP_FIX,
        otherwise: '检查服务器能否访问企业微信接口地址（WECOM_API_BASE）',
      },
      first: true,
      look: async () => {
        await wire.tryCredentials()
        return corpId
      },
    },
    {
      name: '出口 IP 与应用 AgentId',
      fixes: {
        '60020': IP_FIX,
        '301002': `核对 WECOM_AGENT_ID：${CONSOLE} › AgentId，须与 Secret 属于同一个应用`,
        '40056': `核对 WECOM_AGENT_ID：${CONSOLE} › AgentId，须与 Secret 属于同一个应用`,
        '50003': `在“${CONSOLE}”中启用应用`,
        otherwise: `核对 WECOM_AGENT_ID：${CONSOLE} › AgentId`,
      },
      first: true,
      look: async () => {
        agent = await wire.get('/cgi-bin/agent/get', { agentid: agentId })
        if (agent.close === 1) throw new Wrong('应用已被停用', '50003')
        return `${String(agent.name ?? '')}（${agentId}）`
      },
    },
    {
      name: '可信域名',
      fixes: {
        otherwise: `在“${CONSOLE} › 网页授权及JS-SDK”中把可信域名设为 ${hostOf(publicUrl)}，并按提示放置校验文件`,
      },
      look: () => {
        const trusted = typeof agent.redirect_domain === 'string' ? agent.redirect_domain : ''
        const { host, hostname } = new URL(publicUrl)
        if (trusted !== host && trusted !== hostname)
          return Promise.reject(new Wrong(trusted ? `可信域名是 ${trusted}，访问地址是 ${host}` : '没有设置可信域名'))
        return Promise.resolve(trusted)
      },
    },
    {
      name: '可见范围',
      fixes: { otherwise: `在“${CONSOLE} › 可见范围”中加入要使用本系统的成员或部门` },
      look: () => {
        const counts = [
          ['成员', sizeOf(agent.allow_userinfos, 'user')],
          ['部门', sizeOf(agent.allow_partys, 'partyid')],
          ['标签', sizeOf(agent.allow_tags, 'tagid')],
        ] as const
        const some = counts.filter(([, count]) => count > 0)
        if (!some.length) return Promise.reject(new Wrong('可见范围是空的，没有人能登录或收到消息'))
        return Promise.resolve(some.map(([name, count]) => `${name} ${count} 个`).join('、'))
      },
    },
    {
      name: '回调地址',
      fixes: {
        otherwise: `在“${CONSOLE} › 接收消息 › API接收”中填写该地址，并使 Token 与 EncodingAESKey 和 WECOM_TOKEN、WECOM_AES_KEY 一致；检查反向代理能从外网访问到它`,
      },
      look: () => {
        if (callback) return checkCallback(publicUrl, callback, corpId, clock.now())
        return Promise.reject(new Wrong('没有设置 WECOM_TOKEN 与 WECOM_AES_KEY，消息卡片上没有审批按钮，只能打开页面'))
      },
    },
    {
      name: '页面签名',
      fixes: { otherwise: `确认“${CONSOLE} › 网页授权及JS-SDK”已设置可信域名` },
      look: async () => {
        for (const kind of ['corp', 'agent'] as const)
          signPage('sha1', await wire.ticket(kind), `${publicUrl}/`, clock.now())
        return '企业与应用的 JS 接口凭证都已取得'
      },
    },
    {
      name: '按手机号识别成员',
      fixes: {
        otherwise:
          '设置 WECOM_SCOPE=snsapi_privateinfo，并在应用的“敏感信息”中勾选手机号；或者在“系统管理 › 聊天账号绑定”中逐个绑定',
      },
      look: () =>
        scope === 'snsapi_privateinfo'
          ? Promise.resolve('首次登录时征得成员同意后按手机号匹配')
          : Promise.reject(new Wrong('WECOM_SCOPE 是 snsapi_base，只能得到账号，不能按手机号匹配')),
    },
  ])
}

/** The check of the address: it wants to hear what it said, and writes seconds. */
function checkCallback(publicUrl: string, callback: CallbackSettings, corpId: string, now: Date): Promise<string> {
  const text = randomUUID()
  const { sealed, query } = sealedCall(callback, text, corpId, Math.floor(now.getTime() / 1000))
  const isGood = (answer: Answer) => answer.text === text
  return callOurselves(publicUrl, 'wecom', { query: { ...query, echostr: sealed }, isGood })
}

function sizeOf(holder: unknown, key: string): number {
  const list = (holder as Record<string, unknown> | undefined)?.[key]
  return Array.isArray(list) ? list.length : 0
}
