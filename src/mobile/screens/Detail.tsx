import { lazy, Suspense } from 'react'
import { textOf } from '#headless/formats.ts'
import type { Row } from '#headless/rows.ts'
import { useRecord } from '#headless/useRecord.ts'
import { within } from '#headless/within.ts'
import { SYSTEM_COLUMNS } from '#model/fields.ts'
import { kinds } from '#model/kinds.ts'
import { fieldOf, isLines, shownFields, type Resource } from '#model/resource.ts'
import { standing } from '#model/typed.ts'
import type { ResourceName } from '#resources/index.ts'
import { furtherFacts } from '../custom/further-facts.ts'
import { Cell } from '../fields/Cell.tsx'
import { Failed, Nothing } from '../frame/Nothing.tsx'
import { Page } from '../frame/Page.tsx'
import { Refresh } from '../frame/Refresh.tsx'
import { Blocks } from '../frame/Waiting.tsx'
import { WhyLink } from './WhyLink.tsx'
import { ActionBar } from './ActionBar.tsx'
import './detail.css'

const Related = lazy(() => within(import('./Related.tsx')))
const History = lazy(() => within(import('./History.tsx')))

interface Section {
  title: string
  names: string[]
}

const BOOKKEEPING = ['createBy', 'createTime', 'updateBy', 'updateTime'] satisfies (keyof typeof SYSTEM_COLUMNS)[]

/** The form's sections, then what no form has, every sub-table by itself, and who made and changed the record. */
function sectionsOf(resource: Resource): Section[] {
  const lines = Object.keys(resource.fields).filter((name) => isLines(resource.fields[name]!))
  const form = resource.form.map(({ title, fields }) => ({
    title,
    names: fields.filter((name) => !lines.includes(name)),
  }))
  const placed = new Set([...form.flatMap(({ names }) => names), ...lines])
  const rest = shownFields(resource).filter((name) => !placed.has(name))
  return [
    ...form,
    { title: '其他信息', names: rest },
    ...lines.map((name) => ({ title: resource.fields[name]!.label, names: [name] })),
    { title: '记录', names: BOOKKEEPING },
  ].filter(({ names }) => names.length)
}

const isFilled = (row: Row, name: string) => row[name] !== null && row[name] !== undefined && row[name] !== ''

/** One record of any resource, to be read; what may be done with it stands at the bottom. */
export default function Detail({ resource, id }: { resource: Resource; id: string }) {
  const record = useRecord(resource, id)
  const { row } = record
  const Further = furtherFacts[resource.name as ResourceName]
  const { aside } = resource.list.card
  const title = row ? textOf(fieldOf(resource, resource.title)!, row, resource.title) : ''
  const amount = row && aside ? textOf(fieldOf(resource, aside)!, row, aside) : ''
  return (
    <Page
      title={`${resource.label}详情`}
      footer={
        row &&
        record.may.length > 0 && (
          <ActionBar
            resource={resource}
            record={record}
            row={row}
            facts={
              <p key="facts">
                {title}
                {amount && (
                  <>
                    <br />
                    {fieldOf(resource, aside!)!.label} {amount}
                  </>
                )}
              </p>
            }
          />
        )
      }
    >
      <Refresh again={record.reload}>
        {row ? (
          <div className="vd-detail">
            {record.conflict && (
              <p role="alert" className="vd-conflict">
                {record.conflict}
              </p>
            )}
            <Top resource={resource} row={row} />
            {Further && (
              <section className="vd-section">
                <dl>
                  <Suspense fallback={null}>
                    <Further row={row} />
                  </Suspense>
                </dl>
              </section>
            )}
            {sectionsOf(resource).map((section) => (
              <Facts key={section.title} resource={resource} row={row} {...section} />
            ))}
            <Suspense fallback={null}>
              <Related resource={resource} id={id} />
              <History resource={resource} id={id} />
              <WhyLink resource={resource} id={id} />
            </Suspense>
          </div>
        ) : record.loading ? (
          <Blocks />
        ) : record.missing ? (
          <Nothing>无权限查看，或这条{resource.label}已不存在</Nothing>
        ) : (
          record.error && <Failed error={record.error} onRetry={() => void record.reload().catch(() => undefined)} />
        )}
      </Refresh>
    </Page>
  )
}

function Top({ resource, row }: { resource: Resource; row: Row }) {
  const { badge, aside, subtitle } = resource.list.card
  const cell = (name: string) => <Cell field={fieldOf(resource, name)!} name={name} row={row} empty="" />
  return (
    <header className="vd-top">
      <h2>{cell(resource.title)}</h2>
      {badge && isFilled(row, badge) && <span className="vd-badge">{cell(badge)}</span>}
      {subtitle && isFilled(row, subtitle) && <p>{cell(subtitle)}</p>}
      {aside && isFilled(row, aside) && (
        <p className="vd-amount">
          <small>{fieldOf(resource, aside)!.label}</small>
          {cell(aside)}
        </p>
      )}
    </header>
  )
}

function Facts({ resource, row, title, names }: { resource: Resource; row: Row } & Section) {
  const shown = names.filter((name) => isFilled(row, name))
  if (!shown.length) return null
  return (
    <section className="vd-section">
      <h3>{title}</h3>
      <dl>
        {shown.map((name) => {
          const field = fieldOf(resource, name)!
          return (
            <div key={name} className={kinds[standing(field, row).kind].wide ? 'vd-wide' : undefined}>
              {field.kind !== 'lines' && <dt>{field.label}</dt>}
              <dd>
                <Cell field={field} name={name} row={row} />
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
