import { Button, Select, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { manyOf, picksMany } from '#headless/grid/cellTypes.ts'
import type { Choice } from '#headless/grid/column.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { SEARCHED } from '#headless/records/searched.ts'
import { TABLE_DICTIONARY_DEBOUNCE_MS, useDebounced } from '#headless/records/useReferences.ts'
import { severalTags } from '../base/severalTags.tsx'
import type { EditorProps } from './types.ts'

/** People, departments or rows of a table dictionary: searched on the server, or chosen in their own dialog. */
export default function SearchEditor({ view, row, column, close }: EditorProps) {
  const { store, sources } = view
  const { choiceSource } = column
  useSignal(store, 'draft')
  const [keyword, setKeyword] = useState('')
  const wanted = useDebounced(keyword, TABLE_DICTIONARY_DEBOUNCE_MS)
  const [found, setFound] = useState<readonly Choice[]>()
  const [problem, setProblem] = useState('')
  const many = picksMany(column)
  const values = manyOf(store.draft?.value)
  const place = { id: row.id, field: column.field }

  useEffect(() => {
    let stale = false
    setFound(undefined)
    setProblem('')
    const of = choiceSource?.of(row)
    const asked = choiceSource
      ? of === undefined
        ? Promise.resolve([])
        : choiceSource.search(of, wanted)
      : sources.search?.(column, wanted)
    asked?.then(
      (choices) => {
        if (!stale) setFound(choices)
      },
      (error: unknown) => {
        if (stale) return
        setFound([])
        setProblem(error instanceof Error ? error.message : String(error))
        store.say('warning', error instanceof Error ? error.message : String(error))
      },
    )
    return () => {
      stale = true
    }
    // What is chosen from does not change while it is chosen from it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [sources, column, wanted, store])

  function choose(next: readonly string[]) {
    const names = (found ?? []).filter(({ value }) => next.includes(value))
    if (many) {
      store.looks.learn(column, names, choiceSource?.of(row))
      return store.type(next.join(',') || null)
    }
    store.choose(place, next.at(-1) ?? null, names)
    view.focus()
  }
  async function pick() {
    const chosen = await sources.pick!(column, row, values)
    if (chosen) store.choose(place, chosen.map(({ value }) => value).join(',') || null, chosen)
    else store.cancel()
    view.focus()
  }

  const options = [...(found ?? [])]
  for (const value of values)
    if (!options.some((option) => option.value === value))
      options.push({ value, text: store.looks.nameOf(column, value, row) })
  if (!sources.search && !choiceSource)
    return (
      <Button autoFocus size="small" disabled={!sources.pick} onClick={() => void pick()} onBlur={close}>
        选择{column.title}
      </Button>
    )
  return (
    <div className="grid-search">
      <Select
        {...(many && {
          mode: 'multiple' as const,
          ...severalTags,
        })}
        autoFocus
        defaultOpen
        allowClear
        aria-label={column.title}
        placeholder={SEARCHED.placeholder}
        value={many ? values : (values[0] ?? null)}
        options={options.map(({ value, text }) => ({ value, label: text }))}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        notFoundContent={found ? problem || SEARCHED.nothing : <Spin size="small" />}
        popupMatchSelectWidth={220}
        style={{ width: '100%' }}
        onBlur={close}
        onChange={(next: string | string[] | null | undefined) =>
          choose(Array.isArray(next) ? next : next === null || next === undefined ? [] : [next])
        }
      />
      {sources.pick && (
        // Before the blur that would close the cell.
        <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={() => void pick()}>
          选择
        </Button>
      )}
    </div>
  )
}
