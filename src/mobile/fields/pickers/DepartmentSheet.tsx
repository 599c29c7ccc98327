import { SearchBar, Switch } from 'antd-mobile'
import { keysWithin, useDepartmentPicker, type DepartmentNode } from '#headless/forms/pickers/departments.ts'
import { FullSheet, SheetBar } from './FullSheet.tsx'
import { TreeList, type TreeListNode } from './TreeList.tsx'

interface Props {
  title: string
  values: readonly string[]
  multiple?: boolean | undefined
  visible: boolean
  onClose(): void
  onChoose(values: string[]): void
}

/** The tree of departments over the whole screen. */
export function DepartmentSheet(props: Props) {
  return (
    <FullSheet visible={props.visible} onClose={props.onClose}>
      <Departments {...props} />
    </FullSheet>
  )
}

const nodeOf = ({ key, title, children }: DepartmentNode): TreeListNode => ({
  key,
  title,
  leaf: !children?.length,
  ...(children?.length && { children: children.map(nodeOf) }),
})
const FEW = 30

function Departments({ title, values, multiple = false, onClose, onChoose }: Props) {
  const picker = useDepartmentPicker(values, multiple)
  const all = picker.nodes.flatMap(keysWithin)
  const toggle = (key: string) => (multiple ? picker.toggle(key) : onChoose([key]))
  return (
    <>
      <SheetBar
        title={title}
        count={picker.ticked.length}
        multiple={multiple}
        onClose={onClose}
        onConfirm={() => onChoose([...picker.ticked])}
        onClear={() => onChoose([])}
      />
      <div className="vd-sheet-search">
        <SearchBar placeholder="搜索部门" value={picker.keyword} onChange={picker.search} />
      </div>
      {multiple && (
        <div className="vd-picker-linked">
          <span>选上级时连同下级</span>
          <Switch aria-label="选上级时连同下级" checked={picker.linked} onChange={picker.link} />
        </div>
      )}
      {picker.error && (
        <p role="alert" className="vd-none vd-error">
          {picker.error.message}
        </p>
      )}
      {picker.nothing && <p className="vd-none">{picker.nothing}</p>}
      {picker.found ? (
        <TreeList
          label={title}
          multiple={multiple}
          nodes={picker.found.map(({ key, title: name }) => ({ key, title: name, leaf: true }))}
          ticked={picker.ticked}
          onToggle={toggle}
        />
      ) : (
        picker.nodes.length > 0 && (
          <TreeList
            label={title}
            multiple={multiple}
            nodes={picker.nodes.map(nodeOf)}
            opened={all.length <= FEW ? all : picker.nodes.map(({ key }) => key)}
            ticked={picker.ticked}
            half={picker.half}
            onToggle={toggle}
          />
        )
      )}
    </>
  )
}
