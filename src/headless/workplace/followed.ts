/** 关注: the records a person keeps in sight, on both shells. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Resource } from '#model/resource.ts'
import { say } from '../connection/notices.ts'
import type { Row } from '../records/rows.ts'
import { api } from '../session/api.ts'
import { useCan } from '../session/capabilities.ts'
import { queryClient } from '../session/queries.ts'

export interface FollowedRecord {
  resource: string
  label: string
  id: string
  title: string
  summary: string
  amount: string | null
  status: string
  updateTime: string
  /** What others did since this person looked; null when nothing. */
  changed: { count: number; fields: readonly string[]; who: string; what: string; time: string } | null
}

const KEY = ['followed']
const quiet = { quiet: true }

export const useFollowedRecords = () =>
  useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => api.get<FollowedRecord[]>('/sys/followed/list', undefined, { quiet: true, signal }),
    refetchOnWindowFocus: true,
    staleTime: 30_000,
  })

/** 11-21 10:32 张三 修改：状态、金额 */
export function changedText({ changed }: FollowedRecord): string {
  if (!changed) return '没有新的更改'
  const { time, who, what, fields, count } = changed
  const more = count > 1 ? `等 ${count} 次更改` : ''
  return `${time.slice(5, 16)} ${who} ${what}${more}${fields.length ? `：${fields.join('、')}` : ''}`
}

export interface Follow {
  /** Undefined until it is known. */
  followed: boolean | undefined
  label: string
  turn(): void
  busy: boolean
}

/** Whether this person follows the record that is shown, and how to change it. What is shown is seen. */
export function useFollow({ name }: Resource, row: Row): Follow {
  const place = { resource: name, recordId: row.id }
  const key = [...KEY, 'one', name, row.id]
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.get<{ followed: boolean; seenVersion: number | null }>('/sys/followed/one', place, { quiet: true, signal }),
    enabled: useCan('following'),
    retry: false,
  })
  const version = Number(row.version)
  const unseen = Boolean(data?.followed && (data.seenVersion ?? 0) < version)
  useEffect(() => {
    if (!unseen) return
    const seen = { resource: name, recordId: row.id, version }
    api
      .put('/sys/followed/seen', seen, quiet)
      .then(() => queryClient.invalidateQueries({ queryKey: KEY }))
      // It stays new in the list until the record is opened once more.
      .catch(() => undefined)
  }, [unseen, name, row.id, version])

  async function turn() {
    setBusy(true)
    try {
      if (data?.followed) await api.delete('/sys/followed/delete', place, quiet)
      else await api.put('/sys/followed/add', place, quiet)
      say('success', data?.followed ? '已取消关注' : '已关注，有人更改时会出现在工作台')
    } catch (error) {
      say('error', error instanceof Error ? error.message : '操作失败')
    } finally {
      await queryClient.invalidateQueries({ queryKey: KEY })
      setBusy(false)
    }
  }
  return { followed: data?.followed, label: data?.followed ? '取消关注' : '关注', turn: () => void turn(), busy }
}
