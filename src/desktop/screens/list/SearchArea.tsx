import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { hashKey } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { askedFilters, filled } from '#headless/lists/filled.ts'
import { fieldOfFilter, type Filters } from '#headless/lists/listQuery.ts'
import { searchFields } from '#headless/lists/unseenFilters.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { FilterLine } from '../../fields/FilterLine.tsx'

const SHOWN = 3

/** The same without what the address lost that no field here shows; undefined when it changed in any other way. */
function withoutUnseen(typed: Filters, seen: Filters, filters: Filters, names: readonly string[]): Filters | undefined {
  const lost = Object.keys(seen).filter((key) => !Object.hasOwn(filters, key))
  if (lost.some((key) => names.includes(fieldOfFilter(key)))) return undefined
  const kept = (all: Filters) => Object.fromEntries(Object.entries(all).filter(([key]) => !lost.includes(key)))
  return hashKey([kept(seen)]) === hashKey([filters]) ? kept(typed) : undefined
}

interface Props {
  resource: Resource
  filters: Filters
  /** Otherwise there is only room for what one types and clicks. */
  inFull: boolean
  onSearch: (filters: Filters) => void
  onReset: () => void
}

/** What is asked by field. Typing changes nothing until 查询 or Enter. */
export function SearchArea({ resource, filters, inFull, onSearch, onReset }: Props) {
  const names = searchFields(resource)
  const named = (name: string) => fieldOf(resource, name)
  const [seen, setSeen] = useState(filters)
  const [typed, setTyped] = useState<Filters>(filters)
  const beyond = Object.keys(filters).some((key) => names.indexOf(fieldOfFilter(key)) >= SHOWN)
  const [open, setOpen] = useState(beyond)
  // The address changed by itself: back, or a link. Another page or order of the same changes nothing that is typed.
  if (seen !== filters) {
    setSeen(filters)
    if (hashKey([seen]) !== hashKey([filters])) {
      setTyped(withoutUnseen(typed, seen, filters, names) ?? filters)
      // What is asked by others is shown; who asked it here knows what they folded away.
      if (beyond && hashKey([filled(named, typed)]) !== hashKey([filters])) setOpen(true)
    }
  }
  if (!names.length) return null

  return (
    <form
      className="card filters"
      role="search"
      aria-label={`查询${resource.label}`}
      onSubmit={(event) => {
        event.preventDefault()
        const asked = askedFilters(named, typed)
        if (asked) onSearch(asked)
      }}
    >
      {names.slice(0, open ? undefined : SHOWN).map((name) => (
        <FilterLine
          key={name}
          field={fieldOf(resource, name)!}
          name={name}
          filters={typed}
          onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
          inFull={inFull}
        />
      ))}
      <div className="filter-buttons">
        {inFull && (
          <>
            <Button type="primary" htmlType="submit">
              查询
            </Button>
            <Button
              onClick={() => {
                setTyped({})
                onReset()
              }}
            >
              重置
            </Button>
            {names.length > SHOWN && (
              <Button
                type="link"
                aria-expanded={open}
                icon={open ? <UpOutlined /> : <DownOutlined />}
                iconPlacement="end"
                onClick={() => setOpen(!open)}
              >
                {open ? '收起' : '展开'}
              </Button>
            )}
          </>
        )}
      </div>
    </form>
  )
}
