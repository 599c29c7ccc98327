import { useEffect, useState } from 'react'
import { DotLoading, SearchBar } from 'antd-mobile'
import { CheckOutline } from 'antd-mobile-icons'
import { say } from '#headless/connection/notices.ts'
import { NO_CODE, useTableDictionary } from '#headless/forms/pickers/tableDictionary.ts'
import { SEARCHED } from '#headless/records/searched.ts'
import { Tap } from '../Tap.tsx'
import { FullSheet, SheetBar } from './FullSheet.tsx'

interface Props {
  /** `sys_user,realname,username` */
  dictionary: string
  label: string
  value: unknown
  multiple?: boolean
  disabled?: boolean
  onChange(value: string | null): void
}

const split = (value: unknown) =>
  String(value ?? '')
    .split(',')
    .filter(Boolean)

/** A table searched like a dictionary. */
export function TableDictionaryInput(props: Props) {
  const { dictionary, label, value, disabled, onChange } = props
  const [open, setOpen] = useState(false)
  const { chosen } = useTableDictionary(dictionary, split(value), false)
  if (!dictionary)
    return (
      <p role="alert" className="vd-error">
        {NO_CODE}
      </p>
    )
  return (
    <>
      <Tap
        label={label}
        text={chosen.map(({ text }) => text).join('、')}
        placeholder={SEARCHED.placeholder}
        disabled={disabled}
        onTap={() => setOpen(true)}
        onClear={() => onChange(null)}
      />
      <FullSheet visible={open} onClose={() => setOpen(false)}>
        <Found
          {...props}
          onClose={() => setOpen(false)}
          onChoose={(values) => {
            setOpen(false)
            onChange(values.join(',') || null)
          }}
        />
      </FullSheet>
    </>
  )
}

interface FoundProps extends Props {
  onClose(): void
  onChoose(values: readonly string[]): void
}

function Found({ dictionary, label, value, multiple = false, onClose, onChoose }: FoundProps) {
  const [ticked, setTicked] = useState<readonly string[]>(() => split(value))
  const [word, setWord] = useState('')
  const { options, loading, error, search } = useTableDictionary(dictionary, [], true)
  const problem = error?.message
  useEffect(() => {
    if (problem) say('warning', problem)
  }, [problem])
  const tap = (of: string) => {
    if (!multiple) return onChoose([of])
    setTicked(ticked.includes(of) ? ticked.filter((one) => one !== of) : [...ticked, of])
  }
  return (
    <>
      <SheetBar
        title={label}
        count={ticked.length}
        multiple={multiple}
        onClose={onClose}
        onConfirm={() => onChoose(ticked)}
        onClear={() => onChoose([])}
      />
      <div className="vd-sheet-search">
        <SearchBar
          placeholder={SEARCHED.placeholder}
          value={word}
          onChange={(keyword) => {
            setWord(keyword)
            search(keyword)
          }}
        />
      </div>
      <div className="vd-sheet-list" role="listbox" aria-label={label} aria-multiselectable={multiple}>
        {options.map(({ value: of, text }) => (
          <button
            type="button"
            role="option"
            key={of}
            aria-selected={ticked.includes(of)}
            className="vd-option"
            onClick={() => tap(of)}
          >
            <span>{text}</span>
            {ticked.includes(of) && <CheckOutline />}
          </button>
        ))}
        {!options.length && <p className="vd-none">{loading ? <DotLoading /> : (problem ?? SEARCHED.nothing)}</p>}
      </div>
    </>
  )
}
