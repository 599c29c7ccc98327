/** DingTalk's codes: numbers on oapi, words on api (hosts.md §3.7). */
import { busy, content, setup, type Known } from '../refusals.ts'

const stranger: Known = { text: '成员不在企业通讯录中', fault: 'stranger' }
const used: Known = { text: '登录凭证无效或已使用', fault: 'code' }
const range = (text: string): Known => ({ text, fault: 'range' })
const SOON = 5000
const LATER = 60_000

export const TOKEN_CODES: ReadonlySet<string> = new Set(['40014', '42001', 'InvalidAuthentication'])

export const dingtalkRefusals: Readonly<Record<string, Known>> = {
  '-1': busy('系统繁忙', SOON),
  '40014': setup('访问凭证无效'),
  '42001': setup('访问凭证已过期'),
  InvalidAuthentication: setup('访问凭证无效'),
  '40078': used,
  'invalidParameter.authCode.notFound': used,
  '40089': setup('应用凭证不正确，请核对 DINGTALK_CLIENT_ID 和 DINGTALK_CLIENT_SECRET'),
  invalidClientIdOrSecret: setup('应用凭证不正确，请核对 DINGTALK_CLIENT_ID 和 DINGTALK_CLIENT_SECRET'),
  '33001': setup('企业 CorpId 不正确，请核对 DINGTALK_CORP_ID'),
  '33012': stranger,
  '60121': stranger,
  '40056': setup('应用 AgentId 不正确，请核对 DINGTALK_AGENT_ID'),
  '50002': range('成员不在应用的授权范围内'),
  '52013': setup('页面签名不正确'),
  '60011': setup('应用没有调用该接口的权限，请在开放平台申请'),
  '60020': setup('服务器出口 IP 不在应用的白名单内'),
  '90018': busy('接口调用超过频率限制', SOON),
  '90002': busy('接口调用超过频率限制', SOON),
  '90020': busy('本月接口调用次数已用完', 3600_000),
  '143103': busy('消息发送过于频繁', LATER),
  '143104': busy('消息发送过于频繁', LATER),
  '1111': busy('出口 IP 调用过于频繁', 5 * LATER),
  '34016': content('消息内容过长'),
  '40035': content('参数不正确'),
  paramError: content('参数不正确'),
  '40031': range('接收人全部无效或不在应用的可见范围内'),
  'Forbidden.AccessDenied.QpsLimitForAppkeyAndApi': busy('接口调用超过频率限制', SOON),
  'Forbidden.AccessDenied.QpsLimitForApi': busy('接口调用超过频率限制', SOON),
  'Forbidden.AccessDenied.ApiCountLimitForOrg': busy('本月接口调用次数已用完', 3600_000),
  'Forbidden.AccessDenied.IpNotInWhiteList': setup('服务器出口 IP 不在应用的白名单内'),
  'Forbidden.AccessDenied.AccessTokenPermissionDenied': setup('应用没有调用该接口的权限，请在开放平台申请'),
}
