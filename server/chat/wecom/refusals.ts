/** WeCom's codes (developer.work.weixin.qq.com 90313; hosts.md §2.6). */
import { busy, content, setup, type Known } from '../refusals.ts'

const stranger = (text: string): Known => ({ text, fault: 'stranger' })
const used: Known = { text: '登录凭证无效或已使用', fault: 'code' }
const range = (text: string): Known => ({ text, fault: 'range' })
const SOON = 5000
const LATER = 60_000

export const TOKEN_CODES: ReadonlySet<string> = new Set(['40014', '42001'])

export const wecomRefusals: Readonly<Record<string, Known>> = {
  '-1': busy('系统繁忙', SOON),
  '40001': setup('应用 Secret 不正确，请核对 WECOM_SECRET'),
  '40091': setup('应用 Secret 不正确，请核对 WECOM_SECRET'),
  '40013': setup('企业 ID 不正确，请核对 WECOM_CORP_ID'),
  '40014': setup('访问凭证无效'),
  '42001': setup('访问凭证已过期'),
  '40029': used,
  '42003': used,
  '40003': stranger('成员不在企业通讯录中'),
  '60111': stranger('成员不在企业通讯录中'),
  '46004': stranger('成员不存在'),
  '40056': setup('应用 AgentId 不正确，请核对 WECOM_AGENT_ID'),
  '48002': setup('应用没有调用该接口的权限'),
  '301002': setup('应用没有权限操作该 AgentId'),
  '50001': setup('跳转地址不在应用的可信域名内'),
  '50002': range('成员不在应用的可见范围内'),
  '50003': setup('应用已被停用'),
  '60011': range('应用没有该成员的权限，请检查可见范围'),
  '60020': setup('服务器出口 IP 不在应用的企业可信 IP 内'),
  '45009': busy('接口调用超过频率限制', LATER),
  '45033': busy('接口并发调用超过限制', SOON),
  '40093': setup('JS 接口凭证无效'),
  '45002': content('消息内容过长'),
  '40058': content('参数不正确'),
  '40006': content('文件大小不符合要求'),
  '40007': content('文件已失效，请重新上传'),
  '81013': range('接收人全部无效或不在应用的可见范围内'),
  '82001': range('接收人全部无效'),
}
