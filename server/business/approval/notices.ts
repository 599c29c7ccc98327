/** Approvals in the words of notices and cards. */
import { knownStep } from '#model/deciding.ts'
import { kindOf } from '#model/kinds/index.ts'
import { hundredthsOr0 } from '#model/money.ts'
import { standing } from '#model/typed.ts'
import { type Resource, knownApproval, knownAction, knownField } from '#model/resource.ts'
import { menuUrl } from '#resources/menu.ts'
import type { CardFact, ChatMessage } from '../../kernel/ports/chat.ts'
import type { Caller } from '../../kernel/caller.ts'
import { hundredthsOf, readConfig } from '../../resource/config.ts'
import { systemCaller } from '../../resource/trail.ts'
import { settle, tell, type NoticeKind } from '../../notify/notify.ts'
import type { Row } from '../../resource/hooks.ts'
import { maskRows } from '../../resource/wire.ts'
import { addWords } from '../../resource/words.ts'
import { instantOf, type Writing } from '../../resource/write.ts'

export type Why = 'asked' | 'reminded' | 'overdue' | 'nobody'

const kinds: Readonly<Record<Why, { kind: NoticeKind; before: string; decides: boolean }>> = {
  asked: { kind: 'todo', before: '', decides: true },
  reminded: { kind: 'todo', before: '即将超时：', decides: true },
  overdue: { kind: 'overdue', before: '超时升级：', decides: false },
  // Not the same: time is not up yet, and when it is, that is said too.
  nobody: { kind: 'overdue', before: '无人可审批：', decides: false },
}

/** Each time a record is put before somebody its trail is one line longer. */
export const turnOf = (row: Row): number => (row.auditTrail as unknown[] | null)?.length ?? 0

/** Puts the record before these people: bell, socket, chat cards. */
export async function tellPeople(
  writing: Writing,
  resource: Resource,
  row: Row,
  why: Why,
  people: readonly Caller[],
): Promise<void> {
  const { kind, before, decides } = kinds[why]
  const { noun } = knownApproval(resource)
  const shown = await readable(writing, resource, row)
  const { subtitle } = resource.list.card
  const due = row.dueTime ? instantOf(writing.services, String(row.dueTime)).getTime() : undefined
  await tell(writing, {
    key: `${resource.name}:${String(row.id)}:${turnOf(row)}:${why}`,
    kind,
    tenantId: Number(row.tenantId),
    resource: resource.name,
    recordId: String(row.id),
    title: `${before}${noun}待${knownStep(resource, row).name}`,
    summary: [subtitle && said(resource, shown, subtitle), said(resource, shown, resource.title)]
      .filter(Boolean)
      .join(' '),
    facts: factsOf(resource, shown),
    path: `${menuUrl(resource)}/${encodeURIComponent(String(row.id))}`,
    to: people.map(({ userId }) => userId),
    ...(decides && { choices: await choicesFor(writing, resource, row) }),
    ...(due !== undefined && { due }),
  })
}

/** 已由 张三 于 10:32 通过: every open notice and card of the record says so from now on. */
export const closeNotices = (
  writing: Writing,
  resource: Resource,
  row: Row,
  outcome: { text: string; good: boolean },
): Promise<void> => settle(writing, { resource: resource.name, recordId: String(row.id), ...outcome })

/** A card decides what is small and asks for nothing; everything else opens the page, a no always. */
async function choicesFor({ tx }: Writing, resource: Resource, row: Row): Promise<ChatMessage['choices']> {
  const { amount, reject } = knownApproval(resource)
  const { action } = knownStep(resource, row)
  const limit = hundredthsOf(await readConfig(tx, Number(row.tenantId)), 'approval.cardMax')
  const large = amount !== undefined && hundredthsOr0(row[amount]) > limit
  const asks = Boolean(knownAction(resource, action).input ?? knownAction(resource, action).reason)
  return [
    {
      key: action,
      label: knownAction(resource, action).label,
      ...(large || asks ? { opens: true } : { version: Number(row.version) }),
    },
    { key: reject, label: knownAction(resource, reject).label, danger: true, opens: true },
    { key: 'open', label: '打开', opens: true },
  ]
}

/** Chats show what they are sent to whoever looks over a shoulder: with words, and always masked. */
async function readable({ tx }: Writing, resource: Resource, row: Row): Promise<Row> {
  const copy = { ...row }
  await addWords(tx, resource, [copy])
  maskRows(resource, [copy], { ...systemCaller(Number(row.tenantId)), isAdmin: false })
  return copy
}

const MOST_FACTS = 6

function factsOf(resource: Resource, row: Row): CardFact[] {
  const { amount, figures = [], facts } = knownApproval(resource)
  const names = [
    amount,
    resource.list.card.subtitle,
    ...figures,
    ...facts.map((fact) => (typeof fact === 'string' ? fact : fact[0])),
    'dueTime',
  ]
  const found = [...new Set(names)].flatMap((name) => {
    const text = name && said(resource, row, name)
    return text ? [{ label: knownField(resource, name).label, text }] : []
  })
  // The deadline is never what falls off the end.
  return found.length <= MOST_FACTS ? found : [...found.slice(0, MOST_FACTS - 1), ...found.slice(-1)]
}

function said(resource: Resource, row: Row, name: string): string {
  const field = standing(knownField(resource, name), row)
  const value = row[name]
  if (value === null || value === undefined || value === '') return ''
  return String(row[`${name}_dictText`] ?? kindOf(field).told(value, field))
}
