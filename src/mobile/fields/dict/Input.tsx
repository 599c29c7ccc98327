import { Selector } from 'antd-mobile'
import { useState } from 'react'
import { useChoices } from '#headless/session/dictionary.ts'
import { missing } from '#model/emptiness.ts'
import { textIn } from '../base/textIn.ts'
import { OptionSheet } from '../OptionSheet.tsx'
import { Tap } from '../Tap.tsx'
import type { InputProps } from '../types.ts'

/** Few and short: shown at once. */
const FEW = 4
const SHORT = 14

export function Input({ field, value, onChange, disabled }: InputProps<'dict'>) {
  const [open, setOpen] = useState(false)
  const { items, loading, error } = useChoices(field, open)
  const chosen = textIn(value).split(',').filter(Boolean)
  const give = (values: string[]) => {
    const text = values.join(',')
    onChange(text === '' ? null : field.numeric ? Number(text) : text)
  }
  const words = items.filter((item) => chosen.includes(item.value)).map(({ text }) => text)
  const areFew = items.length <= FEW && items.map(({ text }) => text).join('').length <= SHORT && items.length > 0
  // Not while somebody waits for them in the sheet.
  if (areFew && !open)
    return (
      <Selector
        className="vd-selector"
        aria-label={field.label}
        options={items.map((item) => ({ value: item.value, label: item.text, disabled: item.disabled ?? false }))}
        value={chosen}
        multiple={field.multiple ?? false}
        disabled={disabled ?? false}
        showCheckMark={false}
        onChange={give}
      />
    )
  return (
    <>
      <Tap
        label={field.label}
        text={words.length ? words.join('、') : textIn(value)}
        placeholder={missing(field)}
        disabled={disabled}
        onTap={() => setOpen(true)}
        onClear={field.required ? undefined : () => onChange(null)}
      />
      <OptionSheet
        title={field.label}
        visible={open}
        options={items}
        chosen={chosen}
        multiple={field.multiple}
        loading={loading}
        error={error}
        onClose={() => setOpen(false)}
        onChoose={(values) => {
          setOpen(false)
          give(values)
        }}
      />
    </>
  )
}
