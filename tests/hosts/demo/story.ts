/** What happens in the demo: people who have opened the product once, and a request that somebody must decide on. */
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import type { Control } from '../simulator.ts'
import { dingtalkAndroidApp, wecomAndroid } from '../bridges/variants.ts'

const PASSWORD = 'Volt#2026'
const APPROVERS = ['ops_manager', 'operator', 'finance', 'two_tenants']

interface Reply {
  success: boolean
  message: string
  result: Record<string, unknown> | null
}

/** Each opens the product in both chats once; from then on they can be told. */
export async function bindPeople(origin: string, control: Control): Promise<void> {
  const walks = [
    { source: 'wechat_enterprise', client: 'wecom-android', userAgent: wecomAndroid.browser.userAgent },
    { source: 'dingtalk', client: 'dingtalk-android', userAgent: dingtalkAndroidApp.browser.userAgent },
  ]
  for (const user of APPROVERS) {
    await control.signIn(user)
    for (const { source, client, userAgent } of walks) {
      const cookies = new Map([['demo_client', client]])
      const open = async (url: string) => {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(url, { redirect: 'manual', headers: { 'user-agent': userAgent, cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
          cookies.set(name!, value!)
        }
        return answer.headers.get('location')
      }
      let at: string | null = `${origin}/jeecg-boot/sys/thirdLogin/oauth2/${source}/login?redirect=/`
      for (let step = 0; at && step < 5 && !at.includes('/oauth2-app/login'); step++)
        at = await open(new URL(at, origin).href)
    }
  }
  await control.signIn(undefined)
  await beAwake(origin)
}

/** Whoever tries it at night shall not wait for the morning. */
async function beAwake(origin: string): Promise<void> {
  for (const username of APPROVERS) {
    const login = await call(origin, 'POST', '/sys/login', undefined, { username, password: PASSWORD })
    const hours = { on: false, begin: '22:00', end: '08:00' }
    await call(origin, 'PUT', '/sys/notify/quiet', String(login.result?.token), hours)
  }
}

async function call(
  origin: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  token?: string,
  body?: object,
): Promise<Reply> {
  const answer = await fetch(`${origin}/jeecg-boot${path}`, {
    method,
    headers: { ...(token && { 'x-access-token': token }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Reply
}

/** Somebody asks for a withdrawal; the sentence for the page. */
export async function askForMoney(product: string): Promise<string> {
  const login = await call(product, 'POST', '/sys/login', undefined, { username: 'operator', password: PASSWORD })
  const token = String(login.result?.token)
  const consumers = await call(
    product,
    'GET',
    '/rental/userMessage/list?pageSize=100&status=1&authStatus=2&column=balance&order=desc',
    token,
  )
  const records = (consumers.result?.records ?? []) as Record<string, unknown>[]
  let said = '没有余额足够的用户'
  for (const { id, balance } of records) {
    if (Number(balance) < 20) continue
    const asked = await call(product, 'POST', '/rental/userWithdrawal/add', token, {
      ownerType: ownerTypes.consumer,
      ownerId: id,
      applyAmount: '12.00',
      method: withdrawMethods.bankCard,
      bankName: '招商银行',
      bankNo: '6225880112345678',
    })
    said = asked.success ? '已提交一笔提现，请看收件箱' : asked.message
    if (asked.success) break
  }
  return said
}
