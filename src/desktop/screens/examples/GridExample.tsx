import { App, Button } from 'antd'
import { useMemo, useState } from 'react'
import type { GivenRow } from '#headless/grid/column.ts'
import { isEmptyCell } from '#headless/grid/cellTypes.ts'
import type { GridPermissions } from '#headless/grid/permissions.ts'
import type { Said } from '#headless/grid/options.ts'
import { serverEditors, serverLooks } from '#headless/grid/serverSources.ts'
import type { EditorSources } from '#headless/grid/sources.ts'
import { useGridSync } from '#headless/grid/sync.ts'
import { useGrid } from '#headless/grid/useGrid.ts'
import { Grid } from '../../fields/grid/Grid.tsx'
import { cities, columns, exampleRows, grantedColumns, patternColumns } from './gridColumns.ts'

/** 开发示例: every cell type, every rule, sub-tables, rights, and many rows. */
export default function GridExample() {
  const [excluding, exclude] = useState(false)
  return (
    <div className="card">
      <h2>可编辑表格</h2>
      <Prizes />
      <h3>校验规则</h3>
      <Patterns />
      <h3>按权限</h3>
      <Button onClick={() => exclude(!excluding)}>{excluding ? '恢复批量删除' : '排除批量删除'}</Button>
      <Granted key={String(excluding)} exclude={excluding ? ['batch_delete'] : []} />
    </div>
  )
}

const sources: EditorSources = {
  ...serverEditors,
  popup: (column) => Promise.resolve([{ realname: `张三${String(column.param?.status)}`, phone: '13900000001' }]),
}

/** Says what the grid has to tell. */
function useSay() {
  const { message } = App.useApp()
  return (kind: Said, text: string) => void message[kind](text)
}

function Prizes() {
  const { message } = App.useApp()
  const say = useSay()
  const [count, setCount] = useState(30)
  const [read, setRead] = useState<unknown>()
  const rows = useMemo(() => exampleRows(count), [count])
  const store = useGrid(
    {
      name: 'grid-example',
      columns,
      dragSort: true,
      disabledRows: { no: [3] },
      linkages: [cities],
      sources: serverLooks,
      beforeRemove(gone) {
        if (gone.some(({ no }) => no === 1)) throw new Error('编号 1 正在使用，不能删除')
      },
      say,
    },
    rows,
  )
  useGridSync(store, 'grid-example')
  const brief = ({ id, no, prizeName, orderNum, open, secret }: GivenRow) =>
    ({ ...(id !== undefined && { id }), no, prizeName, orderNum, open, secret }) // prettier-ignore

  return (
    <>
      <Grid
        store={store}
        label="奖品"
        sources={sources}
        slots={{
          slot: ({ row }) => <span>{isEmptyCell(row.prizeName) ? '—' : `${String(row.prizeName).length} 字`}</span>,
        }}
        subTable={{
          load: (row) => (row.no === 2 ? Promise.reject(new Error('没有明细')) : Promise.resolve(exampleRows(4))),
          draw: (_row, loaded) => <SubRows rows={loaded as readonly GivenRow[]} />,
        }}
        extra={
          <>
            <Button
              onClick={() =>
                void store.readValid().then(
                  (valid) => message.success(`校验通过，共 ${valid.length} 行`),
                  (error: Error) => message.error(error.message),
                )
              }
            >
              校验
            </Button>
            <Button onClick={() => setRead(store.read().map(brief))}>读取</Button>
            <Button onClick={() => setRead(store.read({ temporaryIds: true }).map(brief))}>读取（含编号）</Button>
            <Button
              onClick={() =>
                setRead({ deleted: store.deletedIds(), all: store.deletedIds({ temporary: true }).length })
              }
            >
              已删除
            </Button>
            {[30, 10_000, 100_000].map((many) => (
              <Button key={many} onClick={() => setCount(many)}>
                {many} 行
              </Button>
            ))}
          </>
        }
      />
      <output aria-label="读取结果" className="grid-read">
        {read === undefined ? '' : JSON.stringify(read)}
      </output>
    </>
  )
}

const subColumns = columns.slice(0, 6)
function SubRows({ rows }: { rows: readonly GivenRow[] }) {
  const store = useGrid({ columns: subColumns, selection: 'none', say: useSay() }, rows)
  return <Grid store={store} label="明细" toolbar={false} maxHeight={260} />
}

const oneRow: readonly GivenRow[] = [{ id: 'p' }]
function Patterns() {
  const store = useGrid({ columns: patternColumns, selection: 'none', say: useSay() }, oneRow)
  return <Grid store={store} label="规则" toolbar={false} />
}

const prefix = 'demo:grid'
const restricted = (name: string, type: string) => ({ action: `${prefix}:${name}`, type, status: '1' })
const grants = {
  // 成本 and 插入 are granted to others only, 件数 may be looked at.
  allAuth: [restricted('cost', '1'), restricted('price', '1'), restricted('insert', '1'), restricted('count', '2')],
  auth: [restricted('price', '1')],
}
const grantedRows: readonly GivenRow[] = [
  { id: 'g1', name: '充电宝', count: 3, cost: 20, price: 99 },
  { id: 'g2', name: '数据线', count: 5, cost: 2, price: 9 },
]
function Granted({ exclude }: Pick<GridPermissions, 'exclude'>) {
  const permissions = useMemo(() => ({ prefix, grants, exclude: exclude ?? [] }), [exclude])
  const store = useGrid({ columns: grantedColumns, permissions, selection: 'radio', say: useSay() }, grantedRows)
  return <Grid store={store} label="订单" />
}
