import { useState, type ReactNode } from 'react'
import {
  brokenTrees,
  departmentTree,
  FILLED_TOO,
  pickerFields,
  reports,
  STAFF,
} from '#headless/grid/examples/pickers.ts'
import { area } from '#model/fields.ts'
import { AreaInput } from '../../fields/AreaInput.tsx'
import { FieldBox } from '../../fields/FieldBox.tsx'
import { FieldLine } from '../../fields/Input.tsx'
import { ReportInput } from '../../fields/pickers/ReportInput.tsx'
import { TableDictionaryInput } from '../../fields/pickers/TableDictionaryInput.tsx'
import { TreeInput } from '../../fields/pickers/TreeInput.tsx'
import { Page } from '../../layout/Page.tsx'
import '../detail/detail.css'
import './examples.css'

const nothing = () => undefined

/** 开发示例: everything one chooses from. */
export default function PickersExample() {
  const [values, setValues] = useState<Record<string, unknown>>({})
  const set = (name: string) => (value: unknown) => setValues((before) => ({ ...before, [name]: value }))
  const fill = (filled: Record<string, string>) => setValues((before) => ({ ...before, ...filled }))
  const kept = (name: string, label: string) => (
    <output className="vd-example-value" aria-label={`${label}的值`}>
      {String(values[name] ?? '')}
    </output>
  )
  const item = (name: string, label: string, input: ReactNode) => (
    <div key={name}>
      <FieldBox name={name} label={label}>
        {input}
      </FieldBox>
      {kept(name, label)}
    </div>
  )
  const areaOf = (name: string, label: string, type: string) =>
    item(
      name,
      label,
      <AreaInput
        type={type}
        field={area(label)}
        name={name}
        value={values[name]}
        values={values}
        onChange={set(name)}
        onLeave={nothing}
      />,
    )
  const table = (name: string, label: string, dictionary: string, multiple = false) =>
    item(
      name,
      label,
      <TableDictionaryInput
        dictionary={dictionary}
        label={label}
        value={values[name]}
        multiple={multiple}
        onChange={set(name)}
      />,
    )
  return (
    <Page title="选择器">
      <div className="vd-form">
        <section className="vd-section">
          {Object.entries(pickerFields).map(([name, field]) => (
            <div key={name}>
              <FieldLine
                field={field}
                name={name}
                value={values[name]}
                values={values}
                error={undefined}
                onChange={set(name)}
                onLeave={nothing}
              />
              {kept(name, field.label)}
            </div>
          ))}
          {areaOf('area', '省市区', 'cascader')}
          {areaOf('wrongArea', '省市区类型错误', 'map')}
          {item(
            'tree',
            '树形字典',
            <TreeInput
              source={departmentTree}
              label="树形字典"
              placeholder="请选择部门"
              value={values.tree}
              onChange={set('tree')}
            />,
          )}
          {brokenTrees.map(({ name, label, problem }) =>
            item(
              name,
              label,
              <TreeInput
                source={departmentTree}
                label={label}
                placeholder=""
                value={null}
                problem={problem}
                onChange={nothing}
              />,
            ),
          )}
          {table('table', '字典表搜索', STAFF)}
          {table('tables', '字典表多选', STAFF, true)}
          {table('noCode', '没有编码的字典', '')}
          {reports.map(({ name, label, popup }) =>
            item(name, label, <ReportInput label={label} popup={popup} value={values[name]} onFill={fill} />),
          )}
          {item(FILLED_TOO.name, FILLED_TOO.label, null)}
        </section>
      </div>
    </Page>
  )
}
