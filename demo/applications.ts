/** People who want to become agents: waiting for the first and the second person, accepted, refused, taken back. */
import { resources } from '#resources/index.ts'
import { applyStates } from '#resources/partner/agentApply.ts'
import { subjectTypes, providerLevels } from '#resources/partner/levels.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { OPERATIONS } from './accounts.ts'
import { Chance } from './chance.ts'
import { idCard, mobile, personName } from './names.ts'
import type { Numbers } from './numbers.ts'
import { picturePath } from './pictures.ts'
import type { Provider } from './providers.ts'
import { trailRows, type Step } from './trail.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WORDS = [
  '自有便利店门店 30 余家，可统一铺设',
  '与本地商圈物业长期合作',
  '有两年共享设备运营经验，团队 8 人',
  '熟悉景区与车站渠道',
]
const REFUSALS = ['该区域代理名额已满', '营业执照照片不清晰，请重新提交']

/** pb_apply_status, one each; the accepted ones became providers long ago. */
const OUTCOMES = [
  applyStates.waiting,
  applyStates.waiting,
  applyStates.waiting,
  applyStates.waiting,
  applyStates.review,
  applyStates.review,
  applyStates.review,
  applyStates.passed,
  applyStates.passed,
  applyStates.passed,
  applyStates.rejected,
  applyStates.rejected,
  applyStates.withdrawn,
] as const

export function planApplications(numbers: Numbers, providers: readonly Provider[], now: Date) {
  const chance = new Chance(83)
  const cities = providers.filter(({ level }) => level === 2)
  const became = providers.filter(({ level }) => level === 3)
  const rows: Record<string, unknown>[] = []
  const trails: Record<string, unknown>[] = []
  OUTCOMES.forEach((status, index) => {
    const provider = status === applyStates.passed ? became[index]! : undefined
    const parent = provider?.parent ?? chance.pick(cities)
    const hours =
      status === applyStates.waiting
        ? [30, 3, 9, 20][index % 4]!
        : status === applyStates.review
          ? chance.int(5, 20)
          : chance.int(60, 900)
    const at = provider ? new Date(provider.createTime.getTime() - 2 * DAY) : new Date(now.getTime() - hours * HOUR)
    const isPerson = provider ? provider.subjectType === subjectTypes.person : index % 3 === 1
    const contactName = provider?.contactName ?? personName(chance)
    const applyNo = numbers.take('SQ', at)
    const id = seedId('application', applyNo)
    const later = (more: number) => new Date(at.getTime() + more * HOUR)
    const first = chance.pick(['operator', 'two_departs'])
    const steps: Step[] = [
      { step: '申请', result: '已提交', at, name: contactName, host: '小程序' },
      ...(status === applyStates.review || status === applyStates.passed
        ? [{ step: '初审', result: '通过，待复审', at: later(2), by: first, host: '浏览器', reason: '资料齐全' }]
        : []),
      ...(status === applyStates.passed
        ? [{ step: '复审', result: '通过', at: later(20), by: 'ops_manager', host: '企业微信' }]
        : []),
      ...(status === applyStates.rejected
        ? [{ step: '初审', result: '驳回', at: later(4), by: first, host: '浏览器', reason: chance.pick(REFUSALS) }]
        : []),
      ...(status === applyStates.withdrawn
        ? [{ step: '撤回', result: '已撤回', at: later(3), name: contactName, host: '小程序' }]
        : []),
    ]
    rows.push({
      id,
      tenantId: TENANT,
      sysOrgCode: OPERATIONS,
      createBy: 'miniapp',
      createTime: at.toISOString(),
      version: steps.length,
      applyNo,
      applyLevel: providerLevels.district,
      subjectType: isPerson ? subjectTypes.person : subjectTypes.firm,
      companyName: provider
        ? isPerson
          ? undefined
          : provider.name
        : isPerson
          ? undefined
          : `${['宏达', '恒源', '锐行', '捷联', '远航', '新程'][index % 6]}便民服务有限公司${index}`,
      creditCode: isPerson ? undefined : `91${parent.areaCode}MA5${chance.digits(7)}`,
      licenseImg: isPerson ? undefined : picturePath('license'),
      contactName,
      contactPhone: provider?.contactPhone ?? mobile(chance, 60_000 + index),
      idCardNo: idCard(chance, parent.areaCode),
      idCardImgs: `${picturePath('idFront')},${picturePath('idBack')}`,
      areaCode: provider?.areaCode ?? parent.areaCode,
      address: `${chance.pick(['人民', '建设', '中山'])}路${chance.int(1, 300)}号`,
      planDevices: chance.int(2, 40) * 5,
      experience: chance.pick(WORDS),
      referrerId: chance.is(0.4) ? parent.id : undefined,
      parentId: parent.id,
      shareRatio: provider?.shareRatio,
      status,
      applyTime: at.toISOString(),
      dueTime: later(24).toISOString(),
      providerId: provider?.id,
    })
    trails.push(...trailRows('application', id, steps))
  })
  return { rows, trails }
}

export async function seedApplications(tx: Tx, { rows, trails }: ReturnType<typeof planApplications>): Promise<void> {
  await insertMany(tx, tableOf(resources.agentApply), rows)
  await insertMany(tx, lineTablesOf(resources.agentApply).auditTrail, trails)
}
