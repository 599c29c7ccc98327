import { Alert, Descriptions } from 'antd'
import { decidedBy, factsOf, figuresOf, isLate, warningsOf } from '#headless/decision.ts'
import { textOf } from '#headless/formats.ts'
import type { Row } from '#headless/rows.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { Cell } from '../../fields/Cell.tsx'

/** Amount, figures and facts, with what should make one look twice. */
export function Summary({ resource, row }: { resource: Resource; row: Row }) {
  const { amount } = resource.approval!
  const told = decidedBy(resource, row)
  const risks = [...warningsOf(row), ...(Array.isArray(row.riskFlags) ? (row.riskFlags as string[]) : [])]
  const late = isLate(resource, row)
  const item = (name: string, beside: readonly string[] = []) => {
    const small = beside.map((other) => textOf(fieldOf(resource, other)!, row, other)).filter(Boolean)
    return {
      key: name,
      label: fieldOf(resource, name)!.label,
      children: (
        <span className="decision-fact">
          <Cell field={fieldOf(resource, name)!} row={row} name={name} />
          {small.length > 0 && <small>{small.join(' · ')}</small>}
        </span>
      ),
    }
  }
  return (
    <section className="card" aria-label="审批要点">
      {told && <Alert type="info" showIcon title={told} role="status" />}
      {typeof row.actingFor === 'string' && <Alert type="info" showIcon title={`您代 ${row.actingFor} 处理`} />}
      {risks.length > 0 && <Alert type="warning" showIcon title={`提醒：${risks.join('；')}`} />}
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
    </section>
  )
}
