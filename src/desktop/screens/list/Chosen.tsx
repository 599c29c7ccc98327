import { App, Button } from 'antd'
import type { List } from '#headless/lists/useList.ts'
import type { WholeQuery } from '#headless/lists/wholeQuery.ts'
import { MOST_BY_QUERY } from '#model/batch.ts'

interface Props {
  list: Pick<List, 'rows' | 'total' | 'selection' | 'may'>
  whole: WholeQuery
  /** Everything the query finds can be chosen at once. */
  offersAll: boolean
}

/** How many are chosen; from a whole page on, everything the query finds is offered. */
export function Chosen({ list: { rows, total, selection }, whole, offersAll }: Props) {
  const { message } = App.useApp()
  if (!selection.count) return null
  const wholePage = rows.length > 0 && rows.every(({ id }) => selection.has(id))
  const more = offersAll && wholePage && total > selection.count
  return (
    <div className="chosen" role="status">
      {whole.count ? (
        <span>
          已选择符合条件的全部 <b>{whole.count}</b> 条
        </span>
      ) : (
        <span>
          已选择 <b>{selection.count}</b> 项
        </span>
      )}
      {!whole.count && more && total <= MOST_BY_QUERY && (
        <Button
          type="link"
          size="small"
          loading={whole.choosing}
          onClick={() => void whole.choose(total).catch((refusal: Error) => message.error(refusal.message))}
        >
          选择全部 {total} 条
        </Button>
      )}
      {!whole.count && more && total > MOST_BY_QUERY && <span>超过 {MOST_BY_QUERY} 条时请先缩小查询范围</span>}
      <Button
        type="link"
        size="small"
        onClick={() => {
          whole.clear()
          selection.clear()
        }}
      >
        清空
      </Button>
    </div>
  )
}
