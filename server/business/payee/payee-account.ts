/** Where money may go: a provider's and a driver's to the account that was reviewed, a consumer's to one of their own. */
import { and } from 'drizzle-orm'
import type { Problems, Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { authStates } from '#resources/customer/userMessage.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import type { Row } from '../../resource/hooks.ts'
import { live } from '../../db/live.ts'
import { oneOf } from '../../db/one-of.ts'
import { tableOf } from '../../db/table.ts'
import {
  isConsumer,
  isDriver,
  type ConsumerAccount,
  type DriverAccount,
  type LockedAccount,
  type ReadAccount,
} from '../../money/ledger.ts'

const terms = tableOf(resources.serviceProviderConfig)

/** What a request says of it. */
export type PayeeAccount = Pick<
  Wire<typeof resources.userWithdrawal>,
  'accountType' | 'bankName' | 'bankNo' | 'accountName'
>
type Asked = { account: PayeeAccount } | { problems: Problems }

/** The account that a request of this owner is paid to. What the request says of it is only compared; left out, it is filled in. */
export const payeeAccountOf = async (tx: Tx, owner: LockedAccount, asked: Row): Promise<Asked> =>
  isConsumer(owner) ? ownAccount(owner, asked) : reviewedAccount(tx, owner, asked)

/** The one account that was agreed to, whatever the request says; undefined while there is none. */
export const agreedAccount = async (tx: Tx, owner: LockedAccount): Promise<PayeeAccount | undefined> =>
  (await agreedAccounts(tx, [owner])).get(owner)

/** Of each owner that has one. */
export async function agreedAccounts(
  db: Database | Tx,
  owners: readonly ReadAccount[],
): Promise<Map<ReadAccount, PayeeAccount>> {
  const byTerms = owners.filter((owner) => !isDriver(owner) && !isConsumer(owner))
  const found = byTerms.length
    ? await db
        .select({
          providerId: terms.providerId,
          accountType: terms.accountType,
          bankName: terms.bankName,
          bankNo: terms.bankNo,
          accountName: terms.accountName,
        })
        .from(terms)
        .where(
          and(
            oneOf(
              terms.providerId,
              byTerms.map(({ ownerId }) => ownerId),
            ),
            live(terms),
          ),
        )
    : []
  const ofProvider = new Map(found.map(({ providerId, ...account }) => [providerId, account]))
  return new Map(
    owners.flatMap((owner) => {
      const account = isDriver(owner) ? ofDriver(owner) : ofProvider.get(owner.ownerId)
      return account?.bankNo ? [[owner, account]] : []
    }),
  )
}

const ofDriver = ({ record }: DriverAccount): PayeeAccount | undefined =>
  record.openId
    ? { accountType: accountTypes.person, bankName: null, bankNo: record.openId, accountName: String(record.realName) }
    : undefined

/** Who is paid to what they were reviewed with, and in which way alone that is possible. */
const REVIEWED: Readonly<Record<string, { who: string; method: string; way: string; where: string }>> = {
  [ownerTypes.provider]: {
    who: '服务商',
    method: withdrawMethods.bankCard,
    way: '银行卡',
    where: '服务商配置中“修改收款账户”',
  },
  [ownerTypes.driver]: {
    who: '司机',
    method: withdrawMethods.wechat,
    way: '微信零钱',
    where: '司机信息中“修改收款微信”',
  },
}

async function reviewedAccount(tx: Tx, owner: LockedAccount, asked: Row): Promise<Asked> {
  const { who, method, way, where } = REVIEWED[owner.ownerType]!
  const account = await agreedAccount(tx, owner)
  if (!account) return { problems: { ownerId: `${who}还没有复核过的收款账户，请先在${where}` } }
  if (asked.method !== method) return { problems: { method: `${who}的收款账户是${way}，请选择${way}` } }
  const other = (['bankNo', 'accountName', 'bankName'] as const).find(
    (name) => asked[name] && asked[name] !== account[name],
  )
  if (other) return { problems: { [other]: `${who}只能收款到已复核的账户，请留空；要换账户请先在${where}` } }
  return { account }
}

/** A bank card in their own name, or the WeChat or Alipay they sign in with. */
function ownAccount({ record }: ConsumerAccount, asked: Row): Asked {
  if (record.authStatus !== authStates.passed || !record.realName)
    return { problems: { ownerId: '用户未实名认证，不能提现' } }
  const accountName = String(record.realName)
  if (asked.accountName && asked.accountName !== accountName)
    return { problems: { accountName: '户名与用户的实名不一致，只能提现到本人账户' } }
  if (asked.method === withdrawMethods.bankCard) {
    if (!asked.bankNo) return { problems: { bankNo: '请输入收款账号' } }
    const bankName = String(asked.bankName)
    return { account: { accountType: accountTypes.person, bankName, bankNo: String(asked.bankNo), accountName } }
  }
  const [bound, name] = asked.method === withdrawMethods.wechat ? [record.openId, '微信'] : [record.alipayId, '支付宝']
  if (!bound) return { problems: { method: `用户没有绑定${name}` } }
  if (asked.bankNo && asked.bankNo !== bound) return { problems: { bankNo: `不是用户本人绑定的${name}，请留空` } }
  return { account: { accountType: accountTypes.person, bankName: null, bankNo: String(bound), accountName } }
}
