import { Form } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  brokenTrees,
  departmentTree,
  FILLED_TOO,
  pickerFields,
  reports,
  STAFF,
} from '#headless/grid/examples/pickers.ts'
import { area, text, type Field } from '#model/fields.ts'
import AreaInput from '../../fields/AreaInput.tsx'
import { Ellipsis } from '../../fields/base/Ellipsis.tsx'
import { Input } from '../../fields/Input.tsx'
import { ReportInput } from '../../fields/pickers/ReportInput.tsx'
import { TableDictionaryInput } from '../../fields/pickers/TableDictionaryInput.tsx'
import { TreeInput } from '../../fields/pickers/TreeInput.tsx'
import { Prompt } from '../../fields/Prompt.tsx'

const fields: Readonly<Record<string, Field>> = { ...pickerFields, area: area('省市区') }

const LONG = '租赁柜机在高温天气下应避免阳光直射并保持通风，每台设备之间留出十厘米以上的间距'

/** 开发示例: everything one chooses from. */
export default function PickersExample() {
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [asking, setAsking] = useState(false)
  const set = (name: string) => (value: unknown) => setValues((before) => ({ ...before, [name]: value }))
  const fill = (filled: Record<string, string>) => setValues((before) => ({ ...before, ...filled }))
  const item = (name: string, label: string, input: ReactNode) => (
    <Form.Item key={name} label={label} htmlFor={`example-${name}`}>
      {input}
      <output aria-label={`${label}的值`}>{String(values[name] ?? '')}</output>
    </Form.Item>
  )
  return (
    <div className="card">
      <h2>选择器</h2>
      <Form layout="vertical" className="form-grid">
        {Object.entries(fields).map(([name, field]) =>
          item(
            name,
            field.label,
            <Input
              field={field}
              name={name}
              id={`example-${name}`}
              value={values[name]}
              values={values}
              onChange={set(name)}
            />,
          ),
        )}
        {item(
          'linkage',
          '省市区联动',
          <AreaInput
            type="select"
            field={area('省市区联动')}
            name="linkage"
            id="example-linkage"
            value={values.linkage}
            values={values}
            onChange={set('linkage')}
          />,
        )}
        {item(
          'wrongArea',
          '省市区类型错误',
          <AreaInput
            type="map"
            field={area('省市区类型错误')}
            name="wrongArea"
            id="example-wrongArea"
            value={null}
            values={values}
            onChange={set('wrongArea')}
          />,
        )}
        {item(
          'tree',
          '树形字典',
          <TreeInput
            source={departmentTree}
            id="example-tree"
            value={values.tree}
            placeholder="请选择部门"
            onChange={set('tree')}
          />,
        )}
        {brokenTrees.map(({ name, label, problem }) =>
          item(
            name,
            label,
            <TreeInput
              source={departmentTree}
              id={`example-${name}`}
              value={null}
              placeholder=""
              problem={problem}
              onChange={set('none')}
            />,
          ),
        )}
        {item(
          'table',
          '字典表搜索',
          <TableDictionaryInput dictionary={STAFF} id="example-table" value={values.table} onChange={set('table')} />,
        )}
        {item(
          'noCode',
          '没有编码的字典',
          <TableDictionaryInput dictionary="" id="example-noCode" value={null} onChange={set('noCode')} />,
        )}
        {reports.map(({ name, label, popup }) =>
          item(
            name,
            label,
            <ReportInput id={`example-${name}`} label={label} popup={popup} value={values[name]} onFill={fill} />,
          ),
        )}
        {item(FILLED_TOO.name, FILLED_TOO.label, <span />)}
        {item(
          'prompt',
          '输入对话框',
          <button type="button" id="example-prompt" onClick={() => setAsking(true)}>
            打开
          </button>,
        )}
        {item('ellipsis', '省略文字', <Ellipsis text={LONG} />)}
      </Form>
      {asking && (
        <Prompt
          title="重命名"
          field={text('名称', { required: true, max: 10 })}
          onClose={() => setAsking(false)}
          onSubmit={async (value) => {
            await new Promise((resolve) => setTimeout(resolve, 300))
            if (value === '重复') throw new Error('名称已存在')
            set('prompt')(value)
          }}
        />
      )}
    </div>
  )
}
