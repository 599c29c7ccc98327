import { DeleteOutlined } from '@ant-design/icons'
import { Button, Empty, Spin, Tag } from 'antd'
import { removalOfQuery, savedWords, useSavedQueries } from '#headless/lists/advancedQuery/savedQueries.ts'
import type { SavedQuery } from '#headless/lists/advancedQuery/savedQuery.ts'
import type { Resource } from '#model/resource.ts'
import { Nothing } from '../../../layout/Nothing.tsx'
import { useRemoval } from '../../../layout/removal.ts'

interface Props {
  resource: Resource
  taken: SavedQuery | undefined
  onTake: (saved: SavedQuery) => void
}

/** Own queries and those shared with a role of this person. Choosing one fills the builder. */
export function SavedQueries({ resource, taken, onTake }: Props) {
  const askRemoval = useRemoval()
  const { data = [], isPending, error, refetch } = useSavedQueries(resource)

  return (
    <section className="query-saved" aria-label={savedWords.title}>
      <h3>{savedWords.title}</h3>
      {isPending ? (
        <Spin />
      ) : error && !data.length ? (
        <Empty description={error.message}>
          <Button onClick={() => void refetch()}>重试</Button>
        </Empty>
      ) : data.length ? (
        <ul>
          {data.map((saved) => (
            <li key={saved.id}>
              <button type="button" aria-pressed={taken?.id === saved.id} onClick={() => onTake(saved)}>
                <span className="query-title">{saved.title}</span>
                {saved.mine ? saved.roles && <Tag>已共享</Tag> : <Tag color="blue">{saved.owner}共享</Tag>}
                {saved.problem && <span className="query-problem">{saved.problem}</span>}
              </button>
              {saved.mayDelete && (
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={savedWords.remove(saved)}
                  onClick={() => void askRemoval(removalOfQuery(resource, saved))}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Nothing>{savedWords.none}</Nothing>
      )}
    </section>
  )
}
