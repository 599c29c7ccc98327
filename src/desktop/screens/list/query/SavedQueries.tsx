import { DeleteOutlined } from '@ant-design/icons'
import { App, Button, Empty, Spin, Tag } from 'antd'
import { removeQuery, useSavedQueries } from '#headless/lists/advancedQuery/savedQueries.ts'
import type { SavedQuery } from '#headless/lists/advancedQuery/savedQuery.ts'
import type { Resource } from '#model/resource.ts'

interface Props {
  resource: Resource
  taken: SavedQuery | undefined
  onTake: (saved: SavedQuery) => void
}

/** Own queries and those shared with a role of this person. Choosing one fills the builder. */
export function SavedQueries({ resource, taken, onTake }: Props) {
  const { message, modal } = App.useApp()
  const { data = [], isPending, error, refetch } = useSavedQueries(resource)

  const remove = (saved: SavedQuery) =>
    modal.confirm({
      title: '确定要删除吗?',
      content: saved.roles ? `“${saved.title}”已共享给${saved.roles}，删除后他们也看不到` : saved.title,
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () =>
        removeQuery(resource, saved).then(
          () => void message.success('删除成功!'),
          (failure: Error) => void message.warning(failure.message),
        ),
    })

  return (
    <section className="query-saved" aria-label="保存的查询">
      <h3>保存的查询</h3>
      {isPending ? (
        <Spin />
      ) : error ? (
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
              {saved.mine && (
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={`删除查询 ${saved.title}`}
                  onClick={() => remove(saved)}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有保存的查询" />
      )}
    </section>
  )
}
