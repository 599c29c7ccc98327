import { Alert, Descriptions } from 'antd'
import { Fragment } from 'react'
import { decidedBy, factsOf, figuresOf, isLate, latestOf, warningsOf } from '#headless/records/decision.ts'
import { isBlank } from '#headless/records/detailSections.ts'
import { textOf } from '#headless/records/formats.ts'
import type { Row } from '#headless/records/rows.ts'
import { stepAt } from '#model/deciding.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { Cell } from '../../fields/Cell.tsx'

/** While a decision is waited for: amount, figures and facts, with what should make one look twice. After it, what came of it. */
export function Summary({ resource, row }: { resource: Resource; row: Row }) {
  const { amount } = resource.approval!
  const told = decidedBy(resource, row)
  const risks = [...warningsOf(row), ...(Array.isArray(row.riskFlags) ? (row.riskFlags as string[]) : [])]
  const waits = Boolean(stepAt(resource, row))
  const latest = latestOf(resource, row)
  const late = isLate(resource, row)
  if (!waits && !told && !latest) return null
  // What is decided on is read to its end.
  const whole = (name: string) => {
    const field = fieldOf(resource, name)!
    const isText = field.kind === 'longText' || field.kind === 'area'
    return isText ? textOf(field, row, name) : <Cell whole field={field} row={row} name={name} />
  }
  const item = (name: string, beside: readonly string[] = []) => {
    const small = beside.filter((other) => !isBlank(row, other))
    return {
      key: name,
      label: fieldOf(resource, name)!.label,
      children: (
        <span className="decision-fact">
          {whole(name)}
          {small.length > 0 && (
            <small>
              {small.map((other, index) => (
                <Fragment key={other}>
                  {index > 0 && ' · '}
                  {whole(other)}
                </Fragment>
              ))}
            </small>
          )}
        </span>
      ),
    }
  }
  return (
    <section className="card" aria-label="审批要点">
      {!waits && latest && <Alert type="info" showIcon title={latest} role="status" />}
      {told && <Alert type="info" showIcon title={told} role="status" />}
      {waits && typeof row.actingFor === 'string' && (
        <Alert type="info" showIcon title={`您代 ${row.actingFor} 处理`} />
      )}
      {waits && risks.length > 0 && <Alert type="warning" showIcon title={`提醒：${risks.join('；')}`} />}
      {waits && (
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2, xl: 3 }}
          items={[
            ...(amount ? [item(amount)] : []),
            ...figuresOf(resource, row).map((name) => item(name)),
            ...factsOf(resource, row)
              .filter(({ name }) => name !== 'riskFlags')
              .map(({ name, beside }) => item(name, beside)),
            {
              key: 'dueTime',
              label: resource.fields.dueTime!.label,
              children: (
                <span className={late ? 'wrong number' : 'number'}>
                  {String(row.dueTime ?? '').slice(0, 16) || '—'}
                  {late && ' 已超时'}
                </span>
              ),
            },
          ]}
        />
      )}
    </section>
  )
}
