import { Select } from 'antd'
import { manyOf, picksMany } from '#headless/grid/cellTypes.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { severalTags } from '../base/severalTags.tsx'
import type { EditorProps } from './types.ts'

/** One or several of the choices; `allowInput` also takes what is not among them. */
export default function ChoiceEditor({ view, row, column, close }: EditorProps) {
  const { store } = view
  useSignal(store, 'draft')
  const many = picksMany(column)
  const options = store.looks
    .choices(column, row)
    .map(({ value, text, disabled }) => ({ value, label: text, disabled: Boolean(disabled) }))
  const common = {
    ...column.props,
    options,
    autoFocus: true,
    defaultOpen: true,
    allowClear: true,
    'aria-label': column.title,
    placeholder: column.placeholder ?? `请选择${column.title}`,
    showSearch: column.allowSearch === false ? false : { optionFilterProp: 'label' },
    popupMatchSelectWidth: 160,
    style: { width: '100%' },
    onBlur: close,
  }
  const values = manyOf(store.draft?.value)
  if (many || column.allowInput)
    return (
      <Select
        {...common}
        mode={column.allowInput ? 'tags' : 'multiple'}
        {...severalTags}
        value={values}
        onChange={(next: string[]) => {
          if (many) return store.type(next.join(',') || null)
          store.choose({ id: row.id, field: column.field }, next.at(-1) ?? null)
          view.focus()
        }}
      />
    )
  return (
    <Select
      {...common}
      value={values[0] ?? null}
      onChange={(next: string | null | undefined) => {
        store.choose({ id: row.id, field: column.field }, next ?? null)
        view.focus()
      }}
    />
  )
}
