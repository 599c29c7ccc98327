import { App, Button, Empty, Table, type TableProps } from 'antd'
import { lazy, Suspense, useEffect, useMemo, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { usualWords } from '#headless/session/api.ts'
import { useColumns } from '#headless/lists/columns.ts'
import { useDensity } from '#headless/session/density.ts'
import { emptyList } from '#headless/lists/emptyList.ts'
import { systemNotice } from '#headless/connection/notices.ts'
import { useArranging } from '#headless/lists/ordering.ts'
import { PAGE_SIZES } from '#headless/lists/listQuery.ts'
import { removalOfRecord, removalOfSeveral } from '#headless/records/removal.ts'
import type { Row } from '#headless/records/rows.ts'
import { useList, useListControls } from '#headless/lists/useList.ts'
import type { Values } from '#headless/forms/startValues.ts'
import type { Target } from '#headless/records/useRecord.ts'
import { useTree, type TreeRow } from '#headless/lists/useTree.ts'
import { useWholeQuery } from '#headless/lists/wholeQuery.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { Resource } from '#model/resource.ts'
import type { ListProps } from '../../custom/index.ts'
import { RecycleBinButton } from '../../custom/RecycleBinButton.tsx'
import { useRecordTools } from '../../custom/tools.tsx'
import { formTakenUp, formToTakeUp } from '#headless/session/interruptedDecision.ts'
import { useRemoval } from '../../layout/removal.ts'
import { Opening } from '../../Opening.tsx'
import type { FormModalProps } from '../form/FormModal.tsx'
import { Chosen } from './Chosen.tsx'
import { columnsOf } from './columns.tsx'
import { RowButtons } from './RowButtons.tsx'
import { SearchArea } from './SearchArea.tsx'
import { Toolbar } from './Toolbar.tsx'
import { Totals } from './Totals.tsx'
import { useRowsRoom } from './useRowsRoom.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { WhyRefused } from '../whyNot/WhyRefused.tsx'

const FormModal = lazy(() => importWithTimeout(import('../form/FormModal.tsx')))
const ActionDialog = lazy(() => importWithTimeout(import('./ActionDialog.tsx')))
const OrderHandle = lazy(() => importWithTimeout(import('./OrderHandle.tsx')))
const ImportDialog = lazy(() => importWithTimeout(import('./ImportDialog.tsx')))
const GroupTabs = lazy(() => importWithTimeout(import('./GroupTabs.tsx')))

const CHOOSE_PX = 48

/** What antd calls them. */
const SIZES = { compact: 'small', medium: 'middle', loose: 'large' } as const

type Doing =
  { what: 'form'; id?: string; start?: Values } | { what: 'import' } | { what: 'action'; name: string; target: Target }

interface Props extends ListProps {
  /** Opened by 新增 and 编辑. */
  Form?: ComponentType<FormModalProps>
}

/** The list of any resource. */
export default function List({ resource, Form = FormModal }: Props) {
  const { message } = App.useApp()
  const askRemoval = useRemoval()
  const tools = useRecordTools(resource)
  const { pathname: listPath } = useLocation()
  const { searching } = useListControls(resource)
  const asTree = Boolean(resource.tree) && !searching
  // Under a tree the flat list is only asked for its sums.
  const list = useList(resource, { enabled: !asTree || resource.list.totals.length > 0 })
  const tree = useTree(resource, { enabled: asTree })
  const whole = useWholeQuery(resource, list.query)
  const arranging = useArranging(resource, list, {
    onSaved: (said) => void message.success(said),
    onRefused: (said) => void message.warning(said),
  })
  // Signed in again in the middle of a form: it is open again, with what was typed.
  const [again] = useState(() => formToTakeUp(resource.name))
  const [doing, setDoing] = useState<Doing | undefined>(again && { what: 'form', ...again })
  useEffect(() => {
    if (again) formTakenUp()
  }, [again])
  const close = () => setDoing(undefined)
  const { query, selection } = list
  const onPage = asTree ? flat(tree.rows) : list.rows
  const error = asTree ? tree.error : list.error
  const loading = asTree ? tree.loading : list.loading
  useEffect(() => {
    if (!error) return
    const usual = usualWords(error)
    if (usual) systemNotice(usual)
    else void message.warning({ content: error.message, key: `${resource.name} list` })
  }, [error, message, resource])

  /** These, or everything the query finds when that was chosen. */
  const removeChosen = (ids: readonly string[]) =>
    askRemoval(
      whole.count
        ? removalOfSeveral(whole.count, async () => {
            const said = await whole.remove()
            selection.clear()
            list.setPage(1)
            return said
          })
        : removalOfSeveral(ids.length, () => list.remove(selection.seenWith(onPage))),
    )

  const section = useRowsRoom(JSON.stringify([query.filters, query.superQuery, query.page]))
  const { all: wanted } = useColumns(resource)
  const [density] = useDensity()
  const columns = useMemo(
    () => columnsOf(resource, { listPath, sort: query.sort, columns: wanted }),
    [resource, listPath, query.sort, wanted],
  )
  const parent = resource.tree?.parent
  const mayAdd = list.may('add')
  const worksOnMany =
    list.may('delete') || Object.entries(resource.actions).some(([name, { batch }]) => batch && list.may(name))
  const table: TableProps<Row> = {
    rowKey: 'id',
    size: SIZES[density],
    columns: [
      ...(arranging.possible && !asTree
        ? [
            {
              key: 'place',
              title: <span className="unseen">顺序</span>,
              className: 'cell cell-place',
              render: (_: unknown, row: Row) => (
                <Suspense fallback={null}>
                  <OrderHandle resource={resource} row={row} arranging={arranging} />
                </Suspense>
              ),
            },
          ]
        : []),
      ...columns,
      {
        key: 'buttons',
        title: '操作',
        className: 'cell',
        fixed: 'right',
        render: (_, row) => (
          <RowButtons
            resource={resource}
            row={row}
            listPath={listPath}
            may={list.mayWith(row)}
            onEdit={() => setDoing({ what: 'form', id: row.id })}
            onDelete={() => void askRemoval(removalOfRecord(resource, row, () => list.removeOne(row)))}
            onAction={(name) => setDoing({ what: 'action', name, target: { row } })}
            onAddBelow={parent && mayAdd ? () => setDoing({ what: 'form', start: { [parent]: row.id } }) : undefined}
            further={tools.of(row)}
          />
        ),
      },
    ],
    // As wide as its words: narrow columns leave room for those at the end.
    scroll: { x: 'max-content' },
    rowSelection: {
      columnWidth: CHOOSE_PX,
      selectedRowKeys: [...selection.ids],
      onChange: (keys) => {
        whole.clear()
        selection.choose(keys.map(String), onPage)
      },
      getCheckboxProps: (row) => ({ 'aria-label': `选择 ${String(row[resource.title] ?? row.id)}` }),
      ...(asTree && { checkStrictly: true }),
    },
    locale: {
      emptyText: loading ? (
        // Not empty, only not known yet.
        <div className="table-loading" />
      ) : (
        <Nothing
          resource={resource}
          searching={list.searching}
          {...(list.may('add') && { onAdd: () => setDoing({ what: 'form' }) })}
          onReset={list.reset}
        />
      ),
    },
    onChange: (_, __, sorter, { action }) => {
      if (action !== 'sort' || Array.isArray(sorter)) return
      const { order, columnKey } = sorter
      list.setSort(order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : undefined)
    },
  }
  return (
    <>
      <SearchArea resource={resource} filters={query.filters} onSearch={list.setFilters} onReset={list.reset} />
      <section className="card list" ref={section} aria-label={`${resource.label}列表`}>
        <div>
          {resource.list.groups && (
            <Suspense fallback={null}>
              <GroupTabs resource={resource} list={list} />
            </Suspense>
          )}
          <Toolbar
            resource={resource}
            list={list}
            onAdd={() => setDoing({ what: 'form' })}
            onImport={() => setDoing({ what: 'import' })}
            whole={whole.count}
            further={<RecycleBinButton of={resource.name} />}
            onDelete={(ids) => void removeChosen(ids)}
            onAction={(name) =>
              setDoing({
                what: 'action',
                name,
                target: resource.actions[name]?.creates ? null : whole.count ? whole.target() : { ids: selection.ids },
              })
            }
          />
          <Chosen list={list} whole={whole} offersAll={!asTree && !resource.contract && worksOnMany} />
        </div>
        {error && !(asTree ? tree : list).rows.length ? (
          <Failed
            error={error}
            trying={asTree ? tree.loading : list.fetching}
            onRetry={() => void (asTree ? tree.reload() : list.reload())}
          />
        ) : asTree ? (
          <Table<TreeRow>
            {...table}
            dataSource={tree.rows}
            loading={tree.loading}
            pagination={false}
            expandable={{
              expandedRowKeys: [...tree.expanded],
              onExpand: (open, row) =>
                void tree.expand(row.id, open).catch((error: Error) => message.error(error.message)),
            }}
          />
        ) : (
          <Table<Row>
            {...table}
            dataSource={arranging.rows}
            rowClassName={({ id }) => (id === arranging.held ? 'row-held' : '')}
            loading={list.fetching && !arranging.saving}
            pagination={{
              current: query.page,
              pageSize: query.size,
              total: list.total,
              pageSizeOptions: [...PAGE_SIZES],
              showSizeChanger: true,
              showQuickJumper: true,
              showTotal: (total, [from, to]) => `${from}-${to} 共 ${total} 条`,
              onChange: list.setPage,
            }}
          />
        )}
        <Totals resource={resource} totals={list.totals} />
        {arranging.possible && (
          <div role="status" className="unseen">
            {arranging.said}
          </div>
        )}
      </section>
      {tools.open}
      <Suspense fallback={<Opening />}>
        {doing?.what === 'form' && <Form resource={resource} id={doing.id} start={doing.start} onClose={close} />}
        {doing?.what === 'import' && <ImportDialog resource={resource} mayUpdate={list.may('edit')} onClose={close} />}
        {doing?.what === 'action' && (
          <ActionDialog
            resource={resource}
            name={doing.name}
            target={doing.target}
            onClose={close}
            onDone={() => {
              whole.clear()
              selection.clear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

/** A list that could not be asked for is not an empty one. */
function Failed({ error, trying, onRetry }: { error: Error; trying: boolean; onRetry: () => void }) {
  const usual = usualWords(error)
  return (
    <div role="alert">
      <Empty
        description={
          <>
            {usual ?? `加载失败：${error.message}`}
            {usual && usual !== error.message && <div className="failed-why">{error.message}</div>}
          </>
        }
      >
        <Button loading={trying} onClick={onRetry}>
          重试
        </Button>
        <WhyRefused error={error} />
      </Empty>
    </div>
  )
}

const flat = (rows: readonly TreeRow[]): TreeRow[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])])

interface NothingProps {
  resource: Resource
  searching: boolean
  onAdd?: () => void
  onReset: () => void
}

/** An empty list says what to do next. */
function Nothing({ resource, searching, onAdd, onReset }: NothingProps) {
  if (searching)
    return (
      <Empty description="没有符合条件的记录，请调整查询条件">
        <Button onClick={onReset}>清除条件</Button>
        <WhyNotButton about={{ resource: resource.name }} filtered />
      </Empty>
    )
  return (
    <Empty description={emptyList(resource, Boolean(onAdd))}>
      {onAdd && (
        <Button type="primary" onClick={onAdd}>
          新增
        </Button>
      )}
      <WhyNotButton about={{ resource: resource.name }} />
    </Empty>
  )
}
