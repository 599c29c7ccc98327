import { Button, SearchBar } from 'antd-mobile'
import { AddOutline, FileOutline, FilterOutline, HistogramOutline, RightOutline } from 'antd-mobile-icons'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { emptyList } from '#headless/lists/emptyList.ts'
import { endlessTotals } from '#headless/lists/endlessTotals.ts'
import type { Filters } from '#headless/lists/listQuery.ts'
import { textOf } from '#headless/records/formats.ts'
import { useMaySeeBin } from '#headless/lists/recycleBin.ts'
import { removalOfRecord } from '#headless/records/removal.ts'
import type { Row } from '#headless/records/rows.ts'
import { say } from '#headless/connection/notices.ts'
import { isListLimited, WHY_NOT_ACTIONS } from '#headless/session/whyNot.ts'
import { UNKNOWN, useActions } from '#headless/records/useRecord.ts'
import { useSelection } from '#headless/lists/selection.ts'
import { useEndlessList, useListControls, type EndlessList } from '#headless/lists/useList.ts'
import { unseenFilters } from '#headless/lists/unseenFilters.ts'
import { inSight, useTree, type Tree, type TreeLine } from '#headless/lists/useTree.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { RECYCLE_BIN } from '#model/addresses.ts'
import { MOST_AT_ONCE } from '#model/batch.ts'
import { kinds } from '#model/kinds/index.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { totalsOf } from '#model/signed.ts'
import { Scan } from '../../fields/Scan.tsx'
import { choose } from '../../layout/ask.ts'
import { useBackToClose } from '../../layout/back.ts'
import { useGo } from '../../layout/go.ts'
import { useHost } from '../../HostContext.ts'
import { More } from '../../layout/More.tsx'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { addressOf, recordAddress } from '../../layout/places.ts'
import { Refresh } from '../../layout/Refresh.tsx'
import { askRemoval } from '../../layout/removal.ts'
import { useRun, wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import { batchKeys, swipeChoices } from './actions.ts'
import { chooseSort } from './chooseSort.ts'
import { FilterSheet } from './FilterSheet.tsx'
import { GroupTabs } from './GroupTabs.tsx'
import { RecordCard, SwipeCard, type SwipeChoice } from './RecordCard.tsx'
import { UnderWaySign, useUnderWay, type UnderWay } from './underWay.tsx'
import { useFiles } from './useFiles.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'

const ArrangeSheet = lazy(() => importWithTimeout(import('./ArrangeSheet.tsx')))
const UnseenFilters = lazy(() => importWithTimeout(import('./UnseenFilters.tsx')))
const Chosen = lazy(() => importWithTimeout(import('./Chosen.tsx')))
const ImportSheet = lazy(() => importWithTimeout(import('./ImportSheet.tsx')))

export interface ListProps {
  resource: Resource
  title: string
}

interface Props extends ListProps {
  /** What stands above the records and scrolls with them. */
  above?: ReactNode
}

/** The list of any resource, under the name it has in the menu. */
export default function List({ resource, title, above }: Props) {
  const { searching, query } = useListControls(resource)
  const asTree = Boolean(resource.tree) && !searching
  // Under a tree the flat list is only asked for its sums.
  const list = useEndlessList(resource, { enabled: !asTree || resource.list.totals.length > 0 })
  const tree = useTree(resource, { enabled: asTree, sort: query.sort })
  const lines = asTree ? inSight(tree) : list.rows.map((row) => ({ row, depth: 0, open: false }))
  const rows = lines.map(({ row }) => row)
  const go = useGo()
  const underWay = useUnderWay()
  const actions = useRecordActions(resource, list, underWay)
  const selection = useSelection()
  const maySeeBin = useMaySeeBin(resource.name)
  const [choosing, setChoosing] = useState(false)
  const done = () => {
    setChoosing(false)
    selection.clear()
  }
  useBackToClose(choosing, done)
  const worksOnMany = batchKeys(resource, list.may).length > 0
  // The title is looked for in the box above.
  const unseen = unseenFilters(resource, list.query.filters, looksForTitle(resource) ? [resource.title] : [])
  const { loading, error } = asTree ? { ...tree, loading: tree.loading && !rows.length } : list
  const again = async () => (asTree ? tree.reload() : list.reload())
  const draw = (row: Row) => {
    if (choosing)
      return (
        <RecordCard
          key={row.id}
          resource={resource}
          row={row}
          ticked={selection.has(row.id)}
          onOpen={() => {
            if (selection.has(row.id) || selection.count < MOST_AT_ONCE) selection.toggle(row)
            else say('warning', `一次最多选择 ${MOST_AT_ONCE} 项`)
          }}
        />
      )
    return (
      <SwipeCard
        key={row.id}
        resource={resource}
        row={row}
        onOpen={() => go.to(recordAddress(resource, row.id))}
        onHold={
          worksOnMany
            ? () => {
                setChoosing(true)
                selection.toggle(row)
              }
            : undefined
        }
        choices={actions.choices(row)}
        onChoose={(key) => void actions.run(key, row)}
      />
    )
  }
  return (
    <Page
      title={title}
      right={
        <span className="vd-bar-end">
          {!choosing && rows.length > 0 && isListLimited(resource, list.may) && (
            <WhyNotButton about={{ resource: resource.name }}>{WHY_NOT_ACTIONS}</WhyNotButton>
          )}
          {maySeeBin && !choosing && (
            <button
              type="button"
              className="vd-text-button"
              onClick={() => go.to(`${addressOf(resource)}/${RECYCLE_BIN}`)}
            >
              回收站
            </button>
          )}
          {worksOnMany && (choosing || rows.length > 0) && (
            <button type="button" className="vd-text-button" onClick={() => (choosing ? done() : setChoosing(true))}>
              {choosing ? '取消' : '批量'}
            </button>
          )}
        </span>
      }
      footer={
        choosing && (
          <Suspense>
            <Chosen resource={resource} list={list} rows={rows} selection={selection} onDone={done} />
          </Suspense>
        )
      }
      head={
        // What is chosen stays in sight.
        !choosing && (
          <>
            <ListHead resource={resource} list={list} underWay={underWay} />
            <GroupTabs resource={resource} list={list} />
            {unseen.length + list.unknown.length > 0 && (
              <Suspense fallback={<div className="vd-unseen-filters" />}>
                <UnseenFilters
                  of={unseen}
                  onChange={list.setFilters}
                  unknown={list.unknown}
                  onForget={list.forgetUnknown}
                />
              </Suspense>
            )}
          </>
        )
      }
    >
      <Refresh again={again}>
        <div className={list.may('add') ? 'vd-list vd-list-below-add' : 'vd-list'}>
          {!choosing && above}
          {actions.making.map(([name, { label }]) => (
            <Button
              key={name}
              className="vd-making"
              block
              fill="outline"
              color="primary"
              disabled={actions.going !== undefined}
              onClick={() => void actions.make(name)}
            >
              {label}
            </Button>
          ))}
          {loading ? (
            <Blocks count={5} />
          ) : list.query.broken ? (
            <Nothing action="清除条件" onAction={list.reset}>
              {list.query.broken.problem}
            </Nothing>
          ) : error && !rows.length ? (
            <Failed error={error} onRetry={() => void again().catch(() => undefined)} />
          ) : asTree && rows.length ? (
            <>
              {resource.list.totals.length > 0 && list.rows.length > 0 && <Sums resource={resource} list={list} />}
              {lines.map((line) => (
                <Branch key={line.row.id} resource={resource} line={line} onOpen={tree.expand}>
                  {draw(line.row)}
                </Branch>
              ))}
              {tree.cut.map(({ above, said }) => (
                <p key={above} className="vd-sums" role="status">
                  {said}
                </p>
              ))}
            </>
          ) : rows.length ? (
            <>
              <Sums resource={resource} list={list} />
              {rows.map(draw)}
              <More {...list} end={`共 ${list.total} 条，没有更多了`} />
            </>
          ) : list.searching ? (
            <>
              <Nothing action="清除条件" onAction={list.reset}>
                没有符合条件的{resource.label}
              </Nothing>
              <WhyNotButton about={{ resource: resource.name }} filtered />
            </>
          ) : (
            <>
              <Nothing>{emptyList(resource, list.may('add'))}</Nothing>
              <WhyNotButton about={{ resource: resource.name }} />
            </>
          )}
        </div>
      </Refresh>
      {list.may('add') && !choosing && (
        <button
          type="button"
          className="vd-add"
          aria-label={`新增${resource.label}`}
          onClick={() => go.to(`${addressOf(resource)}/add`)}
        >
          <AddOutline />
        </button>
      )}
      {actions.going !== undefined && <UnderWaySign>{actions.going}</UnderWaySign>}
    </Page>
  )
}

const looksForTitle = (resource: Resource) => kinds[fieldOf(resource, resource.title)!.kind].search === 'contains'

interface BranchProps {
  resource: Resource
  line: TreeLine
  onOpen: Tree['expand']
  children: ReactNode
}

/** A record of a tree under the one it belongs to, with what opens it when there is something below. */
function Branch({ resource, line: { row, depth, open }, onOpen, children }: BranchProps) {
  const title = textOf(fieldOf(resource, resource.title)!, row, resource.title)
  return (
    <div
      className={row.hasChildren ? 'vd-branch' : 'vd-branch vd-branch-leaf'}
      // Deeper than this the cards would be too narrow to be read.
      style={{ marginLeft: Math.min(depth, DEEPEST) * STEP_PX }}
    >
      {row.hasChildren && (
        <button
          type="button"
          className="vd-unfold"
          aria-expanded={open}
          aria-label={`${open ? '收起' : '展开'}${title}`}
          onClick={() => void onOpen(row.id, !open).catch((error: unknown) => say('error', wordsOf(error)))}
        >
          <RightOutline />
        </button>
      )}
      {children}
    </div>
  )
}

const STEP_PX = 16
const DEEPEST = 5
const MOST_SUMS = 2

/** Totals beyond these are read on the desktop. */
function Sums({ resource, list }: { resource: Resource; list: EndlessList }) {
  const totals = endlessTotals(resource, list)
  const shown = totalsOf(resource)
    .filter(({ key }) => key in totals)
    .slice(0, MOST_SUMS)
  return (
    <p className="vd-sums" role="status">
      <span>共 {list.total} 条</span>
      {shown.map(({ key, label, field }) => (
        <span key={key}>
          {label} {textOf(field, totals, key)}
        </span>
      ))}
    </p>
  )
}

function ListHead({ resource, list, underWay }: { resource: Resource; list: EndlessList; underWay: UnderWay }) {
  const [filtering, setFiltering] = useState(false)
  // Undefined until asked for: few lists are put in order or filled from a file on a phone.
  const [arranging, setArranging] = useState<boolean>()
  const [importing, setImporting] = useState<boolean>()
  const files = useFiles(resource, list, { host: useHost(), underWay, onImport: () => setImporting(true) })
  const { title } = resource
  const titleField = fieldOf(resource, title)!
  const { filters, sort } = list.query
  const asked = filters[title] ?? ''
  const [word, setWord] = useState(asked)
  const [seen, setSeen] = useState(asked)
  // The word that applies changed elsewhere: 清除条件, the sheet, the way back.
  if (seen !== asked) {
    setSeen(asked)
    setWord(asked)
  }
  const contains = looksForTitle(resource)
  /** With what stands in the box, whether or not it was asked yet. */
  const withWord = (wanted: Filters, text: string): Filters => {
    const { [title]: _, ...others } = wanted
    return text.trim() ? { ...others, [title]: text.trim() } : others
  }
  const search = (text: string) => list.setFilters(withWord(filters, text))
  const narrowed =
    Object.keys(filters).filter((name) => name !== title).length + (list.query.superQuery?.lines.length ?? 0)
  return (
    <div className="vd-list-head">
      {contains ? (
        <>
          <SearchBar
            placeholder={`搜索${titleField.label}`}
            value={word}
            onChange={(text) => {
              setWord(text)
              if (!text) search('')
            }}
            onSearch={search}
          />
          <Scan
            field={titleField}
            brief
            onScanned={(text) => {
              setWord(text)
              search(text)
            }}
          />
        </>
      ) : (
        <span className="vd-grow" />
      )}
      <button
        type="button"
        className="vd-icon-button"
        aria-label="排序"
        onClick={() => void chooseSort(resource, list, () => setArranging(true))}
      >
        <HistogramOutline />
        <span>{sort === resource.list.sort ? '排序' : '已排序'}</span>
      </button>
      <button
        type="button"
        className={narrowed ? 'vd-icon-button vd-active' : 'vd-icon-button'}
        aria-label={narrowed ? `筛选，已有 ${narrowed} 个条件` : '筛选'}
        onClick={() => setFiltering(true)}
      >
        <FilterOutline />
        <span>筛选</span>
      </button>
      {files.offered && (
        <button
          type="button"
          className="vd-icon-button"
          aria-label={`文件：${files.offered}`}
          onClick={() => void files.open()}
        >
          <FileOutline />
          <span>文件</span>
        </button>
      )}
      <FilterSheet
        resource={resource}
        list={{
          query: list.query,
          setFilters(wanted) {
            setWord(wanted[title] ?? '')
            list.setFilters(wanted)
          },
          setSuperQuery(query, wanted) {
            if (wanted) setWord(wanted[title] ?? '')
            list.setSuperQuery(query, wanted)
          },
        }}
        // Applied together with what stands in the box above: its word would stay there and ask for nothing.
        filters={contains && word.trim() !== asked ? withWord(filters, word) : filters}
        visible={filtering}
        onClose={() => setFiltering(false)}
      />
      <Suspense>
        {arranging !== undefined && (
          <ArrangeSheet resource={resource} list={list} visible={arranging} onClose={() => setArranging(false)} />
        )}
        {importing !== undefined && (
          <ImportSheet
            resource={resource}
            mayUpdate={list.may('edit')}
            visible={importing}
            onClose={() => setImporting(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

/** An action of it that is on its way, by how far that has come. */
const SENDING = { idle: undefined, sending: '正在处理…', unknown: `${UNKNOWN}…` } as const

/** What may be done with a record from the list. */
function useRecordActions(resource: Resource, list: EndlessList, { words, during }: UnderWay) {
  const go = useGo()
  const run = useRun(resource)
  const { act, sending } = useActions(resource)

  const labelled = (row: Row) => swipeChoices(resource, list.mayWith(row))

  const MOST = 3
  const perform = async (key: string, row: Row): Promise<void> => {
    if (key === 'edit') return go.to(`${recordAddress(resource, row.id)}/edit`)
    if (key === 'delete') {
      const remove = () => during('正在删除…', () => list.removeOne(row))
      return void (await askRemoval(removalOfRecord(resource, row, remove)))
    }
    if (key === 'more') {
      const choices = labelled(row).slice(MOST - 1)
      const chosen = await choose({
        choices: choices.map((choice) => ({ ...choice, danger: choice.color === 'danger' })),
      })
      return chosen ? perform(chosen, row) : undefined
    }
    // A decision is taken where the facts are.
    if (resource.actions[key]?.decide) return go.to(recordAddress(resource, row.id))
    const title = textOf(fieldOf(resource, resource.title)!, row, resource.title)
    await run(key, (input) => act(key, { row }, input), { facts: title, id: row.id, row })
  }

  return {
    choices(row: Row): SwipeChoice[] {
      const all = labelled(row)
      return all.length <= MOST ? all : [...all.slice(0, MOST - 1), { key: 'more', text: '更多', color: 'weak' }]
    },
    run: perform,
    /** Actions that stand above the list because they are about no record of it. */
    making: Object.entries(resource.actions).filter(([name, { creates }]) => creates && list.may(name)),
    make: (name: string) => run(name, (input) => act(name, null, input)),
    going: SENDING[sending] ?? words,
  }
}
