import type { Finding } from '../../kernel/ports/chat.ts'
import { callOurselves, checkUp, sealedCall, Wrong } from '../checkup.ts'
import type { DingtalkWire } from './wire.ts'
import type { Outside } from '../outside.ts'
import { signPage } from '../page-signature.ts'
import type { CallbackSettings } from '../settings.ts'
import type { DingtalkSettings } from './settings.ts'

const CONSOLE = '钉钉开放平台 › 应用开发 › 本应用'
const IP_FIX = `在“${CONSOLE} › 安全设置”中把服务器的出口 IP 加入白名单`

/** Everything of hosts.md §3 that can be tried without a person. */
export async function examineDingtalk(
  { clientId, clientSecret, corpId, agentId, callback, sign }: DingtalkSettings,
  { publicUrl, clock }: Outside,
  wire: DingtalkWire,
): Promise<readonly Finding[]> {
  return checkUp([
    {
      name: 'Client ID 与 Client Secret',
      fixes: {
        invalidClientIdOrSecret: `核对 DINGTALK_CLIENT_ID 与 DINGTALK_CLIENT_SECRET：${CONSOLE} › 凭证与基础信息`,
        'Forbidden.AccessDenied.IpNotInWhiteList': IP_FIX,
        otherwise: '检查服务器能否访问钉钉接口地址（DINGTALK_API_BASE）',
      },
      first: true,
      look: async () => {
        await wire.tryCredentials()
        return clientId
      },
    },
    {
      name: '企业 CorpId',
      fixes: { otherwise: '核对 DINGTALK_CORP_ID：钉钉开放平台首页 › CorpId，须是应用所在的企业' },
      look: async () => {
        const body = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
        await wire.fresh('POST', `/v1.0/oauth2/${encodeURIComponent(corpId)}/token`, body, null)
        return corpId
      },
    },
    {
      name: '出口 IP、应用 AgentId 与可见范围',
      fixes: {
        '60020': IP_FIX,
        '60011': `在“${CONSOLE} › 权限管理”中申请“微应用基础信息”权限`,
        otherwise: `核对 DINGTALK_AGENT_ID：${CONSOLE} › 凭证与基础信息 › AgentId；并在“版本管理与发布”中设置可见范围`,
      },
      look: async () => {
        const scopes = await wire.old('/microapp/visible_scopes', { agentId: Number(agentId) })
        const [departs, people] = [scopes.deptVisibleScopes, scopes.userVisibleScopes].map((list) =>
          Array.isArray(list) ? list.length : 0,
        )
        if (scopes.isHidden === true) throw new Wrong('应用只对管理员可见')
        return departs || people ? `部门 ${departs} 个、成员 ${people} 人` : '全部成员可见'
      },
    },
    {
      name: '回调地址',
      fixes: {
        otherwise: `在“${CONSOLE} › 事件订阅”中选择 HTTP 推送并填写该地址，使加密 aes_key 与签名 token 和 DINGTALK_AES_KEY、DINGTALK_TOKEN 一致；检查反向代理能从外网访问到它`,
      },
      look: () => {
        if (callback) return checkCallback(publicUrl, callback, clientId, clock.now())
        return Promise.reject(new Wrong('没有设置 DINGTALK_TOKEN 与 DINGTALK_AES_KEY，成员离职时不会立即下线'))
      },
    },
    {
      name: '可信域名与登录地址',
      fixes: {
        otherwise: `PUBLIC_URL 应为 https 地址，并与“${CONSOLE}”中的首页地址、登录回调地址（分享设置 › 回调域名）同一域名`,
      },
      look: () => {
        if (new URL(publicUrl).protocol === 'https:')
          return Promise.resolve(`${publicUrl}，请核对首页地址与回调域名与它一致`)
        return Promise.reject(new Wrong(`访问地址 ${publicUrl} 不是 https`))
      },
    },
    {
      name: '页面签名',
      fixes: { otherwise: `确认应用已发布，且服务器能访问钉钉接口` },
      look: async () => {
        signPage(sign, await wire.ticket(), `${publicUrl}/`, clock.now())
        return `JS 接口凭证已取得，签名算法 ${sign}（在客户端提示签名无效时改用 DINGTALK_SIGN=${sign === 'sha1' ? 'sha256' : 'sha1'}）`
      },
    },
  ])
}

/** The check of the address: it wants a sealed answer, and writes milliseconds. */
function checkCallback(publicUrl: string, callback: CallbackSettings, clientId: string, now: Date): Promise<string> {
  const event = JSON.stringify({ EventType: 'check_url' })
  const { sealed, query } = sealedCall(callback, event, clientId, now.getTime())
  return callOurselves(publicUrl, 'dingtalk', {
    query,
    question: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ encrypt: sealed }),
    },
    isGood: ({ json }) => Boolean(json?.encrypt),
  })
}
