/** Parameters that the contract's system endpoints share. */
import { z } from 'zod'
import { list } from './conditions.ts'

/** One id, or a code. */
export const idText = (what = 'id') =>
  z
    .string({ error: `缺少 ${what}` })
    .trim()
    .min(1, `缺少 ${what}`)
    .max(64)
/** Text that may be missing; empty means missing. */
export const maybe = z.string().trim().max(200).optional()

/** Comma-joined values, a trailing comma allowed; at least one. */
export const someIds = (what = 'ids') =>
  z
    .string({ error: `缺少 ${what}` })
    .max(70_000)
    .transform((text) => [...new Set(list(text).map((part) => part.trim()))])
    .refine((ids) => ids.length > 0, '未选择记录')
    .refine((ids) => ids.length <= 1000, '一次最多 1000 条')
/** The same, also none. */
export const anyIds = z
  .string()
  .max(70_000)
  .nullish()
  .transform((text) => [...new Set(list(text ?? '').map((part) => part.trim()))])

/** Rows of a page. JeecgBoot's clients ask for 99999 when they mean all, and read as many as they get. */
export const MAX_PAGE_SIZE = 1000
export const MOST_ASKED = 99_999
export const pageSizeRead = (asked: number): number => Math.min(asked, MAX_PAGE_SIZE)

/** Page and what clients send along with every list; the order of these lists is fixed. */
export const paging = {
  pageNo: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(MOST_ASKED).default(10).transform(pageSizeRead),
  column: maybe,
  order: maybe,
  field: z.string().max(2000).optional(),
  superQueryParams: z.literal('').optional(),
  superQueryMatchType: maybe,
}
export interface Paging {
  pageNo: number
  pageSize: number
}

export const pageOf = <T>(records: T[], total: number, { pageNo, pageSize }: Paging) => ({
  records,
  total,
  size: pageSize,
  current: pageNo,
  pages: Math.ceil(total / pageSize),
})

/** Keys that the contract's clients send back because they got them, or that we do not keep: taken and left alone. */
export const notKept = (names: string): Record<string, z.ZodType> =>
  Object.fromEntries(names.split(' ').map((name) => [name, z.unknown().optional()]))
