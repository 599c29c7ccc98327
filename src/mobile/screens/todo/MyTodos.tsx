import { CapsuleTabs, Checkbox } from 'antd-mobile'
import { useState, type ReactNode } from 'react'
import { previewBatch } from '#headless/records/batch.ts'
import { say } from '#headless/connection/notices.ts'
import { decidedKey, todoKey, useDecidedPages, useTodoPages, type Endless } from '#headless/todos/todoPages.ts'
import { batchable, batchActionsOf, type DecidedItem, type TodoItem } from '#headless/todos/useTodo.ts'
import { useActions } from '#headless/records/useRecord.ts'
import { useShown, useWhenShown } from '#headless/records/useShown.ts'
import { useDefinition } from '#headless/session/useDefinition.ts'
import { MOST_AT_ONCE, type BatchPreview } from '#model/batch.ts'
import { grouped } from '#model/money.ts'
import type { Resource } from '#model/resource.ts'
import { entryNamed } from '#resources/catalogue.ts'
import { Tone } from '../../fields/Tone.tsx'
import { choose, confirm } from '../../layout/ask.ts'
import { useBackToClose } from '../../layout/back.ts'
import { useGo } from '../../layout/go.ts'
import { More } from '../../layout/More.tsx'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { recordAddress } from '../../layout/places.ts'
import { Refresh } from '../../layout/Refresh.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import { BatchBar } from '../list/BatchBar.tsx'
import { BatchFacts } from '../list/BatchFacts.tsx'
import { noneOf } from '../list/noneOf.ts'
import '../list/list.css'
import './todo.css'

const VIEWS = { waiting: '待处理', decided: '我已处理' } as const
type View = keyof typeof VIEWS

/** What waits for this person, and what they decided. */
export default function MyTodos() {
  const [view, setView] = useState<View>('waiting')
  const todo = useTodoPages()
  const head = (
    <CapsuleTabs activeKey={view} onChange={(key) => setView(key as View)}>
      {(Object.keys(VIEWS) as View[]).map((name) => (
        <CapsuleTabs.Tab
          key={name}
          title={name === 'waiting' && todo.total > 0 ? `${VIEWS[name]} ${todo.total}` : VIEWS[name]}
        />
      ))}
    </CapsuleTabs>
  )
  return view === 'waiting' ? <Waiting head={head} todo={todo} /> : <Decided head={head} />
}

function useOpen() {
  const go = useGo()
  return ({ resource: name, id }: Pick<TodoItem, 'resource' | 'id'>) => {
    const entry = entryNamed(name)
    if (entry) go.to(recordAddress(entry, id))
  }
}

/** Decisions that wait for this person, the most urgent first; several of a kind can be passed together. */
function Waiting({ head, todo }: { head: ReactNode; todo: ReturnType<typeof useTodoPages> }) {
  const open = useOpen()
  const [chosen, setChosen] = useState<readonly TodoItem[]>()
  const choosing = chosen !== undefined
  useBackToClose(choosing, () => setChosen(undefined))
  const kind = chosen?.[0]?.resource
  const resource = useDefinition(kind)

  const toggle = (item: TodoItem) =>
    setChosen((before = []) =>
      before.some((other) => todoKey(other) === todoKey(item))
        ? before.filter((other) => todoKey(other) !== todoKey(item))
        : before.length < MOST_AT_ONCE
          ? [...before, item]
          : before,
    )
  return (
    <Page
      title="待办"
      root
      head={head}
      right={
        todo.items.some(batchable) && (
          <button type="button" className="vd-text-button" onClick={() => setChosen(choosing ? undefined : [])}>
            {choosing ? '取消' : '批量'}
          </button>
        )
      }
      footer={
        choosing && (
          <Batch
            resource={resource}
            items={chosen}
            all={todo.items.filter((item) => batchable(item) && (!kind || item.resource === kind))}
            onChoose={setChosen}
            onDone={() => setChosen(undefined)}
          />
        )
      }
    >
      <Endlessly list={todo} drawing="done" empty="没有等您处理的事，辛苦了">
        {todo.items.map((item) => (
          <TodoCard
            key={todoKey(item)}
            item={item}
            ticked={choosing ? chosen.some((other) => todoKey(other) === todoKey(item)) : undefined}
            // One action over several records: they must be of one kind.
            disabled={choosing && (!batchable(item) || Boolean(kind && item.resource !== kind))}
            onTap={() => (choosing ? toggle(item) : open(item))}
          />
        ))}
      </Endlessly>
    </Page>
  )
}

function Decided({ head }: { head: ReactNode }) {
  const open = useOpen()
  const decided = useDecidedPages()
  return (
    <Page title="待办" root head={head}>
      <Endlessly list={decided} empty="还没有处理过的事项">
        {decided.items.map((item) => (
          <DecidedCard key={decidedKey(item)} item={item} onTap={() => open(item)} />
        ))}
      </Endlessly>
    </Page>
  )
}

interface EndlesslyProps<T> {
  list: Endless<T>
  empty: string
  drawing?: 'nothing' | 'done'
  children: ReactNode
}

/** Cards page after page: pulled down to be asked again, with words for nothing and for failure. */
function Endlessly<T>({ list, empty, drawing = 'nothing', children }: EndlesslyProps<T>) {
  // What went wrong stands where the cards would.
  const again = () => list.reload().catch(() => undefined)
  return (
    <Refresh again={list.reload}>
      <div className="vd-list">
        {list.loading ? (
          <Blocks count={5} />
        ) : list.error && !list.items.length ? (
          <Failed error={list.error} onRetry={() => void again()} />
        ) : list.items.length ? (
          <>
            {children}
            <More {...list} end={`共 ${list.total} 件`} />
          </>
        ) : (
          <Nothing drawing={drawing} action="刷新" onAction={() => void again()}>
            {empty}
          </Nothing>
        )}
      </div>
    </Refresh>
  )
}

function DecidedCard({ item, onTap }: { item: DecidedItem; onTap(): void }) {
  return (
    <button type="button" className="vd-card vd-todo" onClick={onTap}>
      <span className="vd-grow">
        <span className="vd-card-head">
          <b>
            {item.label} · {item.summary || item.title}
          </b>
          {item.status && (
            <span className="vd-badge">
              <Tone>{item.status}</Tone>
            </span>
          )}
        </span>
        <span className="vd-card-line">
          <span className="vd-subtitle">{item.title}</span>
          {item.amount && <span className="vd-aside vd-number">¥{grouped(item.amount)}</span>}
        </span>
        <span className="vd-due">
          {item.time.slice(5, 16)} {item.person} {item.host} {item.result}
          {item.reason && `：${item.reason}`}
        </span>
      </span>
    </button>
  )
}

interface TodoCardProps {
  item: TodoItem
  /** Undefined while nothing is being chosen. */
  ticked: boolean | undefined
  disabled: boolean
  onTap(): void
}

function TodoCard({ item, ticked, disabled, onTap }: TodoCardProps) {
  return (
    <button
      type="button"
      className={item.overdue ? 'vd-card vd-todo vd-overdue' : 'vd-card vd-todo'}
      aria-pressed={ticked}
      disabled={disabled}
      onClick={onTap}
    >
      {ticked !== undefined && <Checkbox checked={ticked} className="vd-tick" />}
      <span className="vd-grow">
        <span className="vd-card-head">
          <b>
            {item.label} · {item.summary || item.title}
          </b>
          {item.status && (
            <span className="vd-badge">
              <Tone color="orange">{item.status}</Tone>
            </span>
          )}
        </span>
        <span className="vd-card-line">
          <span className="vd-subtitle">{item.title}</span>
          {item.amount && <span className="vd-aside vd-number">¥{grouped(item.amount)}</span>}
        </span>
        <span className="vd-due">
          {item.overdue ? <Tone color="red">已超时</Tone> : null}
          {item.principal && <Tone color="blue">{`代 ${item.principal}`}</Tone>}
          {item.dueTime ? `期限 ${item.dueTime.slice(5, 16)}` : `提交 ${(item.applyTime ?? '').slice(5, 16)}`}
        </span>
      </span>
    </button>
  )
}

interface BatchProps {
  resource: Resource | undefined
  items: readonly TodoItem[]
  /** What could be ticked at once. */
  all: readonly TodoItem[]
  onChoose(items: readonly TodoItem[]): void
  onDone(): void
}

function Batch({ resource, items, all, onChoose, onDone }: BatchProps) {
  const { act, sending } = useActions(resource ?? (Object.freeze({ name: '' }) as unknown as Resource))
  const [asking, setAsking] = useState(false)
  const shown = useShown()
  const whenShown = useWhenShown()
  const everything = items.length > 0 && items.length === Math.min(all.length, MOST_AT_ONCE)
  const pass = async () => {
    if (!resource || asking) return
    setAsking(true)
    try {
      const previews = await previewsOf(resource, items)
      if (!shown.current) return
      const preview = await wantedOf(previews)
      if (!preview) return
      if (!preview.count) return say('warning', noneOf(preview))
      const sure = await confirm({
        title: `${preview.label} ${preview.count} 条？`,
        content: <BatchFacts resource={resource} preview={preview} />,
        yes: preview.label,
      })
      if (!sure) return
      say('success', await act(preview.action, { ids: preview.ids, versions: preview.versions }))
      // Whoever backed out meanwhile may be choosing anew.
      whenShown(onDone)
    } catch (error) {
      say('error', wordsOf(error))
    } finally {
      setAsking(false)
    }
  }
  return (
    <BatchBar
      unit="条"
      count={items.length}
      everything={everything}
      ready={Boolean(resource)}
      working={asking || sending !== 'idle'}
      onEverything={(on) => onChoose(on ? sameKind(all).slice(0, MOST_AT_ONCE) : [])}
      onWork={() => void pass()}
    />
  )
}

const sameKind = (items: readonly TodoItem[]) => items.filter(({ resource }) => resource === items[0]?.resource)

function previewsOf(resource: Resource, items: readonly TodoItem[]): Promise<BatchPreview[]> {
  const chosen = { ids: items.map(({ id }) => id), versions: items.map(({ version }) => version) }
  return Promise.all(batchActionsOf(resource.name).map((action) => previewBatch(resource, action, chosen)))
}

/** Of the actions that take several, the one that fits most of the chosen; asks when more than one fits some. */
async function wantedOf(previews: readonly BatchPreview[]): Promise<BatchPreview | undefined> {
  const possible = previews.filter(({ count }) => count > 0)
  if (possible.length < 2) return possible[0] ?? previews[0]
  const key = await choose({
    title: '要做什么？',
    choices: possible.map(({ action, label, count }) => ({ key: action, text: `${label}（${count} 条）` })),
  })
  return possible.find(({ action }) => action === key)
}
