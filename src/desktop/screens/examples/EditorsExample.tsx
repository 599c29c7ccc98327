import { Form, Select } from 'antd'
import { useState } from 'react'
import { CODE_LANGUAGES, type CodeLanguage } from '#model/code.ts'
import { code, markdown, richText, tags } from '#model/fields.ts'
import { Cell } from '../../fields/Cell.tsx'
import { Input } from '../../fields/Input.tsx'

/** 开发示例: every editor, and what its value is read as. */
export default function EditorsExample() {
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [language, setLanguage] = useState<CodeLanguage>('JavaScript')
  const fields = {
    richText: richText('富文本'),
    markdown: markdown('说明'),
    code: code('代码', language),
    tags: tags('标签'),
  }
  return (
    <div className="card">
      <h2>编辑器</h2>
      <Form layout="vertical">
        <Form.Item label="语言" htmlFor="example-language">
          <Select
            id="example-language"
            style={{ width: 200 }}
            value={language}
            showSearch
            options={CODE_LANGUAGES.map((value) => ({ value, label: value }))}
            onChange={setLanguage}
          />
        </Form.Item>
        {Object.entries(fields).map(([name, field]) => (
          <Form.Item key={name} label={field.label} htmlFor={`example-${name}`}>
            <Input
              field={field}
              name={name}
              id={`example-${name}`}
              value={values[name]}
              values={values}
              onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
            />
            <output aria-label={`${field.label}的值`}>
              <Cell whole field={field} row={values} name={name} />
            </output>
          </Form.Item>
        ))}
      </Form>
    </div>
  )
}
