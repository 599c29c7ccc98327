import { TODO } from '#model/addresses.ts'
import { lazy, Suspense } from 'react'
import {
  badgeOf,
  decidedBy,
  effectOf,
  factsOf,
  figuresOf,
  gist,
  isLate,
  latestOf,
  warningsOf,
  wasAsked,
} from '#headless/records/decision.ts'
import { textOf } from '#headless/records/formats.ts'
import type { Row } from '#headless/records/rows.ts'
import { isLimited, WHY_NOT_ACTIONS } from '#headless/session/whyNot.ts'
import { useRecord, type RecordView } from '#headless/records/useRecord.ts'
import { decoration } from '#headless/connection/decoration.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { stepAt } from '#model/deciding.ts'
import type { FieldOf } from '#model/fields.ts'
import { kinds } from '#model/kinds/index.ts'
import { grouped } from '#model/money.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import type { ResourceName } from '#resources/index.ts'
import { Cell } from '../../fields/Cell.tsx'
import { Steps } from '../../fields/Steps.tsx'
import { Tone } from '../../fields/Tone.tsx'
import { returnTo, useGo } from '../../layout/go.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import { Button } from '../../layout/plain.tsx'
import { ActionBar } from '../../screens/detail/ActionBar.tsx'
import { WhyLink } from '../../screens/why/WhyLink.tsx'
import { WhyNotButton } from '../../screens/whyNot/WhyNotButton.tsx'
import type { DetailProps } from '../index.ts'
import { furtherFacts } from './further-facts.ts'
import './decision.css'

// Needed only once a decision is over.
const AllFacts = lazy(async () => ({
  default: (await importWithTimeout(import('../../screens/detail/Facts.tsx'))).Facts,
}))
const FollowButton = lazy(decoration(() => import('../../screens/detail/FollowButton.tsx')))
const NextItem = lazy(() => importWithTimeout(import('./NextItem.tsx')))
// Most orders and deposits are never put before anybody.
const General = lazy(() => importWithTimeout(import('../../screens/detail/Detail.tsx')))

/** The facts of a record that somebody decides on, and the two buttons, on one screen. */
export default function DecisionDetail({ resource, id }: DetailProps) {
  const record = useRecord(resource, id)
  const { row } = record
  if (row && !wasAsked(resource, row)) return <General resource={resource} id={id} />
  return (
    <Page title={resource.label} footer={row && <Decide resource={resource} record={record} row={row} />}>
      {row ? (
        <Facts resource={resource} row={row} conflict={record.conflict} />
      ) : record.loading ? (
        <Blocks />
      ) : record.missing ? (
        <Nothing>无权限查看，或这条{resource.label}已不存在</Nothing>
      ) : (
        record.error && <Failed error={record.error} onRetry={() => void record.reload()} />
      )}
    </Page>
  )
}

interface Part {
  resource: Resource
  row: Row
}

function Decide({ resource, record, row }: Part & { record: RecordView }) {
  const go = useGo()
  const { amount, about, payee } = gist(resource, row)
  return (
    <ActionBar
      resource={resource}
      record={record}
      row={row}
      facts={
        <span key="facts" className="vd-asked">
          {amount && <b>¥{amount}</b>}
          {about && <span>{about}</span>}
          {payee && <span>收款 {payee}</span>}
        </span>
      }
      decided={
        <>
          <Button size="large" onClick={() => returnTo(go, TODO)}>
            返回待办
          </Button>
          <Suspense fallback={null}>
            <NextItem resource={resource.name} id={row.id} />
          </Suspense>
        </>
      }
    />
  )
}

function Facts({ resource, row, conflict }: Part & { conflict: string }) {
  const told = decidedBy(resource, row) ?? conflict
  const waits = Boolean(stepAt(resource, row))
  const latest = waits ? undefined : latestOf(resource, row)
  const Further = furtherFacts[resource.name as ResourceName]
  const figures = figuresOf(resource, row)
  return (
    <div className="vd-decision">
      {latest && (
        <p role="status" className="vd-conflict">
          {latest}
        </p>
      )}
      {told && (
        <p role="status" className="vd-conflict">
          {told}
        </p>
      )}
      {typeof row.actingFor === 'string' && <p className="vd-conflict">您代 {row.actingFor} 处理</p>}
      <Top resource={resource} row={row} alone={!figures.length} />
      {figures.length > 0 && (
        <section className="vd-thirds">
          {figures.map((name) => (
            <div key={name}>
              <small>{fieldOf(resource, name)!.label}</small>
              <b>
                <Cell field={fieldOf(resource, name)!} name={name} row={row} />
              </b>
            </div>
          ))}
        </section>
      )}
      <dl className="vd-pairs">
        {warningsOf(row).length > 0 && (
          <div>
            <dt>提醒</dt>
            <dd>
              {warningsOf(row).map((warning) => (
                <Tone key={warning} color="orange">
                  {warning}
                </Tone>
              ))}
            </dd>
          </div>
        )}
        {factsOf(resource, row).map(({ name, beside }) => (
          <Pair key={name} resource={resource} row={row} name={name} beside={beside} />
        ))}
        {Further && (
          <Suspense fallback={null}>
            <Further row={row} />
          </Suspense>
        )}
        {waits && <EffectPair row={row} />}
        {waits && <Due resource={resource} row={row} />}
      </dl>
      <section className="vd-trail">
        <h3>{resource.fields.auditTrail!.label}</h3>
        <Steps field={resource.fields.auditTrail as FieldOf<'lines'>} lines={(row.auditTrail ?? []) as Row[]} />
      </section>
      {/* Over: what else came of it. While it waits the decision is all there is to see. */}
      {!waits && (
        <Suspense fallback={null}>
          <AllFacts resource={resource} row={row} said={saidHere(resource, row)} />
        </Suspense>
      )}
      {/* It waits for nobody: the decision is there first. */}
      <Suspense fallback={null}>
        <FollowButton resource={resource} row={row} />
      </Suspense>
      <WhyLink resource={resource} id={row.id} />
      {isLimited(resource, row.may ?? []) && (
        <WhyNotButton about={{ resource: resource.name, id: row.id }}>{WHY_NOT_ACTIONS}</WhyNotButton>
      )}
    </div>
  )
}

/** What this page says already once it is over. */
const saidHere = (resource: Resource, row: Row): string[] => {
  const { title, approval, list } = resource
  const facts = factsOf(resource, row).flatMap(({ name, beside }) => [name, ...beside])
  const others = [approval?.amount, list.card.subtitle, badgeOf(resource, row)].filter((name) => name !== undefined)
  return [title, ...others, ...figuresOf(resource, row), ...facts, 'auditTrail']
}

/** What it is about, how it stands, who and which number. */
function Top({ resource, row, alone }: Part & { alone: boolean }) {
  const { amount } = resource.approval!
  const { subtitle } = resource.list.card
  const badge = badgeOf(resource, row)
  const field = (name: string) => fieldOf(resource, name)!
  const words = (name: string) => textOf(field(name), row, name)
  const main = amount ?? subtitle ?? resource.title
  return (
    <section className={alone ? 'vd-decision-top vd-alone' : 'vd-decision-top'}>
      <div>
        <small>{field(main).label}</small>
        <strong className={amount ? undefined : 'vd-worded'}>
          {amount ? `¥${words(amount)}` : words(main) || words(resource.title)}
        </strong>
      </div>
      {badge && <Cell field={field(badge)} name={badge} row={row} empty="" />}
      <p>
        {amount && subtitle && <b>{words(subtitle)}</b>}
        <span>{words(resource.title)}</span>
      </p>
    </section>
  )
}

function Pair({ resource, row, name, beside }: Part & { name: string; beside: readonly string[] }) {
  const field = fieldOf(resource, name)!
  const wide = field.kind === 'images' || field.kind === 'image' || kinds[field.kind].wide
  const small = beside.map((other) => textOf(fieldOf(resource, other)!, row, other)).filter(Boolean)
  return (
    <div className={wide ? 'vd-wide' : undefined}>
      <dt>{field.label}</dt>
      <dd>
        <Cell field={field} name={name} row={row} />
        {small.length > 0 && <small>{small.join(' · ')}</small>}
      </dd>
    </div>
  )
}

function EffectPair({ row }: { row: Row }) {
  const effect = effectOf(row)
  if (!effect.length) return null
  return (
    <div>
      <dt>余额变动</dt>
      <dd className="vd-effect">
        {effect.map((line, index) => (
          <p key={index}>
            <span>{line.account ?? line.direction_dictText ?? line.amountType_dictText}</span> {grouped(line.amount)}
            <small>
              {grouped(line.beforeAmount)} → {grouped(line.afterAmount)}
            </small>
          </p>
        ))}
      </dd>
    </div>
  )
}

function Due({ resource, row }: Part) {
  const late = isLate(resource, row)
  return (
    <div>
      <dt>{resource.fields.dueTime!.label}</dt>
      <dd className={late ? 'vd-danger' : undefined}>
        {String(row.dueTime ?? '').slice(0, 16) || '—'}
        {late && ' 已超时'}
      </dd>
    </div>
  )
}
