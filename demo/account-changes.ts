/** Providers whose money is to go to another account: one waits for a second person, one is in force, one was refused. */
import { resources } from '#resources/index.ts'
import { enableStates } from '#resources/enabled.ts'
import { accountChangeStates } from '#resources/partner/accountChange.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { Chance } from './chance.ts'
import { DAY, HOUR, rowBy } from './made-by.ts'
import type { Numbers } from './numbers.ts'
import type { Provider } from './providers.ts'
import { trailRows, type Step } from './trail.ts'

type Bank = Provider['bank']

/** pb_account_change_status, hours ago, why, what the second person said. */
const CHANGES = [
  [accountChangeStates.waiting, 6, '对公账户开户行搬迁，换卡', undefined],
  // Before the first of its pay-outs, which all went to the new account.
  [accountChangeStates.done, 2000, '营业执照变更，启用新的对公账户', undefined],
  [accountChangeStates.rejected, 160, '改为法人个人卡收款', '户名与营业执照不一致'],
] as const

const before = ({ accountType, bankName, bankNo, accountName }: Bank) => ({
  beforeType: accountType,
  beforeBank: bankName,
  beforeNo: bankNo,
  beforeName: accountName,
})

export async function seedAccountChanges(
  tx: Tx,
  numbers: Numbers,
  providers: readonly Provider[],
  now: Date,
): Promise<void> {
  const chance = new Chance(211)
  const agents = providers
    .filter(({ level, row }) => level === 3 && row.status === enableStates.on)
    .slice(-CHANGES.length)
  const trails: Record<string, unknown>[] = []
  const rows = CHANGES.map(([status, hours, changeReason, refusal], index) => {
    const { id: providerId, bank, orgCode } = agents[index]!
    const at = new Date(now.getTime() - hours * HOUR)
    const decided = new Date(at.getTime() + 3 * HOUR)
    const changeNo = numbers.take('ZH', at)
    const id = seedId('accountChange', changeNo)
    const other: Bank = { ...bank, bankNo: `62${chance.digits(4)}${chance.digits(13)}` }
    const steps: Step[] = [
      { step: '申请', result: '已提交', at, by: 'ops_manager', host: '浏览器' },
      ...(status === accountChangeStates.done
        ? ([
            { step: '复核', result: '通过', at: decided, by: 'finance', host: '企业微信' },
            { step: '生效', result: '已生效', at: decided, by: 'finance', host: '企业微信' },
          ] as const)
        : status === accountChangeStates.rejected
          ? ([{ step: '复核', result: '驳回', at: decided, by: 'finance', host: '浏览器', reason: refusal }] as const)
          : []),
    ]
    trails.push(...trailRows('accountChange', id, steps))
    // The terms hold what is in force: of a change that is, the new account.
    const [was, wanted] = status === accountChangeStates.done ? [other, bank] : [bank, other]
    return {
      ...rowBy('ops_manager', at, orgCode),
      id,
      version: status === accountChangeStates.waiting ? 1 : 2,
      changeNo,
      providerId,
      ...before(was),
      ...wanted,
      changeReason,
      effectTime: status === accountChangeStates.done ? decided.toISOString() : undefined,
      status,
      dueTime: new Date(at.getTime() + DAY).toISOString(),
    }
  })
  await insertMany(tx, tableOf(resources.accountChange), rows)
  await insertMany(tx, lineTablesOf(resources.accountChange).auditTrail, trails)
}
