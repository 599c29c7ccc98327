import { Pagination } from 'antd'
import type { Density } from '#model/density.ts'
import { PAGE_SIZES } from '#headless/lists/listQuery.ts'
import type { ListControls } from '#headless/lists/useList.ts'

interface Props {
  controls: ListControls
  total: number
  density: Density
  /** Otherwise there is only the room for it. */
  inFull: boolean
}

/** Pages of a list. Beside the table, not in it: that would draw every row again with its pager. */
export function Pager({ controls: { query, setPage }, total, density, inFull }: Props) {
  if (!inFull) return <div className={density === 'loose' ? 'pager pager-room pager-room-loose' : 'pager pager-room'} />
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
