/** What an administrator wants to know about a login that failed. Holds no code, token or name. */
import type { Host } from '#adaptive/index.ts'
import type { Problem } from './problems.ts'
import { roundsTaken } from './rounds.ts'
import { said } from '#headless/connection/said.ts'

const build = () => said('version') ?? ''

export const diagnosis = (host: Host, { name, ref, account, detail }: Problem, wanted: string | undefined): string =>
  [
    ['原因', name],
    ['编号', ref],
    ['账号', account],
    ['说明', detail],
    ['目标', wanted],
    ['环境', host.name],
    ['自动登录次数', String(roundsTaken())],
    ['版本', build()],
    ['时间', new Date().toISOString()],
    ['客户端', navigator.userAgent],
  ]
    .filter(([, value]) => value)
    .map(([label, value]) => `${label}：${value}`)
    .join('\n')

/** False when the client allows no copying; the text can be marked by hand then. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copiedTheOldWay(text)
  }
}

/** Chat clients often have no clipboard of their own, and plain http has none. */
function copiedTheOldWay(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.cssText = 'position:fixed;opacity:0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
