import { DeleteOutline } from 'antd-mobile-icons'
import { removalOfQuery, savedWords, useSavedQueries } from '#headless/lists/advancedQuery/savedQueries.ts'
import type { SavedQuery } from '#headless/lists/advancedQuery/savedQuery.ts'
import type { Resource } from '#model/resource.ts'
import { Failed } from '../../../layout/Nothing.tsx'
import { askRemoval } from '../../../layout/removal.ts'

interface Props {
  resource: Resource
  taken: SavedQuery | undefined
  onTake(saved: SavedQuery): void
}

/** Own queries and those shared with a role of this person. Choosing one fills the builder. */
export function SavedQueries({ resource, taken, onTake }: Props) {
  const { data = [], isPending, error, refetch } = useSavedQueries(resource)

  return (
    <section className="vd-saved" aria-label={savedWords.title}>
      <h3>{savedWords.title}</h3>
      {isPending ? (
        <p className="vd-weak">正在加载…</p>
      ) : error && !data.length ? (
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
              {saved.mayDelete && (
                <button
                  type="button"
                  className="vd-icon-button"
                  aria-label={savedWords.remove(saved)}
                  onClick={() => void askRemoval(removalOfQuery(resource, saved))}
                >
                  <DeleteOutline />
                </button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="vd-weak">{savedWords.none}</p>
      )}
    </section>
  )
}
