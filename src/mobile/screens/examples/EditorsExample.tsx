import { useState } from 'react'
import { code, markdown, richText, tags } from '#model/fields.ts'
import { Cell } from '../../fields/Cell.tsx'
import { FieldLine } from '../../fields/Input.tsx'
import { Page } from '../../layout/Page.tsx'
import '../detail/detail.css'
import './examples.css'

const fields = {
  richText: richText('富文本'),
  markdown: markdown('说明'),
  code: code('代码', 'JavaScript'),
  tags: tags('标签'),
}

/** 开发示例: every editor, and what its value is read as. */
export default function EditorsExample() {
  const [values, setValues] = useState<Record<string, unknown>>({})
  return (
    <Page title="编辑器">
      <div className="vd-form">
        <section className="vd-section">
          {Object.entries(fields).map(([name, field]) => (
            <div key={name}>
              <FieldLine
                field={field}
                name={name}
                value={values[name]}
                values={values}
                error={undefined}
                onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
                onLeave={() => undefined}
              />
              <output className="vd-example-value" aria-label={`${field.label}的值`}>
                <Cell field={field} name={name} row={values} empty="" />
              </output>
            </div>
          ))}
        </section>
      </div>
    </Page>
  )
}
