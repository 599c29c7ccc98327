import { App, Input, Modal, Switch, Tree } from 'antd'
import { keysWithin, useDepartmentPicker } from '#headless/forms/pickers/departments.ts'
import { treeItem } from './PickerModal.tsx'
import './picker.css'

interface Props {
  title?: string
  values: readonly string[]
  multiple: boolean
  onClose: () => void
  onChoose: (chosen: readonly { value: string; text: string }[]) => void
}

const WIDTH = 500
const HEIGHT = 400
const FEW = 60

/** The tree of departments to choose from, with or without those below what is ticked. */
export default function DepartmentModal({ title = '选择部门', values, multiple, onClose, onChoose }: Props) {
  const { message } = App.useApp()
  const picker = useDepartmentPicker(values, multiple)
  const shown = picker.found ?? picker.nodes
  const all = picker.nodes.flatMap(keysWithin)
  const confirm = () => {
    if (!picker.ticked.length && !values.length) return void message.warning('请选择部门')
    onChoose(picker.ticked.map((value) => ({ value, text: picker.titleOf(value) })))
  }
  return (
    <Modal
      open
      destroyOnHidden
      width={WIDTH}
      title={title}
      okText="确定"
      cancelText="取消"
      onOk={confirm}
      onCancel={onClose}
    >
      <Input.Search
        allowClear
        aria-label="部门名称"
        placeholder="请输入部门名称"
        value={picker.keyword}
        loading={picker.loading}
        onChange={({ target }) => picker.search(target.value)}
      />
      <div className="picker-tree-bar">
        <span>已选 {picker.ticked.length} 个</span>
        {multiple && (
          <span>
            <label htmlFor="picker-linked">选上级时连同下级 </label>
            <Switch id="picker-linked" size="small" checked={picker.linked} onChange={picker.link} />
          </span>
        )}
      </div>
      {picker.error && <p role="alert">{picker.error.message}</p>}
      {picker.nothing && <p>{picker.nothing}</p>}
      {shown.length > 0 && (
        <Tree
          // Opened anew when what it shows is another tree.
          key={picker.found ? 'found' : 'all'}
          aria-label="部门"
          checkable
          checkStrictly
          blockNode
          height={HEIGHT}
          selectable={false}
          defaultExpandedKeys={all.length <= FEW ? all : picker.nodes.map(({ key }) => key)}
          treeData={shown.map((node) => (picker.found ? { key: node.key, title: node.title } : treeItem(node)))}
          checkedKeys={{ checked: [...picker.ticked], halfChecked: [...picker.half] }}
          onCheck={(_, { node }) => picker.toggle(String(node.key))}
        />
      )}
    </Modal>
  )
}
