import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../session/api.ts'
import { TABLE_DICTIONARY_DEBOUNCE_MS, useDebounced, type Option } from '../../records/useReferences.ts'

const PAGE_SIZE = 30
/** What is shown instead of a select that nobody told its dictionary. */
export const NO_CODE = '字典 code 不能为空!'

interface SentOption {
  value: unknown
  text?: string
  label?: string
  title?: string
}
const optionOf = ({ value, text, label, title }: SentOption): Option => ({
  value: String(value),
  text: text ?? label ?? title ?? String(value),
})

/** A table searched like a dictionary: `sys_user,realname,username` (acceptance H02, H03). */
export function useTableDictionary(dictionary: string, values: readonly string[], open: boolean) {
  const [keyword, search] = useState('')
  const settled = useDebounced(keyword, TABLE_DICTIONARY_DEBOUNCE_MS)
  const path = encodeURIComponent(dictionary)
  const found = useQuery({
    queryKey: ['table dictionary', dictionary, settled],
    queryFn: async ({ signal }) =>
      (
        (await api.get<SentOption[] | null>(
          `/sys/dict/loadDict/${path}`,
          { keyword: settled, pageSize: PAGE_SIZE },
          { quiet: true, signal },
        )) ?? []
      ).map(optionOf),
    enabled: open && dictionary !== '',
  })
  const labels = useQuery({
    queryKey: ['table dictionary', dictionary, 'labels', values.join(',')],
    queryFn: () =>
      api.get<string[] | null>(
        `/sys/dict/loadDictItem/${path}`,
        { key: values.join(','), delNotExist: 'false' },
        { quiet: true },
      ),
    enabled: values.length > 0 && dictionary !== '',
    staleTime: 60_000,
  })
  return {
    options: found.data ?? [],
    // While it waits for the last key the former answer is no answer to what is typed.
    loading: found.isFetching || settled !== keyword,
    error: found.error,
    chosen: values.map((value, at): Option => ({ value, text: labels.data?.[at] ?? value })),
    search,
  }
}
