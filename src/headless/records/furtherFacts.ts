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
