/** 看板晨报: the figures of the first page in one message, for whoever asked for it (通知设置). */
import { and, desc, eq, isNull } from 'drizzle-orm'
import { BOARD } from '#model/addresses.ts'
import type { PanelAnswer } from '#model/dashboard.ts'
import { amountText, changeText, titleOf } from '#model/figureWords.ts'
import { knownFigure, permissionOf } from '#model/resource.ts'
import { dashboards } from '#resources/dashboards.ts'
import { knownResource } from '#resources/index.ts'
import { notifyPreference } from '../db/notify-tables.ts'
import { session } from '../db/tables.ts'
import { answerDashboard } from '../figures/answer.ts'
import { may, type Caller } from '../kernel/caller.ts'
import type { CardFact } from '../kernel/ports/chat.ts'
import type { Services } from '../kernel/services.ts'
import { openTenantsOf, personById } from '../people/access.ts'
import { callerFor } from '../people/caller-for.ts'
import { instantOf, localTime } from '../resource/write.ts'
import type { NoticeKind } from './kinds.ts'
import { tell } from './notify.ts'

const KIND: NoticeKind = 'morning'
/** Of the platform's clock. Who was kept from sending until then sends nothing: a morning at noon is none. */
const UNTIL = '11:00:00'

const tiles = dashboards.analysis.panels.filter(({ kind }) => kind === 'tile')

/** Is there anything to tell this person? */
export const mayHaveMornings = (caller: Caller): boolean =>
  tiles.some(({ resource }) => may(caller, permissionOf(resource, 'list')))

const words = (panel: PanelAnswer): CardFact[] => {
  if (panel.kind !== 'tile') return []
  const figure = knownFigure(knownResource(panel.resource), panel.figure)
  const was = panel.before?.day
  const change = was && changeText(panel.now, was)
  const before = was ? `（昨日同期 ${amountText(figure, was)}${change ? `，${change}` : ''}）` : ''
  const oldest = panel.oldest ? `（最早 ${panel.oldest.slice(5, 16)}）` : ''
  return [{ label: titleOf(panel, figure), text: `${amountText(figure, panel.now)}${before}${oldest}` }]
}

/** Who belongs to several tenants reads of the one they last worked in. */
async function callerOf({ db }: Services, userId: string): Promise<Caller | undefined> {
  const person = await personById(db, userId)
  if (!person) return undefined
  const [last] = await db
    .select({ tenantId: session.tenantId })
    .from(session)
    .where(and(eq(session.userId, userId), isNull(session.viewerId)))
    .orderBy(desc(session.seenTime))
    .limit(1)
  const own = (await openTenantsOf(db, person)).map(({ id }) => String(id))
  const tenant = own.find((id) => id === String(last?.tenantId)) ?? own[0]
  return tenant === undefined ? undefined : callerFor(db, userId, Number(tenant))
}

async function tellOne(services: Services, userId: string, day: string): Promise<boolean> {
  const caller = await callerOf(services, userId)
  if (!caller || !mayHaveMornings(caller)) return false
  const { panels } = await answerDashboard({ services, caller }, { ...dashboards.analysis, panels: tiles })
  const facts = panels.flatMap(words)
  const told = await services.db.transaction((tx) =>
    tell(
      { tx, services },
      {
        key: `${KIND}:${userId}:${day}`,
        kind: KIND,
        tenantId: caller.tenantId,
        title: `看板晨报 ${day}`,
        summary: facts
          .slice(0, 3)
          .map(({ label, text }) => `${label} ${text.replace(/（.*/, '')}`)
          .join('，'),
        facts,
        path: BOARD,
        to: [userId],
        until: instantOf(services, `${day} ${UNTIL}`),
      },
    ),
  )
  return told !== undefined
}

/** Once for a person and day, however many nodes and runs; the failure of one is not the others'. */
export async function tellMornings(services: Services): Promise<string> {
  const [day = '', time = ''] = localTime(services).split(' ')
  if (time >= UNTIL) return `已过 ${UNTIL.slice(0, 5)}，今天不再发送晨报`
  const wanted = await services.db
    .select({ userId: notifyPreference.userId })
    .from(notifyPreference)
    .where(eq(notifyPreference.kind, KIND))
    .orderBy(notifyPreference.userId)
  let told = 0
  let failed = 0
  for (const { userId } of wanted)
    try {
      if (await tellOne(services, userId, day)) told += 1
    } catch (error) {
      failed += 1
      services.log.error({ err: error as Error, userId }, '看板晨报没有生成')
    }
  return `已发送 ${told} 份晨报${failed ? `，${failed} 份没有生成，详情见服务端日志` : ''}`
}
