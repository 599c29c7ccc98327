import { useMemo, useState } from 'react'
import { exampleLineRows, exampleLines } from '#headless/grid/examples/lines.ts'
import { Unfinished, UnfinishedUploads } from '#headless/forms/unfinishedUploads.ts'
import { FieldLine } from '../../fields/Input.tsx'
import { Page } from '../../layout/Page.tsx'
import '../detail/detail.css'
import './examples.css'

const nothing = () => undefined

/** 开发示例: rows as cards, with a field of every kind on the page of a row. */
export default function GridExample() {
  const [rows, setRows] = useState<unknown>(exampleLineRows)
  const unfinished = useMemo(() => new Unfinished(), [])
  return (
    <Page title="可编辑表格">
      <div className="vd-form">
        <section className="vd-section">
          <UnfinishedUploads value={unfinished}>
            <FieldLine
              field={exampleLines}
              name="prizes"
              value={rows}
              values={{ prizes: rows }}
              error={undefined}
              onChange={setRows}
              onLeave={nothing}
            />
          </UnfinishedUploads>
          <output className="vd-example-value" aria-label="读取结果">
            {JSON.stringify(rows)}
          </output>
        </section>
      </div>
    </Page>
  )
}
