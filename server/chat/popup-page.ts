/** What the window of a popup login says to the page that opened it (contract.md §3.6). */
import { problems, type Problem } from './problems.ts'

/** A one-time code, or why there is none. */
export type PopupOutcome = { code: string } | { problem: Problem; chatUserId?: string }

const FAILED = '登录失败'

const valueOf = (outcome: PopupOutcome): string => {
  if ('code' in outcome) return outcome.code
  return outcome.problem === 'unbound' && outcome.chatUserId ? `绑定手机号,${outcome.chatUserId}` : FAILED
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** No script in the page: `public/third-login.js` reads the value and hands it over to our own origin only. */
export function popupPage(outcome: PopupOutcome): string {
  const value = valueOf(outcome)
  const failed = value === FAILED && 'problem' in outcome
  const text = failed ? `登录失败：${problems[outcome.problem]}` : '正在返回…'
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${failed ? FAILED : '登录'}</title></head><body data-value="${escaped(value)}"${failed ? ' data-stay="1"' : ''}><p>${escaped(text)}</p><script src="/third-login.js"></script></body></html>`
}
