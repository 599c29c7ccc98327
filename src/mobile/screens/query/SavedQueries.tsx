import { DeleteOutline } from 'antd-mobile-icons'
import { removeQuery, useSavedQueries } from '#headless/lists/advancedQuery/savedQueries.ts'
import type { SavedQuery } from '#headless/lists/advancedQuery/savedQuery.ts'
import { say } from '#headless/connection/notices.ts'
import type { Resource } from '#model/resource.ts'
import { confirm } from '../../frame/ask.ts'
import { Failed } from '../../frame/Nothing.tsx'
import { wordsOf } from '../../frame/useRun.ts'

interface Props {
  resource: Resource
  taken: SavedQuery | undefined
  onTake(saved: SavedQuery): void
}

/** Own queries and those shared with a role of this person. Choosing one fills the builder. */
export function SavedQueries({ resource, taken, onTake }: Props) {
  const { data = [], isPending, error, refetch } = useSavedQueries(resource)

  async function remove(saved: SavedQuery): Promise<void> {
    const content = saved.roles ? `“${saved.title}”已共享给${saved.roles}，删除后他们也看不到` : saved.title
    if (!(await confirm({ title: '确定要删除吗?', content, yes: '删除', danger: true }))) return
    try {
      await removeQuery(resource, saved)
      say('success', '删除成功!')
    } catch (failure) {
      say('error', wordsOf(failure))
    }
  }

  return (
    <section className="vd-saved" aria-label="保存的查询">
      <h3>保存的查询</h3>
      {isPending ? (
        <p className="vd-weak">正在加载…</p>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data.length ? (
        <ul>
          {data.map((saved) => (
            <li key={saved.id}>
              <button type="button" aria-pressed={taken?.id === saved.id} onClick={() => onTake(saved)}>
                <span>{saved.title}</span>
                {!saved.mine && <small className="vd-weak">{saved.owner}共享</small>}
                {saved.mine && saved.roles && <small className="vd-weak">已共享给{saved.roles}</small>}
                {saved.problem && <small className="vd-error">{saved.problem}</small>}
              </button>
              {saved.mine && (
                <button
                  type="button"
                  className="vd-icon-button"
                  aria-label={`删除查询 ${saved.title}`}
                  onClick={() => void remove(saved)}
                >
                  <DeleteOutline />
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="vd-weak">没有保存的查询</p>
      )}
    </section>
  )
}
