import { InfiniteScroll } from 'antd-mobile'

interface MoreProps {
  /** What stands below the last one. */
  end: string
  hasMore: boolean
  /** The next page; rejects when it did not come. */
  more(): Promise<unknown>
}

/** Stands below cards and asks for the next ones when it is near. What did not come is asked for again by a tap only. */
export const More = ({ end, hasMore, more }: MoreProps) => (
  <InfiniteScroll
    hasMore={hasMore}
    loadMore={async () => {
      await more()
    }}
  >
    {(isMore, failed, retry) =>
      failed ? (
        <button type="button" className="vd-text-button" onClick={retry}>
          加载失败，点这里重试
        </button>
      ) : isMore ? (
        '正在加载…'
      ) : (
        end
      )
    }
  </InfiniteScroll>
)
