/** What the server lays beside a record on its own page. */
import type { Row } from './rows.ts'

export interface ComplaintOrder {
  orderNo: string
  payAmount: string
  /** Refunds and what its complaints compensated. */
  givenBack: string
  startTime: string
  endTime: string | null
}
/** The order a complaint is about. */
export const orderBeside = (row: Row): ComplaintOrder | undefined => row.order as ComplaintOrder | undefined

export interface Share {
  name: string
  amount: string
}
export interface Fee {
  label: string
  detail: string
  amount: string
}
/** How an order's charge came about. */
export const feesBeside = (row: Row): readonly Fee[] => (Array.isArray(row.feeDetail) ? (row.feeDetail as Fee[]) : [])

/** Who got how much of an order. */
export const sharesBeside = (row: Row): readonly Share[] =>
  Array.isArray(row.shareDetail) ? (row.shareDetail as Share[]) : []

/** A record that uses a file. */
export interface FileUse {
  resource: string
  label: string
  id: string
  title: string
}
/** So many uses are shown before somebody asks for all. */
export const FIRST_USES = 8
/** Where a file is used: records this reader sees, and how many others there are. */
export const usesBeside = (row: Row): { uses: readonly FileUse[]; hidden: number } =>
  (row.usedIn as { uses: readonly FileUse[]; hidden: number } | undefined) ?? { uses: [], hidden: 0 }

/** Somebody who belongs to a tenant; with an id where this reader has the record. */
export interface Member {
  id?: string
  username: string
  realname: string
  frozen: boolean
}
/** Who belongs to a tenant: how many, and the first of them. */
export const membersBeside = (row: Row): { count: number; shown: readonly Member[] } =>
  (row.people as { count: number; shown: readonly Member[] } | undefined) ?? { count: 0, shown: [] }

/** Of somebody who asked for a permission: whether they have it by now, and their roles. */
export const askerBeside = (row: Row): { has: boolean; roles: readonly { id: string; name: string }[] } | undefined =>
  row.askerNow as ReturnType<typeof askerBeside>
