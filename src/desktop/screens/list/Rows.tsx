import { Button, Empty, Table, type TableColumnsType, type TableProps } from 'antd'
import { lazy, memo, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { Density } from '#model/density.ts'
import type { Resource } from '#model/resource.ts'
import { emptyList } from '#headless/lists/emptyList.ts'
import type { Arranging } from '#headless/lists/ordering.ts'
import type { Selection } from '#headless/lists/selection.ts'
import type { List, ListControls } from '#headless/lists/useList.ts'
import type { Tree, TreeRow } from '#headless/lists/useTree.ts'
import type { Row } from '#headless/records/rows.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { RowButtons, type RowAction } from './RowButtons.tsx'

const OrderHandle = lazy(() => importWithTimeout(import('./OrderHandle.tsx')))

const CHOOSE_PX = 48

/** What antd calls them. */
const SIZES = { compact: 'small', medium: 'middle', loose: 'large' } as const

interface Props {
  resource: Resource
  listPath: string
  density: Density
  columns: NonNullable<TableColumnsType<Row>>
  rows: readonly Row[]
  /** Nothing is known yet. */
  loading: boolean
  controls: ListControls
  selection: Selection
  /** Stands in the order of its places: moved by hand. */
  arranging: Arranging | undefined
  /** What is open of a tree, and how more is opened; undefined: one page after the other. */
  branches: Pick<Tree, 'expanded' | 'opening'> | undefined
  mayWith: List['mayWith']
  mayAdd: boolean
  further: (row: Row) => readonly RowAction[]
  on: {
    add: (below?: Row) => void
    edit: (row: Row) => void
    remove: (row: Row) => void
    action: (name: string, row: Row) => void
    choose: (ids: readonly string[]) => void
    expand: (row: Row, open: boolean) => void
  }
}

/**
 * The rows of a list. A page of a hundred has a thousand cells, so nothing is drawn again but for what is shown in them:
 * not when a form opens over it, not when the same rows are asked for again, not when its page waits behind another.
 */
export const Rows = memo(function Rows(props: Props) {
  const { resource, listPath, density, columns, rows, loading, controls, selection, arranging, branches, on } = props
  const parent = resource.tree?.parent
  const table: TableProps<Row> = {
    rowKey: 'id',
    size: SIZES[density],
    columns: [
      ...(arranging
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
        className: 'cell cell-buttons',
        render: (_, row) => (
          <RowButtons
            resource={resource}
            row={row}
            listPath={listPath}
            may={props.mayWith(row)}
            onEdit={() => on.edit(row)}
            onDelete={() => on.remove(row)}
            onAction={(name) => on.action(name, row)}
            onAddBelow={parent && props.mayAdd ? () => on.add(row) : undefined}
            further={props.further(row)}
          />
        ),
      },
    ],
    rowSelection: {
      columnWidth: CHOOSE_PX,
      selectedRowKeys: [...selection.ids],
      onChange: (keys) => on.choose(keys.map(String)),
      getCheckboxProps: (row) => ({ 'aria-label': `选择 ${String(row[resource.title] ?? row.id)}` }),
      ...(branches && { checkStrictly: true }),
    },
    locale: {
      emptyText: loading ? (
        // Not empty, only not known yet.
        <div className="table-loading" />
      ) : (
        <Nothing
          resource={resource}
          searching={controls.searching}
          {...(props.mayAdd && { onAdd: () => on.add() })}
          onReset={controls.reset}
        />
      ),
    },
    onChange: (_, __, sorter, { action }) => {
      if (action !== 'sort' || Array.isArray(sorter)) return
      const { order, columnKey } = sorter
      controls.setSort(order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : undefined)
    },
  }
  if (branches)
    return (
      <Table<TreeRow>
        {...table}
        dataSource={rows}
        pagination={false}
        onRow={({ id }) => ({ 'aria-busy': branches.opening.includes(id) })}
        expandable={{ expandedRowKeys: [...branches.expanded], onExpand: (open, row) => on.expand(row, open) }}
      />
    )
  return (
    <Table<Row>
      {...table}
      dataSource={rows}
      // What a search finds of a tree stands alone: a branch that opens onto nothing is none.
      expandable={{ childrenColumnName: 'none' }}
      rowClassName={({ id }) => (id === arranging?.held ? 'row-held' : '')}
      pagination={false}
    />
  )
})

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
