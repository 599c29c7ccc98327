import { DotLoading } from 'antd-mobile'
import { useState } from 'react'
import { useLazyTree, type TreeNode, type TreeSource } from '#headless/forms/pickers/lazyTree.ts'
import { Tap } from '../Tap.tsx'
import { FullSheet, SheetBar } from './FullSheet.tsx'
import { TreeList, type TreeListNode } from './TreeList.tsx'

interface Props {
  source: TreeSource
  label: string
  placeholder: string
  value: unknown
  multiple?: boolean | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  /** Wrong settings are said instead. */
  problem?: string | undefined
  onChange(value: string | null): void
}

const split = (value: unknown) =>
  String(value ?? '')
    .split(',')
    .filter(Boolean)

/** A node, or several, of a tree that loads as it is opened. */
export function TreeInput(props: Props) {
  const { source, label, placeholder, value, required = false, disabled, problem, onChange } = props
  const [open, setOpen] = useState(false)
  const values = split(value)
  const { titles } = useLazyTree(source, { values, enabled: false })
  if (problem)
    return (
      <p role="alert" className="vd-error">
        {problem}
      </p>
    )
  return (
    <>
      <Tap
        label={label}
        text={titles.join('、')}
        placeholder={placeholder}
        disabled={disabled}
        onTap={() => setOpen(true)}
        onClear={required ? undefined : () => onChange(null)}
      />
      <FullSheet visible={open} onClose={() => setOpen(false)}>
        <Nodes
          {...props}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false)
            onChange(chosen.join(',') || null)
          }}
        />
      </FullSheet>
    </>
  )
}

const itemOf = ({ key, title, leaf, children }: TreeNode): TreeListNode => ({
  key,
  title,
  leaf,
  ...(children && { children: children.map(itemOf) }),
})
/** A field may keep something else than the key a level is asked for with. */
const all = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])

function Nodes({
  source,
  label,
  value,
  multiple = false,
  onClose,
  onChoose,
}: Props & { onClose(): void; onChoose(values: string[]): void }) {
  const tree = useLazyTree(source)
  const [chosen, setChosen] = useState<readonly string[]>(() => split(value))
  const known = all(tree.nodes)
  const toggle = (key: string) => {
    const of = known.find((node) => node.key === key)?.value ?? key
    if (!multiple) return onChoose([of])
    setChosen(chosen.includes(of) ? chosen.filter((one) => one !== of) : [...chosen, of])
  }
  return (
    <>
      <SheetBar
        title={label}
        count={chosen.length}
        multiple={multiple}
        onClose={onClose}
        onConfirm={() => onChoose([...chosen])}
        onClear={() => onChoose([])}
      />
      {tree.error ? (
        <p role="alert" className="vd-none vd-error">
          {tree.error.message}
        </p>
      ) : tree.loading && !tree.nodes.length ? (
        <p className="vd-none">
          <DotLoading />
        </p>
      ) : tree.nodes.length ? (
        <TreeList
          label={label}
          multiple={multiple}
          nodes={tree.nodes.map(itemOf)}
          ticked={known.filter((node) => chosen.includes(node.value)).map(({ key }) => key)}
          onToggle={toggle}
          onOpen={tree.open}
        />
      ) : (
        <p className="vd-none">没有查询到任何数据</p>
      )}
    </>
  )
}
