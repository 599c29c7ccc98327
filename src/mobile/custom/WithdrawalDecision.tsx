import { Button } from 'antd-mobile'
import { useDict } from '#headless/dictionary.ts'
import { textOf } from '#headless/formats.ts'
import type { Row } from '#headless/rows.ts'
import { useRecord, type RecordView } from '#headless/useRecord.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { grouped } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { Steps } from '../fields/Steps.tsx'
import { Tone } from '../fields/Tone.tsx'
import { useGo } from '../frame/go.ts'
import { QUEUE } from '../frame/paths.ts'
import { Failed, Nothing } from '../frame/Nothing.tsx'
import { Page } from '../frame/Page.tsx'
import { Blocks } from '../frame/Waiting.tsx'
import { ActionBar } from '../screens/ActionBar.tsx'
import type { DetailProps } from './index.ts'
import './decision.css'

const withdrawal = resources.userWithdrawal as unknown as Resource
type FieldName = keyof typeof resources.userWithdrawal.fields

const words = (row: Row, name: FieldName): string => textOf(fieldOf(withdrawal, name)!, row, name)
const labelOf = (name: FieldName): string => withdrawal.fields[name]!.label

/** What passing it does to the account, as the server works it out. */
interface Effect {
  amountType_dictText?: string
  direction_dictText?: string
  amount: string
  beforeAmount: string
  afterAmount: string
}

/** The facts of a withdrawal and the two buttons, on one screen. */
export default function WithdrawalDecision({ id }: DetailProps) {
  const record = useRecord(withdrawal, id)
  const { row } = record
  return (
    <Page title={withdrawal.label} footer={row && <Decide record={record} row={row} />}>
      {row ? (
        <Facts row={row} conflict={record.conflict} />
      ) : record.loading ? (
        <Blocks />
      ) : record.missing ? (
        <Nothing>这条{withdrawal.label}不存在，或您没有权限查看</Nothing>
      ) : (
        record.error && <Failed error={record.error} onRetry={() => void record.reload()} />
      )}
    </Page>
  )
}

function Decide({ record, row }: { record: RecordView; row: Row }) {
  const go = useGo()
  return (
    <ActionBar
      resource={withdrawal}
      record={record}
      row={row}
      facts={
        <span key="facts" className="vd-asked">
          <b>¥{words(row, 'applyAmount')}</b>
          {words(row, 'ownerId')}，{labelOf('arriveAmount')} ¥{words(row, 'arriveAmount')}
        </span>
      }
      decided={
        <Button size="large" onClick={() => go.to(QUEUE, { replace: true })}>
          返回待办
        </Button>
      }
    />
  )
}

/** The last decision of a person: 已由 张三 于 11-20 10:32 通过. */
function decidedBy(row: Row): string | undefined {
  const steps = (row.auditTrail ?? []) as Record<string, string | null>[]
  const step = steps.findLast(({ step, personId }) => personId && step !== '申请')
  return step && `已由 ${step.person} 于 ${(step.time ?? '').slice(5, 16)} ${step.result ?? ''}`
}

/** Only what still waits for somebody can be late. */
const isLate = (row: Row): boolean =>
  Boolean(row.effect) && new Date(words(row, 'dueTime').replace(' ', 'T')) < new Date()

function Facts({ row, conflict }: { row: Row; conflict: string }) {
  const statuses = useDict(resources.userWithdrawal.fields.status.dict)
  const status = statuses.find(({ value }) => value === row.status)
  const flags = Array.isArray(row.riskFlags) ? (row.riskFlags as string[]) : []
  const effect = (row.effect ?? []) as Effect[]
  const told = decidedBy(row) ?? conflict
  return (
    <div className="vd-decision">
      {told && (
        <p role="status" className="vd-conflict">
          {told}
        </p>
      )}
      <section className="vd-decision-top">
        <div>
          <small>{labelOf('applyAmount')}</small>
          <strong>¥{words(row, 'applyAmount')}</strong>
        </div>
        <Tone color={status?.color}>{status?.text ?? words(row, 'status')}</Tone>
        <p>
          <b>{words(row, 'ownerId')}</b>
          <span>
            {words(row, 'ownerType')} {words(row, 'phone')}
          </span>
        </p>
      </section>
      <section className="vd-thirds">
        {(['feeAmount', 'taxAmount', 'arriveAmount'] as const).map((name) => (
          <div key={name}>
            <small>{labelOf(name)}</small>
            <b>¥{words(row, name)}</b>
          </div>
        ))}
      </section>
      <dl className="vd-pairs">
        <div>
          <dt>{words(row, 'method')}</dt>
          <dd>
            <b className="vd-number">{words(row, 'bankNo')}</b>
            <small>{[words(row, 'bankName'), words(row, 'accountName')].filter(Boolean).join(' · ')}</small>
          </dd>
        </div>
        <div>
          <dt>{labelOf('riskFlags')}</dt>
          <dd>
            {flags.length
              ? flags.map((flag) => (
                  <Tone key={flag} color="orange">
                    {flag}
                  </Tone>
                ))
              : '无'}
          </dd>
        </div>
        {effect.length > 0 && (
          <div>
            <dt>余额变动</dt>
            <dd className="vd-effect">
              {effect.map((line, index) => (
                <p key={index}>
                  <span>{line.direction_dictText ?? line.amountType_dictText}</span> {grouped(line.amount)}
                  <small>
                    {grouped(line.beforeAmount)} → {grouped(line.afterAmount)}
                  </small>
                </p>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>{labelOf('dueTime')}</dt>
          <dd className={isLate(row) ? 'vd-danger' : undefined}>
            {words(row, 'dueTime').slice(0, 16) || '—'}
            {isLate(row) && ' 已超时'}
          </dd>
        </div>
        <div>
          <dt>{labelOf('withdrawNo')}</dt>
          <dd>{words(row, 'withdrawNo')}</dd>
        </div>
        {row.failReason ? (
          <div>
            <dt>{labelOf('failReason')}</dt>
            <dd>{words(row, 'failReason')}</dd>
          </div>
        ) : null}
      </dl>
      <section className="vd-trail">
        <h3>{labelOf('auditTrail')}</h3>
        <Steps field={resources.userWithdrawal.fields.auditTrail} lines={(row.auditTrail ?? []) as Row[]} />
      </section>
    </div>
  )
}
