import { Button, DotLoading, Popup, SearchBar } from 'antd-mobile'
import { CheckOutline } from 'antd-mobile-icons'
import { useState } from 'react'
import { SEARCHED } from '#headless/records/searched.ts'
import type { Option } from '#headless/records/useReferences.ts'
import { useBackToClose } from '../layout/back.ts'
import '../layout/sheet.css'

/** A list longer than this can be searched. */
export const SEARCH_FROM = 8

interface OptionSheetProps {
  title: string
  visible: boolean
  options: readonly (Option & { disabled?: boolean })[]
  chosen: readonly string[]
  multiple?: boolean | undefined
  /** The most that may be chosen. */
  max?: number | undefined
  /** Asks the server; without it the options are searched here. */
  search?: ((keyword: string) => void) | undefined
  keyword?: string | undefined
  loading?: boolean | undefined
  error?: string | undefined
  onClose(): void
  onChoose(values: string[]): void
}

/** Almost the whole screen to choose from: one tap for one, ticks and 确定 for several. */
export function OptionSheet(props: OptionSheetProps) {
  useBackToClose(props.visible, props.onClose)
  return (
    <Popup
      visible={props.visible}
      onMaskClick={props.onClose}
      bodyClassName={props.options.length > SEARCH_FROM || props.search ? 'vd-sheet vd-sheet-tall' : 'vd-sheet'}
      destroyOnClose
    >
      <Choices {...props} />
    </Popup>
  )
}

function Choices({
  title,
  options,
  chosen,
  multiple,
  max,
  search,
  loading,
  error,
  onClose,
  onChoose,
}: OptionSheetProps) {
  const [ticked, setTicked] = useState<readonly string[]>(chosen)
  const [word, setWord] = useState('')
  const shown = search ? options : options.filter(({ text }) => text.toLowerCase().includes(word.trim().toLowerCase()))
  const find = (keyword: string) => {
    setWord(keyword)
    search?.(keyword)
  }
  const full = max !== undefined && ticked.length >= max
  const tap = (value: string) => {
    if (!multiple) return onChoose([value])
    setTicked(ticked.includes(value) ? ticked.filter((other) => other !== value) : full ? ticked : [...ticked, value])
  }
  return (
    <>
      <div className="vd-sheet-bar">
        <Button fill="none" onClick={onClose}>
          取消
        </Button>
        <h2 className="vd-sheet-title">{title}</h2>
        {multiple ? (
          <Button fill="none" color="primary" onClick={() => onChoose([...ticked])}>
            确定{ticked.length ? ` ${ticked.length}` : ''}
          </Button>
        ) : (
          <Button fill="none" disabled={!chosen.length} onClick={() => onChoose([])}>
            清空
          </Button>
        )}
      </div>
      {(search || options.length > SEARCH_FROM) && (
        <div className="vd-sheet-search">
          <SearchBar placeholder={search ? SEARCHED.placeholder : '搜索'} value={word} onChange={find} />
        </div>
      )}
      <div className="vd-sheet-list" role="listbox" aria-label={title} aria-multiselectable={multiple ?? false}>
        {shown.map(({ value, text, disabled }) => {
          const on = ticked.includes(value)
          return (
            <button
              type="button"
              role="option"
              key={value}
              aria-selected={on}
              className="vd-option"
              disabled={disabled || (full && !on)}
              onClick={() => tap(value)}
            >
              <span>{text}</span>
              {on && <CheckOutline />}
            </button>
          )
        })}
        {error ? (
          <p role="alert" className="vd-none vd-error">
            {error}
          </p>
        ) : loading && !shown.length ? (
          <div className="vd-none">
            <DotLoading />
          </div>
        ) : (
          !shown.length && (
            <p className="vd-none">
              {search ? SEARCHED.nothing : word.trim() ? '没有找到，换一个词试试' : '没有可以选择的'}
            </p>
          )
        )}
        {search && shown.length >= 30 && <p className="vd-none">只列出前 {shown.length} 项，请输入名称缩小范围</p>}
      </div>
    </>
  )
}
