import { Descriptions, Spin } from 'antd'
import { lazy, Suspense } from 'react'
import type { Row } from '#headless/rows.ts'
import { within } from '#headless/within.ts'
import { kinds } from '#model/kinds.ts'
import { fieldOf, isLines, shownFields, type Resource } from '#model/resource.ts'
import { standing } from '#model/typed.ts'
import { Cell } from '../../fields/Cell.tsx'

const LinesTable = lazy(() => within(import('../../fields/grid/LinesTable.tsx')))

const NO_ROWS: readonly Row[] = []
const COLUMNS = { xs: 1, sm: 1, md: 2, lg: 2, xl: 3, xxl: 4 } as const
const SYSTEM = ['createBy', 'createTime', 'updateBy', 'updateTime']

/** Every field of a record: the form's sections, what the server added, and lines as tables. */
export function Facts({ resource, row }: { resource: Resource; row: Row }) {
  const listed = new Set(resource.form.flatMap(({ fields }) => fields))
  const rest = shownFields(resource).filter((name) => !listed.has(name) && !isLines(resource.fields[name]!))
  const sections = [
    ...resource.form,
    ...(rest.length ? [{ title: '业务信息', fields: rest }] : []),
    { title: '记录信息', fields: SYSTEM },
  ]
  const lines = Object.entries(resource.fields).filter(([, field]) => isLines(field))
  return (
    <>
      {sections.map(({ title, fields }) => (
        <section className="card" key={title} aria-label={title}>
          <Descriptions
            title={title}
            column={COLUMNS}
            size="small"
            items={fields.flatMap((name) => {
              const field = fieldOf(resource, name)
              if (!field || isLines(field)) return []
              return [
                {
                  key: name,
                  label: field.label,
                  ...(kinds[standing(field, row).kind].wide && { span: 'filled' as const }),
                  children: <Cell whole field={field} row={row} name={name} />,
                },
              ]
            })}
          />
        </section>
      ))}
      {lines.map(([name, field]) => (
        <section className="card" key={name} aria-label={field.label}>
          <h3>{field.label}</h3>
          {isLines(field) && (
            <Suspense fallback={<Spin />}>
              <LinesTable field={field} name={name} rows={(row[name] as Row[] | null) ?? NO_ROWS} />
            </Suspense>
          )}
        </section>
      ))}
    </>
  )
}
