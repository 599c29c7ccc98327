import { Form } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { conditionProblem, tableTree } from '#headless/pickers/lazyTree.ts'
import { area, category, department, refs, text, user } from '#model/fields.ts'
import type { Field } from '#model/fields.ts'
import AreaInput from '../../fields/AreaInput.tsx'
import { Ellipsis } from '../../fields/Cell.tsx'
import { Input } from '../../fields/Input.tsx'
import { ReportInput } from '../../fields/pickers/ReportInput.tsx'
import { TableDictionaryInput } from '../../fields/pickers/TableDictionaryInput.tsx'
import { TreeInput } from '../../fields/pickers/TreeInput.tsx'
import { Prompt } from '../../fields/Prompt.tsx'

const fields: Readonly<Record<string, Field>> = {
  person: user('用户'),
  people: user('多个用户', { multiple: true }),
  members: user('按部门选用户', { multiple: true, byDepartment: true }),
  roles: refs('角色', 'sysRole', { max: 3 }),
  positions: refs('职务', 'sysPosition'),
  department: department('部门'),
  departments: department('多个部门', { multiple: true }),
  category: category('分类'),
  categories: category('多个分类', { multiple: true, under: 'A01' }),
  area: area('省市区'),
}

const BROKEN = '{"status":'
const LONG = '租赁柜机在高温天气下应避免阳光直射并保持通风，每台设备之间留出十厘米以上的间距'

/** 开发示例: everything one chooses from. */
export default function PickersExample() {
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [asking, setAsking] = useState(false)
  const set = (name: string) => (value: unknown) => setValues((before) => ({ ...before, [name]: value }))
  const departments = useMemo(
    () => tableTree({ table: 'sys_depart', text: 'depart_name', code: 'id', pidField: 'parent_id', pid: '' }),
    [],
  )
  const fill = (filled: Record<string, string>) => setValues((before) => ({ ...before, ...filled }))
  const item = (name: string, label: string, input: ReactNode) => (
    <Form.Item key={name} label={label} htmlFor={`example-${name}`}>
      {input}
      <output aria-label={`${label}的值`}>{String(values[name] ?? '')}</output>
    </Form.Item>
  )
  const report = (name: string, label: string, popup: { code: string; orgFields: string; destFields: string }) =>
    item(
      name,
      label,
      <ReportInput id={`example-${name}`} label={label} popup={popup} value={values[name]} onFill={fill} />,
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
            source={departments}
            id="example-tree"
            value={values.tree}
            placeholder="请选择部门"
            onChange={set('tree')}
          />,
        )}
        {(['tree', 'category'] as const).map((what) =>
          item(
            `broken-${what}`,
            what === 'tree' ? '条件错误的树' : '条件错误的分类',
            <TreeInput
              source={departments}
              id={`example-broken-${what}`}
              value={null}
              placeholder=""
              problem={conditionProblem(BROKEN, what)}
              onChange={set('none')}
            />,
          ),
        )}
        {item(
          'table',
          '字典表搜索',
          <TableDictionaryInput
            dictionary="sys_user,realname,username"
            id="example-table"
            value={values.table}
            onChange={set('table')}
          />,
        )}
        {item(
          'noCode',
          '没有编码的字典',
          <TableDictionaryInput dictionary="" id="example-noCode" value={null} onChange={set('noCode')} />,
        )}
        {report('staffName', '报表选择', {
          code: 'staff',
          orgFields: 'realname,username',
          destFields: 'staffName,staffAccount',
        })}
        {item('staffAccount', '报表带出的账号', <span />)}
        {report('popupEmpty', '未配置的报表', { code: '', orgFields: '', destFields: '' })}
        {report('popupUnequal', '数量不一致的报表', { code: 'staff', orgFields: 'realname', destFields: 'a,b' })}
        {report('popupGone', '不存在的报表', { code: 'gone', orgFields: 'a', destFields: 'b' })}
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
