/** What consumers see: submitted, published, revoked, put on top, taken down. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { editable, type Problems } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../../db/only-row.ts'
import { allOf } from '../../db/all-of.ts'
import { adStates } from '#resources/content/advertisement.ts'
import { noticeTargets, pushModes } from '#resources/content/notice.ts'
import { publishStates } from '#resources/content/publishStates.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { boxStates } from '#resources/product/blindBox.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { readConfig } from '../../resource/config.ts'
import { addStep } from '../../resource/trail.ts'
import { actionOf, type ActionWork } from '../../resource/action.ts'
import { hookOf, put, type Change, type Row, type SaveHook } from '../../resource/hooks.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import type { SystemTable } from '../../db/table-type.ts'
import { localTime, type Writing } from '../../resource/write.ts'
import { approvalOf, ask } from '../approval/work.ts'
import { pictureProblem } from './picture-rules.ts'
import { AD_WINDOW, BOX_WINDOW, reached, showStateOf, windowState } from '../windows.ts'

const { advertisement, blindBox, driverMessage, notice, serviceProvider, trend, userMessage } = resources

const people = tableOf(userMessage)
const providers = tableOf(serviceProvider)
const drivers = tableOf(driverMessage)

const HOUR_MS = 3_600_000
const { province, city, district, chain } = providerLevels

export const advertisementApproval = approvalOf(advertisement, {
  async passed({ services, row, reason }) {
    row.auditReason = reason ?? null
    row.status = windowState(row, localTime(services), AD_WINDOW)
  },
  async rejected({ row, reason }) {
    row.auditReason = reason ?? null
  },
})

const submitAdvertisement = actionOf(advertisement, 'submit', async (work) => {
  const { services, row } = work
  const hours = Number((await readConfig(work.tx, row.tenantId))['advertisement.leadHours'])
  const earliest = localTime(services, new Date(services.clock.now().getTime() + hours * HOUR_MS))
  if (!reached(earliest, row.startTime))
    throw refused(`开始时间至少在提交的${hours === 24 ? '一天' : ` ${hours} 小时`}之后，请修改后再提交`)
  row.auditReason = null
  await ask(advertisement, row, work)
})

const takeDownAdvertisement = actionOf(advertisement, 'takeDown', async (work) => {
  work.row.status = adStates.over
  addStep(work.row, work, '下架', '已下架', work.reason)
})

interface Pictured extends Row {
  image: string
}

async function checkPicture({ tx, before, after }: Change<Pictured>): Promise<Problems | void> {
  if (before?.image === after.image) return
  const problem = await pictureProblem(tx, after.image)
  return problem ? { image: problem } : undefined
}

export const advertisementRules = hookOf(advertisement, {
  check: checkPicture,
  /** A refused one that is written anew is a draft again. */
  async beforeSave({ mode, before, after }) {
    if (mode === 'edit' && before?.status === adStates.rejected && after.status === adStates.rejected)
      after.status = adStates.draft
  },
})

export const bannerRules = hookOf(resources.banner, {
  check: checkPicture,
  async beforeSave({ services, after }) {
    after.showState = showStateOf(after, localTime(services))
  },
})

const codes = (text: unknown): string[] =>
  String(text ?? '')
    .split(',')
    .filter(Boolean)

/** 440000 is every place in the province, 440300 every place in the city. */
const inAreas = (column: SQL, areas: readonly string[]): SQL =>
  or(...areas.map((code) => sql`${column} like ${`${code.replace(/(0000|00)$/, '')}%`}`)) ?? sql`true`

/** How many each kind of target reaches. */
const reach: Readonly<Record<string, (tx: Tx, row: Row) => Promise<number>>> = {
  [noticeTargets.everybody]: (tx, row) => count(tx, people, row, eq(people.status, consumerStates.normal)),
  [noticeTargets.providers]: (tx, row) =>
    count(tx, providers, row, inArray(providers.level, [province, city, district, chain])),
  [noticeTargets.merchants]: (tx, row) => count(tx, providers, row, eq(providers.level, providerLevels.merchant)),
  [noticeTargets.drivers]: (tx, row) => count(tx, drivers, row, eq(drivers.status, driverStates.normal)),
  [noticeTargets.cities]: (tx, row) =>
    count(
      tx,
      people,
      row,
      allOf(eq(people.status, consumerStates.normal), inAreas(sql`${people.areaCode}`, codes(row.areaCodes))),
    ),
}

async function count(tx: Tx, table: SystemTable, row: Row, who: SQL): Promise<number> {
  const found = onlyRow(
    await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(table)
      .where(and(live(table), eq(table.tenantId, row.tenantId), who)),
  )
  return found.count
}

/** The notice is out: since when, and to how many. Consumers of a named city are not counted again among all. */
export async function launch({ tx, services }: Pick<Writing, 'tx' | 'services'>, row: Row): Promise<void> {
  const targets = codes(row.target)
  const wanted = targets.includes(noticeTargets.everybody)
    ? targets.filter((one) => one !== noticeTargets.cities)
    : targets
  let sendCount = 0
  // One after the other: a transaction has one connection.
  for (const one of wanted) sendCount += (await reach[one]?.(tx, row)) ?? 0
  put(row, {
    status: publishStates.out,
    publishTime: localTime(services),
    sendCount,
  })
}

const TOO_LATE = '推送时间须晚于现在'

export const noticeRules = hookOf(notice, {
  async check({ services, before, after }) {
    const same = before && before.pushTime === after.pushTime && before.pushMode === after.pushMode
    if (!same && after.pushMode === pushModes.timed && reached(after.pushTime, localTime(services)))
      return { pushTime: TOO_LATE }
  },
})

const publishNotice = actionOf(notice, 'publish', async (work) => {
  const { services, row } = work
  row.revokeTime = null
  if (row.pushMode !== pushModes.timed) return launch(work, row)
  if (reached(row.pushTime, localTime(services))) throw refused(`${TOO_LATE}，请修改后再发布`)
  row.status = publishStates.planned
})

const revokeNotice = actionOf(notice, 'revoke', async ({ services, row }) => {
  put(row, { status: publishStates.revoked, revokeTime: localTime(services) })
})

const publishTrend = actionOf(trend, 'publish', async ({ services, row }) => {
  const now = localTime(services)
  const later = row.publishTime && !reached(row.publishTime, now)
  row.status = later ? publishStates.planned : publishStates.out
  if (!later) row.publishTime = now
})

const revokeTrend = actionOf(trend, 'revoke', async ({ row }) => {
  row.status = publishStates.revoked
})

const topTrend = actionOf(trend, 'top', async ({ row }) => {
  row.isTop = 'Y'
})
const untopTrend = actionOf(trend, 'untop', async ({ row }) => {
  row.isTop = 'N'
})

const publishBox = actionOf(blindBox, 'publish', async ({ services, row }) => {
  const now = localTime(services)
  if (reached(row.endTime, now)) throw refused('活动时间已过，请修改后再上线')
  row.status = windowState(row, now, BOX_WINDOW)
})

const takeDownBox = actionOf(blindBox, 'takeDown', async ({ row }) => {
  row.status = boxStates.down
})

/** What people see of a running box is what they draw from: only its stock may change. */
export const blindBoxRules = hookOf(blindBox, {
  async check({ before, after }) {
    if (before?.status !== BOX_WINDOW[1] || after.status !== BOX_WINDOW[1]) return
    const changed = editable(blindBox.fields).find((name) => shown(before[name]) !== shown(after[name]))
    return changed ? { [changed]: '进行中的盲盒只能修改库存' } : undefined
  },
})

const shown = (value: unknown): string =>
  JSON.stringify(
    Array.isArray(value) ? value.map((line: Row) => ({ ...line, id: undefined, stock: undefined })) : (value ?? null),
  )

export const contentWorks: readonly ActionWork[] = [
  submitAdvertisement,
  takeDownAdvertisement,
  publishNotice,
  revokeNotice,
  publishTrend,
  revokeTrend,
  topTrend,
  untopTrend,
  publishBox,
  takeDownBox,
]
export const contentRules: readonly SaveHook[] = [advertisementRules, bannerRules, noticeRules, blindBoxRules]
