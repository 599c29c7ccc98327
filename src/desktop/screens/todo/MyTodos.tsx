import { Badge, Button, Table, Tabs } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { decidedKey, todoKey } from '#headless/todos/todoPages.ts'
import {
  batchable,
  batchActionsOf,
  useDecided,
  useTodo,
  type DecidedItem,
  type TodoItem,
} from '#headless/todos/useTodo.ts'
import { useLastPage } from '#headless/lists/useLastPage.ts'
import { useDefinition } from '#headless/session/useDefinition.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { MOST_AT_ONCE } from '#model/batch.ts'
import { grouped } from '#model/money.ts'
import { entryNamed } from '#resources/catalogue.ts'
import { Ellipsis } from '../../fields/base/Ellipsis.tsx'
import { NamedRecord } from '../../layout/NamedRecord.tsx'
import { Nothing } from '../../layout/Nothing.tsx'
import { Opening } from '../../Opening.tsx'
import Deputies from './Deputies.tsx'

const ActionDialog = lazy(() => importWithTimeout(import('../list/ActionDialog.tsx')))
const SIZE = 20

/** What waits for this person, and what they decided. */
export default function MyTodos() {
  const waiting = useTodo(1)
  return (
    <section className="card" aria-label="我的待办">
      <Tabs
        items={[
          {
            key: 'waiting',
            label: (
              <Badge count={waiting.data?.total ?? 0} size="small" offset={[10, 0]}>
                待处理
              </Badge>
            ),
            children: <Waiting />,
          },
          { key: 'decided', label: '我已处理', children: <Decided /> },
          { key: 'deputies', label: '请假代理', children: <Deputies /> },
        ]}
      />
    </section>
  )
}

const money = (amount: string | null) => amount && <span className="number">{grouped(amount)}</span>
const what = (item: TodoItem | DecidedItem) => (
  <NamedRecord record={item}>
    {item.label} {item.title}
  </NamedRecord>
)

/** The most urgent first; several of a kind are passed together, with their total and what is left out. */
function Waiting() {
  const [page, setPage] = useState(1)
  const todo = useTodo(SIZE, page)
  const beyond = useLastPage(todo, { page, size: SIZE }, setPage)
  const [chosen, setChosen] = useState<readonly TodoItem[]>([])
  const [action, setAction] = useState<string>()
  const kind = chosen[0]?.resource
  const entry = kind === undefined ? undefined : entryNamed(kind)
  const resource = useDefinition(kind)
  const finish = () => {
    setChosen([])
    setAction(undefined)
  }
  return (
    <>
      <div className="todo-batch" role="status">
        {entry ? (
          <>
            已选 {chosen.length} 件{entry.label}
            {batchActionsOf(entry.name).map((name) => (
              <Button key={name} type="primary" size="small" loading={!resource} onClick={() => setAction(name)}>
                {resource ? `批量${resource.actions[name]!.label}` : '批量处理'}
              </Button>
            ))}
            <Button size="small" onClick={() => setChosen([])}>
              清空
            </Button>
          </>
        ) : (
          '勾选同一类事项可以批量处理'
        )}
      </div>
      <Table<TodoItem>
        rowKey={todoKey}
        size="middle"
        loading={todo.isPending || beyond}
        dataSource={todo.data?.records ?? []}
        scroll={{ x: 'max-content' }}
        locale={{
          emptyText: todo.error ? (
            todo.error.message
          ) : (
            <Nothing drawing="done" action="刷新" onAction={() => void todo.refetch()}>
              没有等待您处理的事项
            </Nothing>
          ),
        }}
        pagination={{
          current: page,
          pageSize: SIZE,
          total: todo.data?.total ?? 0,
          onChange: setPage,
          showSizeChanger: false,
        }}
        rowSelection={{
          selectedRowKeys: chosen.map(todoKey),
          preserveSelectedRowKeys: true,
          hideSelectAll: true,
          getCheckboxProps: (item) => ({
            'aria-label': `选择 ${item.title}`,
            // One action over several records: they must be of one kind.
            disabled: !batchable(item) || Boolean(kind && item.resource !== kind),
          }),
          onChange: (_keys, items) => setChosen(items.slice(0, MOST_AT_ONCE)),
        }}
        columns={[
          { title: '事项', render: (_, item) => what(item) },
          { title: '关于', render: (_, item) => <Ellipsis text={item.summary} /> },
          { title: '金额', align: 'right', render: (_, item) => money(item.amount) },
          { title: '状态', dataIndex: 'status' },
          { title: '提交时间', render: (_, item) => <span className="number">{item.applyTime?.slice(0, 16)}</span> },
          {
            title: '处理期限',
            render: (_, { dueTime, overdue }) => (
              <span className={overdue ? 'number wrong' : 'number'}>
                {dueTime?.slice(0, 16) ?? '—'}
                {overdue && ' 已超时'}
              </span>
            ),
          },
          { title: '代理', render: (_, { principal }) => (principal ? `代 ${principal}` : '') },
        ]}
      />
      {resource && action && (
        <Suspense fallback={<Opening />}>
          <ActionDialog
            resource={resource}
            name={action}
            target={{ ids: chosen.map(({ id }) => id), versions: chosen.map(({ version }) => version) }}
            onClose={() => setAction(undefined)}
            onDone={finish}
          />
        </Suspense>
      )}
    </>
  )
}

function Decided() {
  const [page, setPage] = useState(1)
  const decided = useDecided(SIZE, page)
  const beyond = useLastPage(decided, { page, size: SIZE }, setPage)
  return (
    <Table<DecidedItem>
      rowKey={decidedKey}
      size="middle"
      loading={decided.isPending || beyond}
      dataSource={decided.data?.records ?? []}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: decided.error ? decided.error.message : <Nothing>还没有处理过的事项</Nothing> }}
      pagination={{
        current: page,
        pageSize: SIZE,
        total: decided.data?.total ?? 0,
        onChange: setPage,
        showSizeChanger: false,
      }}
      columns={[
        { title: '事项', render: (_, item) => what(item) },
        { title: '关于', render: (_, item) => <Ellipsis text={item.summary} /> },
        { title: '金额', align: 'right', render: (_, item) => money(item.amount) },
        { title: '步骤', dataIndex: 'step' },
        { title: '结果', dataIndex: 'result' },
        { title: '说明', render: (_, { reason }) => <Ellipsis text={reason ?? ''} /> },
        { title: '经办人', dataIndex: 'person' },
        { title: '终端', dataIndex: 'host' },
        { title: '处理时间', render: (_, { time }) => <span className="number">{time.slice(0, 16)}</span> },
        { title: '现状', dataIndex: 'status' },
      ]}
    />
  )
}
