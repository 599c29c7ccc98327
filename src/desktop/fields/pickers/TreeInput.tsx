import { App, TreeSelect } from 'antd'
import { useState } from 'react'
import { TREE_HEIGHT, useLazyTree, type TreeNode, type TreeSource } from '#headless/forms/pickers/lazyTree.ts'
import { SEARCHED } from '#headless/records/searched.ts'
import { severalTags } from '../base/severalTags.tsx'
import './picker.css'

interface Props {
  source: TreeSource
  id: string
  value: unknown
  multiple?: boolean | undefined
  placeholder: string
  label?: string
  disabled?: boolean
  invalid?: boolean
  /** Wrong settings are said instead of the select. */
  problem?: string | undefined
  onChange: (value: string | null) => void
  onBlur?: () => void
}

interface Item {
  key: string
  value: string
  title: string
  isLeaf: boolean
  children?: Item[]
}
const item = ({ key, value, title, leaf, children }: TreeNode): Item => ({
  key,
  value,
  title,
  isLeaf: leaf,
  ...(children && { children: children.map(item) }),
})

/** A node, or several, of a tree that loads as it is opened. */
export function TreeInput({ source, id, value, multiple = false, problem, label, onChange, ...rest }: Props) {
  const { message } = App.useApp()
  const [open, setOpen] = useState(false)
  const values = String(value ?? '')
    .split(',')
    .filter(Boolean)
  const tree = useLazyTree(source, { values, enabled: open && !problem })
  if (problem)
    return (
      <p role="alert" className="picker-problem">
        {problem}
      </p>
    )
  const labelled = values.map((one, at) => ({ value: one, label: tree.titles[at] ?? one }))
  const { placeholder, disabled = false, invalid = false, onBlur } = rest
  return (
    <TreeSelect<{ value: string; label?: React.ReactNode } | { value: string; label?: React.ReactNode }[] | null>
      id={id}
      {...(label && { 'aria-label': label })}
      labelInValue
      multiple={multiple}
      {...severalTags}
      value={multiple ? labelled : (labelled[0] ?? null)}
      treeData={tree.nodes.map(item)}
      listHeight={TREE_HEIGHT}
      placeholder={placeholder}
      disabled={disabled}
      {...(invalid && { status: 'error' as const })}
      allowClear
      loading={tree.loading}
      style={{ width: '100%' }}
      notFoundContent={tree.error ? tree.error.message : tree.loading ? '正在载入…' : SEARCHED.nothing}
      onOpenChange={setOpen}
      loadData={async (node) => {
        try {
          await tree.open(String(node.key))
        } catch (error) {
          void message.warning((error as Error).message)
        }
      }}
      {...(onBlur && { onBlur })}
      onChange={(next) => {
        const list = Array.isArray(next) ? next : next ? [next] : []
        onChange(list.map((one) => one.value).join(',') || null)
      }}
    />
  )
}
