/** 通讯录: who works where, and how to reach them (contract.md §6.1, §6.3). Whom a reader sees the server decides. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { api } from '../session/api.ts'

export interface Colleague {
  userId: string
  realname: string
  workNo: string | null
  postText: string | null
  telephone: string | null
  email: string | null
  phone: string | null
  /** `运营部 | 客服部` */
  departName: string
  avatar: string | null
}

export interface Branch {
  key: string
  title: string
  orgCode: string
  children?: readonly Branch[] | null
}

export const useBranches = () =>
  useQuery({
    queryKey: ['sysDepart', 'address book'],
    queryFn: async ({ signal }) =>
      (await api.get<Branch[] | null>('/sys/sysDepart/queryTreeList', undefined, { quiet: true, signal })) ?? [],
    staleTime: 60_000,
  })

export const noColleagues = (searched: boolean): string =>
  searched ? '没有叫这个名字的同事，换个字或清空搜索框再找' : '这里还没有同事，在“用户管理”里为同事选择部门后会列在这里'

/** The department of that id, wherever it stands in the tree. */
export function branchNamed(branches: readonly Branch[], key: string | null): Branch | undefined {
  for (const branch of branches) {
    const found = branch.key === key ? branch : branchNamed(branch.children ?? [], key)
    if (found) return found
  }
  return undefined
}

export interface Wanted {
  /** Of a department and all below it; everybody without one. */
  orgCode: string | undefined
  realname: string
}

interface Sent {
  records: Colleague[]
  total: number
}

const PATH = '/sys/user/queryByOrgCodeForAddressList'
const paramsOf = ({ orgCode, realname }: Wanted) => ({ ...(orgCode && { orgCode }), ...(realname && { realname }) })

export const useColleagues = (wanted: Wanted, { page, size }: { page: number; size: number }) =>
  useQuery({
    queryKey: ['address book', wanted, page, size],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.get<Sent>(PATH, { ...paramsOf(wanted), pageNo: page, pageSize: size }, { quiet: true, signal }),
  })

const SIZE = 20

/** The same without pages, for a thumb. */
export function useEndlessColleagues(wanted: Wanted) {
  const pages = useInfiniteQuery({
    queryKey: ['address book', 'endless', wanted],
    queryFn: ({ pageParam, signal }) =>
      api.get<Sent>(PATH, { ...paramsOf(wanted), pageNo: pageParam, pageSize: SIZE }, { quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * SIZE < last.total ? all.length + 1 : null),
  })
  const { fetchNextPage, isFetchingNextPage } = pages
  const people = useMemo(() => {
    const all = (pages.data?.pages ?? []).flatMap(({ records }) => records)
    return [...new Map(all.map((one) => [one.userId, one])).values()]
  }, [pages.data])
  return {
    people,
    total: pages.data?.pages.at(-1)?.total ?? 0,
    loading: pages.isPending,
    error: pages.error,
    hasMore: pages.hasNextPage,
    more: useCallback(async () => {
      if (!isFetchingNextPage) await fetchNextPage({ throwOnError: true })
    }, [fetchNextPage, isFetchingNextPage]),
    reload: () => pages.refetch({ throwOnError: true }),
  }
}

/** How one calls and writes: addresses a telephone and a mail program understand. */
export const callAddress = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
export const mailAddress = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`
