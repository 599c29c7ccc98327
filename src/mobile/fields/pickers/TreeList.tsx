import { DotLoading } from 'antd-mobile'
import { CheckOutline, MinusOutline, RightOutline } from 'antd-mobile-icons'
import { useState } from 'react'
import { say } from '#headless/connection/notices.ts'
import { wordsOf } from '../../layout/useRun.ts'

export interface TreeListNode {
  key: string
  title: string
  /** Nothing is below it. */
  leaf: boolean
  children?: readonly TreeListNode[]
  /** What else may be done with it, at the end of its line. */
  beside?: { label: string; onPress(): void }
}

interface Props {
  label: string
  nodes: readonly TreeListNode[]
  ticked: readonly string[]
  half?: readonly string[]
  multiple: boolean
  /** Opened at the start. */
  opened?: readonly string[]
  onToggle(key: string): void
  /** Loads what is below; what it throws is said, and the branch stays closed. */
  onOpen?(key: string): Promise<void>
}

const INDENT = 18
const DEEPEST = 6

/** A tree for the thumb: the arrow opens, the name chooses. */
export function TreeList({ label, nodes, ticked, half = [], multiple, opened = [], onToggle, onOpen }: Props) {
  const [open, setOpen] = useState<readonly string[]>(opened)
  const [loading, setLoading] = useState<readonly string[]>([])
  async function turn(key: string) {
    if (open.includes(key)) return setOpen(open.filter((one) => one !== key))
    if (loading.includes(key)) return
    setLoading((now) => [...now, key])
    try {
      await onOpen?.(key)
      setOpen((now) => [...now, key])
    } catch (error) {
      // Not opened: what is below is not known, and the next tap asks again.
      say('warning', wordsOf(error))
    } finally {
      setLoading((now) => now.filter((one) => one !== key))
    }
  }
  const flat = nodes.every(({ leaf }) => leaf)
  const draw = (level: readonly TreeListNode[], depth: number): React.ReactNode =>
    level.map(({ key, title, leaf, children = [], beside }) => {
      const on = ticked.includes(key)
      const isOpen = open.includes(key)
      return (
        <div key={key}>
          <div className="vd-tree-row" style={{ paddingLeft: Math.min(depth, DEEPEST) * INDENT }}>
            {leaf ? (
              !flat && <span className="vd-tree-open" />
            ) : (
              <button
                type="button"
                className="vd-tree-open"
                aria-expanded={isOpen}
                aria-label={`${isOpen ? '收起' : '展开'}${title}`}
                onClick={() => void turn(key)}
              >
                {loading.includes(key) ? <DotLoading /> : <RightOutline />}
              </button>
            )}
            <button
              type="button"
              className="vd-option"
              role={multiple ? 'checkbox' : 'radio'}
              aria-checked={half.includes(key) ? 'mixed' : on}
              onClick={() => onToggle(key)}
            >
              <span>{title}</span>
              {on ? <CheckOutline /> : half.includes(key) && <MinusOutline />}
            </button>
            {beside && (
              <button
                type="button"
                className="vd-tree-beside"
                aria-label={`${beside.label}：${title}`}
                onClick={beside.onPress}
              >
                {beside.label}
              </button>
            )}
          </div>
          {isOpen && draw(children, depth + 1)}
        </div>
      )
    })
  return (
    <div className="vd-sheet-list" role={multiple ? 'group' : 'radiogroup'} aria-label={label}>
      {draw(nodes, 0)}
    </div>
  )
}
