import { Descriptions, Spin, Switch } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { detailSections } from '#headless/records/detailSections.ts'
import type { Row } from '#headless/records/rows.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { kinds } from '#model/kinds/index.ts'
import { fieldOf, isLines, type Resource } from '#model/resource.ts'
import { standing } from '#model/typed.ts'
import { Cell } from '../../fields/Cell.tsx'

const LinesTable = lazy(() => importWithTimeout(import('../../fields/grid/LinesTable.tsx')))

const NO_ROWS: readonly Row[] = []
const COLUMNS = { xs: 1, sm: 1, md: 2, lg: 2, xl: 3, xxl: 4 } as const

interface Props {
  resource: Resource
  row: Row
  /** What stands above already. */
  said: readonly string[]
}

/** What else there is to know of a record: the form's sections, what the server added, and lines as tables. */
export function Facts({ resource, row, said }: Props) {
  const [withBlank, setWithBlank] = useState(false)
  const { sections, blank } = detailSections(resource, row, { said, withBlank })
  return (
    <>
      {sections.map(({ title, names }) => {
        const [first] = names
        const field = fieldOf(resource, first!)!
        return (
          <section className="card" key={`${title} ${first}`} aria-label={title}>
            {isLines(field) ? (
              <>
                <h3>{title}</h3>
                <Suspense fallback={<Spin />}>
                  <LinesTable field={field} name={first!} rows={(row[first!] as Row[] | null) ?? NO_ROWS} />
                </Suspense>
              </>
            ) : (
              <Section resource={resource} row={row} title={title} names={names} />
            )}
          </section>
        )
      })}
      {blank > 0 && (
        <label className="blank-switch">
          <Switch size="small" checked={withBlank} onChange={setWithBlank} /> 显示空白项（{blank}）
        </label>
      )}
    </>
  )
}

interface SectionProps extends Omit<Props, 'said'> {
  title: string
  names: readonly string[]
}

const Section = ({ resource, row, title, names }: SectionProps) => (
  <Descriptions
    title={title}
    column={COLUMNS}
    size="small"
    items={names.map((name) => {
      const field = fieldOf(resource, name)!
      return {
        key: name,
        label: field.label,
        ...(kinds[standing(field, row).kind].wide && { span: 'filled' as const }),
        children: <Cell whole field={field} row={row} name={name} />,
      }
    })}
  />
)
