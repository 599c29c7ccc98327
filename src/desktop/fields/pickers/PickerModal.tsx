import { App, Button, Input, Modal, Table, Tag, Tree } from 'antd'
import { useState } from 'react'
import { keysWithin, useDepartments, type DepartmentNode } from '#headless/forms/pickers/departments.ts'
import { PICKER_SIZES, type PickerSource } from '#headless/forms/pickers/source.ts'
import { usePicker, type Chosen, type Picker } from '#headless/forms/pickers/usePicker.ts'
import type { Row } from '#headless/records/rows.ts'
import { kinds } from '#model/kinds/index.ts'
import { Ellipsis, LONG_IN_PICKER } from '../base/Ellipsis.tsx'
import { Cell } from '../Cell.tsx'
import './picker.css'

interface Props {
  source: PickerSource
  /** 选择用户 when not said. */
  title?: string
  values: readonly string[]
  store?: string | undefined
  text?: string | undefined
  multiple: boolean
  max?: number | undefined
  /** Said when nothing is chosen. */
  none?: string
  onClose: () => void
  onChoose: (chosen: readonly Chosen[]) => void
}

/** A list to choose from: searched, paged by five, chosen across pages. */
export default function PickerModal({ source, title, none, onClose, onChoose, ...rest }: Props) {
  const { message } = App.useApp()
  const picker = usePicker({ source, size: PICKER_SIZES[0], ...rest })
  const confirm = () => {
    if (!picker.chosen.length && !rest.values.length) return void message.warning(none ?? `请选择${source.label}`)
    onChoose(picker.chosen)
  }
  const { multiple, max } = rest
  const layout = ['picker', source.byDepartment && 'picker-departments', !multiple && 'picker-single']
  return (
    <Modal
      open
      destroyOnHidden
      width={source.width}
      title={title ?? `选择${source.label}`}
      okText="确定"
      cancelText="取消"
      onOk={confirm}
      onCancel={onClose}
    >
      <Search source={source} picker={picker} />
      <div className={layout.filter(Boolean).join(' ')}>
        {source.byDepartment && (
          <div className="picker-side">
            <Departments picker={picker} />
          </div>
        )}
        <Rows source={source} picker={picker} multiple={multiple} />
        {multiple && (
          <div className="picker-side" role="group" aria-label="已选">
            <span>
              已选 {picker.chosen.length} 项{max !== undefined && `，最多 ${max} 项`}
            </span>
            {picker.chosen.length > 0 && (
              <Button type="link" size="small" onClick={picker.clear}>
                清空
              </Button>
            )}
            <ul className="picker-chosen">
              {picker.chosen.map(({ value, text }) => (
                <li key={value}>
                  <Tag closable onClose={() => picker.drop(value)}>
                    <Ellipsis text={text} length={LONG_IN_PICKER} />
                  </Tag>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Modal>
  )
}

function Search({ source, picker }: { source: PickerSource; picker: Picker }) {
  const [words, setWords] = useState<Readonly<Record<string, string>>>({})
  return (
    <form
      className="picker-search"
      onSubmit={(event) => {
        event.preventDefault()
        // The form of the record around it must not be sent.
        event.stopPropagation()
        picker.find(words)
      }}
    >
      {source.search.map(({ name, field }) => (
        <Input
          key={name}
          aria-label={field.label}
          placeholder={`请输入${field.label}`}
          allowClear
          value={words[name] ?? ''}
          onChange={({ target }) => setWords({ ...words, [name]: target.value })}
        />
      ))}
      <Button type="primary" htmlType="submit">
        查询
      </Button>
      <Button
        onClick={() => {
          setWords({})
          picker.find({})
        }}
      >
        重置
      </Button>
    </form>
  )
}

function Rows({ source, picker, multiple }: { source: PickerSource; picker: Picker; multiple: boolean }) {
  return (
    <Table<Row>
      className="picker-rows"
      rowKey="id"
      size="small"
      scroll={{ x: 'max-content' }}
      loading={picker.loading}
      dataSource={[...picker.rows]}
      locale={{ emptyText: picker.error?.message ?? '暂无数据' }}
      onRow={(row) => ({ onClick: () => picker.toggle(row) })}
      rowSelection={{
        type: multiple ? 'checkbox' : 'radio',
        selectedRowKeys: picker.rows.filter(picker.has).map(({ id }) => id),
        onChange: (_, rows) => picker.choose(rows),
        getCheckboxProps: (row) => ({
          name: String(row[source.text] ?? row.id),
          disabled: picker.full && !picker.has(row),
          'aria-label': String(row[source.text] ?? row.id),
        }),
      }}
      columns={source.columns.map(({ name, field }) => ({
        key: name,
        title: field.label,
        width: kinds[field.kind].width,
        render: (_: unknown, row: Row) => <Cell field={field} row={row} name={name} length={LONG_IN_PICKER} />,
      }))}
      pagination={{
        current: picker.page,
        pageSize: picker.size,
        total: picker.total,
        pageSizeOptions: [...PICKER_SIZES],
        showSizeChanger: true,
        showTotal: (total, [from, to]) => `${from}-${to} 共 ${total} 条`,
        onChange: picker.turn,
      }}
    />
  )
}

interface TreeItem {
  key: string
  title: string
  children?: TreeItem[]
}
export const treeItem = ({ key, title, children }: DepartmentNode): TreeItem => ({
  key,
  title,
  ...(children?.length && { children: children.map(treeItem) }),
})
const FEW = 30

function Departments({ picker }: { picker: Picker }) {
  const { data = [], error, isSuccess } = useDepartments()
  if (error) return <p role="alert">{error.message}</p>
  if (!isSuccess) return null
  const all = data.flatMap(keysWithin)
  return (
    <Tree
      aria-label="部门"
      blockNode
      defaultExpandedKeys={all.length <= FEW ? all : data.map(({ key }) => key)}
      treeData={data.map(treeItem)}
      selectedKeys={picker.departId ? [picker.departId] : []}
      onSelect={([key]) => picker.within(key === undefined ? undefined : String(key))}
    />
  )
}
