/** What an application must satisfy, and what approving it makes: provider, terms, department and login. */
import type { ValueIn } from '#model/choices.ts'
import { and, eq, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Wire } from '#model/resource.ts'
import { onlyRow } from '../../db/only-row.ts'
import { wasGiven } from '../../db/given-usernames.ts'
import { live } from '../../db/live.ts'
import type { SystemTable } from '../../db/table-type.ts'
import { resources } from '#resources/index.ts'
import { applyStates } from '#resources/partner/agentApply.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { addStep } from '../../resource/trail.ts'
import { actionOf, type Work } from '../../resource/action.ts'
import { hookOf } from '../../resource/hooks.ts'
import { tableOf } from '../../db/table.ts'
import { areaText } from '../../resource/words.ts'
import { editRow, insertRow, newRow } from '../../resource/write.ts'
import { approvalOf } from '../approval/work.ts'
import { job } from '../../kernel/ports/queue.ts'

const { agentApply, serviceProvider, serviceProviderConfig, sysRole, sysUser } = resources
const apply = tableOf(agentApply)
const provider = tableOf(serviceProvider)
const config = tableOf(serviceProviderConfig)
const user = tableOf(sysUser)
const role = tableOf(sysRole)

/** Waiting for the first or the second person. */
const OPEN: ValueIn<typeof applyStates>[] = [applyStates.waiting, applyStates.review]
/** The role of a provider's login; see `seed/roles.ts`. */
const PROVIDER_ROLE = 'provider'

type Application = Wire<typeof agentApply>

/** A company has its own name; a person is known by place and name. */
const nameOf = (row: Application): string =>
  row.companyName ? row.companyName : `${areaText(row.areaCode)?.split('/').at(-1) ?? ''}${row.contactName}`

const exists = async (db: Database | Tx, table: SystemTable, condition: SQL | undefined): Promise<boolean> => {
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(live(table), condition))
    .limit(1)
  return Boolean(found)
}

/** What stands in the way of this applicant; by field. */
async function obstacles(tx: Tx, row: Application): Promise<Record<string, string>> {
  const own = eq(apply.tenantId, row.tenantId)
  const others = and(own, ne(apply.id, row.id), inArray(apply.status, OPEN))
  const problems: Record<string, string> = {}
  if (row.creditCode && (await exists(tx, apply, and(others, eq(apply.creditCode, row.creditCode)))))
    problems.creditCode = '该统一社会信用代码已有一份审核中的申请'
  // The login is named by the phone, so both must be free.
  if (await exists(tx, user, or(eq(user.phone, row.contactPhone), eq(user.username, row.contactPhone))))
    problems.contactPhone = '该手机号已有登录账号，请更换手机号'
  const name = nameOf(row)
  if (await exists(tx, provider, and(eq(provider.tenantId, row.tenantId), eq(provider.providerName, name))))
    problems[row.companyName ? 'companyName' : 'contactName'] = `服务商名称“${name}”已存在`
  return problems
}

/** The new login's password goes to its phone. */
/** Why somebody gets a password that nobody chose. */
export interface FirstPassword {
  userId: string
  cause?: 'approved' | 'reset'
  /** When the password was reset, ISO: one that was set after it stays. */
  since?: string
}
export const firstPasswordJob = job<FirstPassword>('first-password')

export const agentRules = hookOf(agentApply, {
  // Two of one company, or of one phone, come one after the other.
  async locksFirst(tx) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('agentApply'))`)
  },

  async check({ tx, before, after }) {
    const moved = before && before.status !== after.status
    return moved ? undefined : obstacles(tx, after)
  },

  forbids(row, caller, action) {
    return action === 'withdraw' && row.createBy !== caller.username ? '只有提交人可以撤回' : undefined
  },

  /** Worth a second look, but no obstacle. */
  async detail(row, { services }) {
    if (!row.status || !OPEN.includes(row.status)) return
    const [same] = await services.db
      .select({ name: provider.providerName })
      .from(provider)
      .where(
        and(
          live(provider),
          eq(provider.tenantId, row.tenantId),
          eq(provider.level, row.applyLevel),
          eq(provider.areaCode, row.areaCode),
        ),
      )
      .limit(1)
    if (same) row.warnings = [`该区域已有同级服务商：${same.name}`]
  },
})

/** Provider, terms, department and login, or nothing. The first password is made and sent after the commit. */
async function open(work: Work<Application>): Promise<void> {
  const { tx, services, row } = work
  const [problem] = Object.values(await obstacles(tx, row))
  if (problem) throw refused(problem)
  // The decision itself is the right to do what follows; who decides need not be allowed to make logins.
  const writing = { tx, services, caller: { ...work.caller, isAdmin: true } }
  const [granted] = await tx
    .select({ id: role.id })
    .from(role)
    .where(and(eq(role.roleCode, PROVIDER_ROLE), live(role)))
  if (!granted) throw refused('没有编码为 provider 的“服务商”角色，请管理员先建立')
  const login = newRow(writing, sysUser, {
    // Who was an agent before comes back under another name: what the old account had is not given to the new one.
    username: (await wasGiven(tx, row.contactPhone)) ? row.applyNo : row.contactPhone,
    realname: row.contactName,
    phone: row.contactPhone,
    description: `代理商申请 ${row.applyNo}`,
  })
  const made = newRow(writing, serviceProvider, {
    providerName: nameOf(row),
    level: row.applyLevel,
    parentId: row.parentId,
    subjectType: row.subjectType,
    industry: row.industry,
    contactName: row.contactName,
    contactPhone: row.contactPhone,
    areaCode: row.areaCode,
    address: row.address ?? areaText(row.areaCode),
    userId: login.id,
  })
  await insertRow({ ...writing, mode: 'add', after: made, extras: {} }, serviceProvider)
  const terms = onlyRow(
    await tx.select({ id: config.id, version: config.version }).from(config).where(eq(config.providerId, made.id)),
  )
  await editRow(writing, serviceProviderConfig, terms.id, {
    version: terms.version,
    shareRatio: row.shareRatio,
  })
  const extras = { selectedroles: granted.id, selecteddeparts: String(made.departId) }
  await insertRow({ ...writing, mode: 'add', after: login, extras }, sysUser)
  await services.jobs.send(tx, firstPasswordJob, { userId: login.id }, { key: login.id })
  row.providerId = made.id
  addStep(row, work, '开通', `已开通登录账号 ${login.username}`)
}

export const agentApproval = approvalOf(agentApply, {
  steps: {
    async review({ tx, row, input }) {
      row.shareRatio = String(input.shareRatio)
      row.parentId =
        row.applyLevel === providerLevels.province ? null : String(input.parentId ?? row.parentId ?? '') || null
      if (row.applyLevel !== providerLevels.province && !row.parentId) throw refused('请选择上级服务商')
      const [parent] = await tx
        .select({ level: provider.level })
        .from(provider)
        .where(eq(provider.id, row.parentId ?? ''))
      if (parent && Number(row.applyLevel) <= Number(parent.level)) throw refused('申请级别须低于上级服务商')
    },
  },
  passed: open,
})

/** The applicant changed their mind. */
export const withdrawApplication = actionOf(agentApply, 'withdraw', async (work) => {
  work.row.status = applyStates.withdrawn
  addStep(work.row, work, '撤回', '已撤回', work.reason)
})
