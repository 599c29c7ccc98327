/** What the server lays beside a record on its own page. */
import type { Row } from './rows.ts'

export interface ComplaintOrder {
  orderNo: string
  payAmount: string
  refundedAmount: string
  startTime: string
  endTime: string | null
}
/** The order a complaint is about. */
export const orderBeside = (row: Row): ComplaintOrder | undefined => row.order as ComplaintOrder | undefined

export interface Share {
  name: string
  amount: string
}
/** Who got how much of an order. */
export const sharesBeside = (row: Row): readonly Share[] =>
  Array.isArray(row.shareDetail) ? (row.shareDetail as Share[]) : []
