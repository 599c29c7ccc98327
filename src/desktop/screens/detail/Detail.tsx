import { Alert, Button, Result, Skeleton } from 'antd'
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { decidingNames } from '#headless/records/detailSections.ts'
import { textOf } from '#headless/records/formats.ts'
import { takeUpAgain } from '#headless/session/interruptedDecision.ts'
import { removalOfRecord } from '#headless/records/removal.ts'
import type { Row } from '#headless/records/rows.ts'
import { closeTabs, useTabTitle } from '#headless/session/tabs.ts'
import { isLimited, WHY_NOT_ACTIONS } from '#headless/session/whyNot.ts'
import { useRecord } from '#headless/records/useRecord.ts'
import { useShown } from '#headless/records/useShown.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { fieldOf } from '#model/resource.ts'
import type { RecordProps } from '../../custom/index.ts'
import { useRecordTools } from '../../custom/tools.tsx'
import { Cell } from '../../fields/Cell.tsx'
import { useRemoval } from '../../layout/removal.ts'
import { Opening } from '../../Opening.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { Facts } from './Facts.tsx'

const ActionDialog = lazy(() => importWithTimeout(import('../list/ActionDialog.tsx')))
const History = lazy(() => importWithTimeout(import('./History.tsx')))
const FollowButton = lazy(() => importWithTimeout(import('./FollowButton.tsx')))
const WhyDialog = lazy(() => importWithTimeout(import('../why/WhyDialog.tsx')))
const Related = lazy(() => importWithTimeout(import('./Related.tsx')))

interface Props extends RecordProps {
  /** Stands above the facts: what matters most for this resource. */
  above?: (row: Row) => ReactNode
}

/** One record of any resource: its facts, its lines, and what this reader may do with it. */
export default function Detail({ resource, listPath, id, above }: Props) {
  const askRemoval = useRemoval()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const record = useRecord(resource, id)
  const shown = useShown()
  const tools = useRecordTools(resource)
  /** With the record as it stood when the button was pressed: nobody decides on what came in behind the dialog. */
  const [action, setAction] = useState<{ name: string; row: Row }>()
  const [why, setWhy] = useState(false)
  const { row, may } = record
  const title = row ? textOf(fieldOf(resource, resource.title)!, row, resource.title) : ''
  // Opened from a message, the record lies over somebody else's page.
  const hasTab = pathname.endsWith(`/${encodeURIComponent(id)}`)
  useTabTitle(pathname, hasTab && title ? `${resource.label} ${title}` : undefined)

  // Signed in again in the middle of a decision: it is asked again, with what was typed.
  const loaded = Boolean(row)
  const resume = useEffectEvent(() => {
    const interrupted = takeUpAgain(resource.name, id)
    if (row && interrupted && may.includes(interrupted)) setAction({ name: interrupted, row })
  })
  useEffect(() => {
    if (loaded) resume()
  }, [loaded])

  if (record.loading) return <Skeleton active className="card" />
  if (record.missing)
    return (
      <Result
        status="403"
        title={`无权限查看，或该${resource.label}已不存在`}
        extra={
          <>
            <Link to={listPath}>返回{resource.label}列表</Link>
            <WhyNotButton about={{ resource: resource.name, id }} />
          </>
        }
      />
    )
  if (!row)
    return (
      <Result
        status="warning"
        title="加载失败"
        subTitle={record.error?.message}
        extra={<Button onClick={() => void record.reload()}>重试</Button>}
      />
    )

  const remove = async () => {
    if (!(await askRemoval(removalOfRecord(resource, row, record.remove)))) return
    if (shown.current) await navigate(listPath)
    if (hasTab) closeTabs(pathname)
  }
  const badge = resource.list.card.badge
  const actions = Object.entries(resource.actions).filter(([name]) => may.includes(name))
  return (
    <>
      <section className="card detail-head" aria-label={`${resource.label}详情`}>
        <h2>
          {resource.label} {title}
        </h2>
        {badge && <Cell field={fieldOf(resource, badge)!} row={row} name={badge} />}
        <span className="row-buttons">
          {/* They stand at the right edge: what comes late moves none of the others from under a hand. */}
          <Suspense fallback={null}>
            <FollowButton key={id} resource={resource} row={row} />
          </Suspense>
          {actions.map(([name, { label, danger, decide, foremost }]) => (
            <Button
              key={name}
              danger={Boolean(danger)}
              type={(decide || foremost) && !danger ? 'primary' : 'default'}
              onClick={() => setAction({ name, row })}
            >
              {label}
            </Button>
          ))}
          {tools.of(row).map(({ key, label, onClick }) => (
            <Button key={key} onClick={onClick}>
              {label}
            </Button>
          ))}
          {may.includes('edit') && (
            <Button onClick={() => void navigate(`${listPath}/${encodeURIComponent(id)}/edit`)}>编辑</Button>
          )}
          {may.includes('delete') && (
            <Button danger onClick={() => void remove()}>
              删除
            </Button>
          )}
          {isLimited(resource, may) && (
            <WhyNotButton about={{ resource: resource.name, id }}>{WHY_NOT_ACTIONS}</WhyNotButton>
          )}
        </span>
      </section>
      {record.conflict && <Alert type="warning" showIcon title={record.conflict} />}
      {above?.(row)}
      <Facts
        resource={resource}
        row={row}
        said={[resource.title, ...(badge ? [badge] : []), ...decidingNames(resource, row)]}
      />
      <Suspense fallback={null}>
        <Related key={id} resource={resource} id={id} />
        <History resource={resource} id={id} />
      </Suspense>
      {resource.approval && (
        <p className="why-link">
          <Button type="link" size="small" onClick={() => setWhy(true)}>
            为什么我没收到
          </Button>
        </p>
      )}
      {tools.open}
      <Suspense fallback={<Opening />}>
        {why && <WhyDialog about={{ resource: resource.name, recordId: id }} onClose={() => setWhy(false)} />}
        {action && (
          <ActionDialog
            resource={resource}
            name={action.name}
            target={{ row: action.row }}
            onClose={() => setAction((now) => (now === action ? undefined : now))}
          />
        )}
      </Suspense>
    </>
  )
}
