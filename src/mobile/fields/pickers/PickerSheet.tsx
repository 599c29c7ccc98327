import { DotLoading, SearchBar } from 'antd-mobile'
import { CheckOutline } from 'antd-mobile-icons'
import { useEffect, useEffectEvent, useState } from 'react'
import { textOf } from '#headless/records/formats.ts'
import { say } from '#headless/connection/notices.ts'
import type { PickerSource } from '#headless/forms/pickers/source.ts'
import { usePicker, type Chosen } from '#headless/forms/pickers/usePicker.ts'
import { SEARCHED } from '#headless/records/searched.ts'
import { SELECT_DEBOUNCE_MS, useDebounced } from '#headless/records/useReferences.ts'
import type { FieldKind } from '#model/fields.ts'
import { useDepartments, pathTo } from '#headless/forms/pickers/departments.ts'
import { DepartmentSheet } from './DepartmentSheet.tsx'
import { FullSheet, SheetBar } from './FullSheet.tsx'

/** Rows that come with one push. */
const STEP = 30
const MOST = 990
/** What they hold says nothing to a reader. */
const PATHS: readonly FieldKind[] = ['image', 'images', 'file', 'files']

interface Props {
  source: PickerSource
  title: string
  values: readonly string[]
  store?: string | undefined
  text?: string | undefined
  multiple?: boolean | undefined
  max?: number | undefined
  /** Said when nothing is chosen; then also one is ticked and confirmed. */
  none?: string | undefined
  visible: boolean
  onClose(): void
  onChoose(values: string[], chosen: readonly Chosen[]): void
}

/** A list to choose from over the whole screen: one tap for one, ticks and 确定 for several. */
export default function PickerSheet(props: Props) {
  return (
    <FullSheet visible={props.visible} onClose={props.onClose}>
      <Choices {...props} />
    </FullSheet>
  )
}

function Choices({ source, title, values, store, text, multiple = false, max, none, onClose, onChoose }: Props) {
  const picker = usePicker({ source, values, store, text, multiple, max, size: STEP })
  const [word, setWord] = useState('')
  const [by, setBy] = useState(source.search[0]?.name ?? '')
  const settled = useDebounced(word.trim(), SELECT_DEBOUNCE_MS)
  const find = useEffectEvent(picker.find)
  useEffect(() => find(settled ? { [by]: settled } : {}), [settled, by])
  const give = (chosen: readonly Chosen[]) =>
    onChoose(
      chosen.map((one) => one.value),
      chosen,
    )
  const ticks = multiple || none !== undefined
  const confirm = () => {
    if (none !== undefined && !picker.chosen.length) return say('warning', none)
    give(picker.chosen)
  }
  const named = text ?? source.text
  const facts = source.columns.filter(({ name, field }) => name !== named && !PATHS.includes(field.kind))
  const title_ = source.columns.find(({ name }) => name === named)?.field
  return (
    <>
      <SheetBar
        title={title}
        count={picker.chosen.length}
        multiple={ticks}
        onClose={onClose}
        onConfirm={confirm}
        onClear={() => give([])}
      />
      {source.search.length > 0 && (
        <div className="vd-sheet-search">
          <SearchBar placeholder={SEARCHED.placeholder} value={word} onChange={setWord} />
        </div>
      )}
      <div className="vd-picker-by">
        {source.byDepartment && <Department id={picker.departId} onChoose={picker.within} />}
        {source.search.length > 1 &&
          source.search.map(({ name, field }) => (
            <button type="button" key={name} className="vd-chip" aria-pressed={by === name} onClick={() => setBy(name)}>
              按{field.label}
            </button>
          ))}
      </div>
      <div className="vd-sheet-list" role="listbox" aria-label={title} aria-multiselectable={multiple}>
        {picker.rows.map((row) => {
          const on = picker.has(row)
          const more = facts.map(({ name, field }) => textOf(field, row, name)).filter(Boolean)
          return (
            <button
              type="button"
              role="option"
              key={row.id}
              aria-selected={on}
              className="vd-option vd-picker-row"
              disabled={picker.full && !on}
              onClick={() => {
                if (ticks) return picker.toggle(row)
                const value = String(row[store ?? 'id'] ?? row.id)
                give([{ value, text: title_ ? textOf(title_, row, named) : value, row }])
              }}
            >
              <span>
                {(title_ && textOf(title_, row, named)) || row.id}
                {more.length > 0 && <small>{more.join(' · ')}</small>}
              </span>
              {on && <CheckOutline />}
            </button>
          )
        })}
        {picker.error ? (
          <p role="alert" className="vd-none vd-error">
            {picker.error.message}
          </p>
        ) : picker.loading && !picker.rows.length ? (
          <div className="vd-none">
            <DotLoading />
          </div>
        ) : (
          !picker.rows.length && <p className="vd-none">{SEARCHED.nothing}</p>
        )}
        {picker.rows.length > 0 && picker.rows.length < picker.total && picker.size < MOST && (
          <button type="button" className="vd-option vd-none" onClick={() => picker.turn(1, picker.size + STEP)}>
            已列出 {picker.rows.length} / {picker.total}，显示更多
          </button>
        )}
      </div>
    </>
  )
}

function Department({ id, onChoose }: { id: string | undefined; onChoose(id: string | undefined): void }) {
  const [open, setOpen] = useState(false)
  const { data = [] } = useDepartments()
  const name = id === undefined ? '全部' : (pathTo(data, id).at(-1)?.title ?? id)
  return (
    <>
      <button type="button" className="vd-chip" aria-pressed={id !== undefined} onClick={() => setOpen(true)}>
        部门：{name}
      </button>
      <DepartmentSheet
        title="选择部门"
        values={id === undefined ? [] : [id]}
        visible={open}
        onClose={() => setOpen(false)}
        onChoose={([chosen]) => {
          setOpen(false)
          onChoose(chosen)
        }}
      />
    </>
  )
}
