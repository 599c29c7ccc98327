import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLastPage } from '../lists/useLastPage.ts'
import { byNameOrAccount } from '../records/people.ts'
import { api } from '../session/api.ts'

/** Somebody signed in. `token` is the number of the session: it ends it and opens nothing. */
export interface OnlinePerson {
  token: string
  username: string
  realname: string
  phone: string | null
  host: string
  ip: string | null
  /** When it was opened, and when something was last asked for in it. */
  createTime: string
  seenTime: string
  /** The session this page is open in. */
  own: boolean
}

interface SentPage {
  records: OnlinePerson[]
  total: number
}

export const ONLINE = {
  title: '在线用户',
  own: '当前登录',
  loginTime: '登录时间',
  seenTime: '最近活动',
  ip: '来源地址',
  host: '终端',
  end: '强制下线',
  none: '没有这样的人在线，请清空查找框看全部',
  sure: ({ realname, username }: OnlinePerson) => `强制 ${realname}（${username}）下线？`,
  consequence: '对方正在进行的操作会中断，需要重新登录；没有保存的内容留在对方的页面上。',
}

export const ONLINE_PAGE = 20
const KEY = 'online people'

/** Who is signed in now, newest activity first. */
export function useOnline() {
  const client = useQueryClient()
  const [words, setWords] = useState('')
  const [page, setPage] = useState(1)
  const people = useQuery({
    queryKey: [KEY, words, page],
    queryFn: ({ signal }) =>
      api.get<SentPage>(
        '/sys/online/list',
        { pageNo: page, pageSize: ONLINE_PAGE, ...byNameOrAccount(words) },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data, error, isPending, isFetching, refetch } = people
  const beyond = useLastPage(people, { page, size: ONLINE_PAGE }, setPage)
  return {
    people: data?.records ?? [],
    total: data?.total ?? 0,
    page,
    setPage,
    search(text: string) {
      setWords(text.trim())
      setPage(1)
    },
    error,
    loading: isPending,
    fetching: isFetching || beyond,
    again: () => refetch({ throwOnError: true }),
    /** Resolves to what is said then: the server's own sentence speaks to who leaves by themselves. */
    async end({ token, realname }: OnlinePerson): Promise<string> {
      try {
        await api.post('/sys/online/forceLogout', { token }, { quiet: true })
        return `已强制 ${realname} 下线`
      } finally {
        await client.invalidateQueries({ queryKey: [KEY] })
      }
    },
  }
}
