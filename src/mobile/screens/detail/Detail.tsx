import { lazy, Suspense } from 'react'
import { isBlank } from '#headless/records/detailSections.ts'
import { textOf } from '#headless/records/formats.ts'
import type { Row } from '#headless/records/rows.ts'
import { isLimited, WHY_NOT_ACTIONS } from '#headless/session/whyNot.ts'
import { useRecord } from '#headless/records/useRecord.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import type { ResourceName } from '#resources/index.ts'
import { furtherFacts } from '../../custom/decision/further-facts.ts'
import { Cell } from '../../fields/Cell.tsx'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import { Facts } from './Facts.tsx'
import { WhyLink } from '../why/WhyLink.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { ActionBar } from './ActionBar.tsx'
import { Tools } from './Tools.tsx'
import './detail.css'

const Related = lazy(() => importWithTimeout(import('./Related.tsx')))
const FollowButton = lazy(() => importWithTimeout(import('./FollowButton.tsx')))
const History = lazy(() => importWithTimeout(import('./History.tsx')))

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
              <dl className="vd-section vd-further">
                <Suspense fallback={null}>
                  <Further row={row} />
                </Suspense>
              </dl>
            )}
            <Tools resource={resource} row={row} />
            <Facts resource={resource} row={row} said={topNames(resource, row)} />
            <Suspense fallback={null}>
              <Related resource={resource} id={id} />
              <History resource={resource} id={id} />
              <FollowButton resource={resource} row={row} />
              <WhyLink resource={resource} id={id} />
              {isLimited(resource, record.may) && (
                <WhyNotButton about={{ resource: resource.name, id }}>{WHY_NOT_ACTIONS}</WhyNotButton>
              )}
            </Suspense>
          </div>
        ) : record.loading ? (
          <Blocks />
        ) : record.missing ? (
          <>
            <Nothing>无权限查看，或这条{resource.label}已不存在</Nothing>
            <WhyNotButton about={{ resource: resource.name, id }} />
          </>
        ) : (
          record.error && <Failed error={record.error} onRetry={() => void record.reload().catch(() => undefined)} />
        )}
      </Refresh>
    </Page>
  )
}

/** What the head of the page says. */
const topNames = ({ title, list: { card } }: Resource, row: Row): string[] => [
  title,
  ...[card.badge, card.subtitle, card.aside].flatMap((name) => (name === undefined || isBlank(row, name) ? [] : name)),
]

function Top({ resource, row }: { resource: Resource; row: Row }) {
  const { badge, aside, subtitle } = resource.list.card
  const cell = (name: string) => <Cell field={fieldOf(resource, name)!} name={name} row={row} empty="" />
  return (
    <header className="vd-top">
      <h2>{cell(resource.title)}</h2>
      {badge && !isBlank(row, badge) && <span className="vd-badge">{cell(badge)}</span>}
      {subtitle && !isBlank(row, subtitle) && (
        <p>
          {fieldOf(resource, subtitle)!.label}：{cell(subtitle)}
        </p>
      )}
      {aside && !isBlank(row, aside) && (
        <p className="vd-amount">
          <small>{fieldOf(resource, aside)!.label}</small>
          {cell(aside)}
        </p>
      )}
    </header>
  )
}
