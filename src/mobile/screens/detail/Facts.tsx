import { Switch } from 'antd-mobile'
import { useState } from 'react'
import { detailSections } from '#headless/records/detailSections.ts'
import type { Row } from '#headless/records/rows.ts'
import { kinds } from '#model/kinds/index.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { standing } from '#model/typed.ts'
import { Cell } from '../../fields/Cell.tsx'
import './detail.css'

interface Props {
  resource: Resource
  row: Row
  /** What stands above already. */
  said: readonly string[]
}

/** What else there is to know of a record; what is empty comes when it is asked for. */
export function Facts({ resource, row, said }: Props) {
  const [withBlank, setWithBlank] = useState(false)
  const { sections, blank } = detailSections(resource, row, { said, withBlank })
  return (
    <>
      {sections.map(({ title, names }) => (
        <section key={`${title} ${names[0]}`} className="vd-section">
          <h3>{title}</h3>
          <dl>
            {names.map((name) => {
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
      ))}
      {blank > 0 && (
        <label className="vd-blank">
          显示空白项（{blank}）
          <Switch checked={withBlank} onChange={setWithBlank} aria-label="显示空白项" />
        </label>
      )}
    </>
  )
}
