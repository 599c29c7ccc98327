import { Pagination } from 'antd'
import type { Density } from '#model/density.ts'
import { PAGE_SIZES } from '#headless/lists/listQuery.ts'
import type { ListControls } from '#headless/lists/useList.ts'

interface Props {
  controls: ListControls
  total: number
  density: Density
}

/**
 * Pages of a list. Beside the table, not in it: the table would draw every row again with its pager, and would go to the
 * first page once more when the order changes.
 */
export function Pager({ controls: { query, setPage }, total, density }: Props) {
  if (!total) return null
  return (
    <Pagination
      className="pager"
      align="end"
      size={density === 'loose' ? 'medium' : 'small'}
      current={query.page}
      pageSize={query.size}
      total={total}
      pageSizeOptions={[...PAGE_SIZES]}
      showSizeChanger
      showQuickJumper
      showTotal={(all, [from, to]) => `${from}-${to} 共 ${all} 条`}
      onChange={setPage}
    />
  )
}

/** As high as what follows. */
export const PagerRoom = () => <div className="pager pager-room" />
