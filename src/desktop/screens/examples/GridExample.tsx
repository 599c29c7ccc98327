import { App, Button } from 'antd'
import { useMemo, useState } from 'react'
import { fileUrl, uploadFile } from '#headless/files.ts'
import type { Choice, Column, GivenRow, GridColumn } from '#headless/grid/column.ts'
import { isEmptyCell } from '#headless/grid/cellTypes.ts'
import type { EditorSources } from '#headless/grid/sources.ts'
import type { Said } from '#headless/grid/store.ts'
import { useGridSync } from '#headless/grid/sync.ts'
import { useGrid } from '#headless/grid/useGrid.ts'
import { Grid } from '../../fields/grid/Grid.tsx'

/** 开发示例: every cell type, every rule, sub-tables and many rows. */

const CITIES: Readonly<Record<string, readonly string[]>> = {
  '': ['北京', '上海', '广东'],
  北京: ['东城区', '海淀区'],
  上海: ['黄浦区', '浦东新区'],
  广东: ['广州', '深圳'],
  广州: ['天河区', '越秀区'],
  深圳: ['南山区', '福田区'],
}
const PEOPLE: readonly Choice[] = [
  { value: 'admin', text: '管理员' },
  { value: 'li', text: '李雷' },
  { value: 'han', text: '韩梅梅' },
]
const DEPARTMENTS: readonly Choice[] = [
  { value: 'd1', text: '运营中心' },
  { value: 'd2', text: '财务部' },
]
const sex = [
  { value: '1', text: '男' },
  { value: '2', text: '女' },
]
const level = [
  { value: '1', text: '一等奖' },
  { value: '2', text: '二等奖' },
  { value: '3', text: '停用', disabled: true },
]

const columns: readonly GridColumn[] = [
  { key: 'no', title: '编号', type: 'normal', width: 80 },
  { key: 'name', title: '名称', type: 'input', width: 160, placeholder: '请输入名称', validateRules: [{ required: true, message: '${title}不能为空' }, { unique: true, message: '${title}不能重复' }] },
  { key: 'count', title: '数量', type: 'inputNumber', statistics: true, validateRules: [{ required: true }, { pattern: 'z', message: '请输入整数' }] },
  { key: 'price', title: '单价', type: 'inputNumber', statistics: ['sum'], validateRules: [{ pattern: 'money', message: '最多两位小数' }] },
  { key: 'mobile', title: '手机', type: 'input', width: 140, validateRules: [{ pattern: 'm', message: '手机号格式不正确' }] },
  { key: 'plate', title: '车牌', type: 'input', validateRules: [{ pattern: '^[\\u4e00-\\u9fa5][A-Z][A-Z0-9]{5,6}$', message: '车牌格式不正确' }, { handler: ({ value }) => (value === '京A00000' ? '该车牌已登记' : undefined) }] },
  { key: 'open', title: '启用', type: 'checkbox', width: 80, customValue: ['1', '0'], defaultChecked: true },
  { key: 'meta', title: '必填', type: 'checkbox_meta', width: 80 },
  { key: 'level', title: '等级', type: 'select', options: level },
  { key: 'unit', title: '单位', type: 'select', allowInput: true, options: [{ value: '台', text: '台' }, { value: '张', text: '张' }] },
  { key: 'tags', title: '标签', type: 'list_multi', width: 160, options: [{ value: 'a', text: '热门' }, { value: 'b', text: '新品' }, { value: 'c', text: '限量' }] },
  { key: 'sex', title: '性别', type: 'radio', width: 140, options: sex },
  { key: 'search', title: '可搜索', type: 'sel_search', options: level },
  { key: 'remote', title: '远程搜索', type: 'sel_search_async', width: 150 },
  { key: 'province', title: '省', type: 'select', linkageKey: 'city' },
  { key: 'city', title: '市', type: 'select', linkageKey: 'district' },
  { key: 'district', title: '区', type: 'select' },
  { key: 'depart', title: '部门', type: 'sel_depart' },
  { key: 'user', title: '用户', type: 'sel_user' },
  { key: 'day', title: '日期', type: 'date' },
  { key: 'moment', title: '时刻', type: 'datetime' },
  { key: 'time', title: '时间', type: 'time' },
  { key: 'remark', title: '备注', type: 'textarea', width: 160 },
  { key: 'long', title: '长文本', type: 'input_pop', width: 160 },
  { key: 'popup', title: '报表选择', type: 'popup', popupCode: 'demo', orgFields: 'realname,phone', destFields: 'popup,mobile' },
  { key: 'upload', title: '上传', type: 'upload', width: 150 },
  { key: 'file', title: '文件', type: 'file', width: 150, number: 3 },
  { key: 'image', title: '图片', type: 'image', width: 150 },
  { key: 'slot', title: '自定义', type: 'slot', width: 100 },
  { key: 'secret', title: '隐藏', type: 'hidden' },
] // prettier-ignore

const exampleRow = (index: number): GivenRow => ({
  id: `r${index + 1}`,
  no: index + 1,
  name: `奖品${index + 1}`,
  count: (index * 7) % 50,
  price: ((index * 13) % 900) / 10,
  mobile: `138${String(10_000_000 + index)}`,
  plate: null,
  open: index % 3 ? '1' : '0',
  meta: index % 2 === 0,
  level: String((index % 2) + 1),
  unit: '台',
  tags: 'a,b',
  sex: '1',
  province: '广东',
  city: '深圳',
  district: '南山区',
  depart: 'd1',
  user: 'li,han',
  day: '2026-01-05',
  moment: '2026-01-05 08:30:00',
  time: '08:30:00',
  remark: '说明文字',
  file: index === 0 ? 'temp/合同扫描件.pdf' : null,
})
const exampleRows = (count: number) => Array.from({ length: count }, (_, index) => exampleRow(index))

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const known: Readonly<Record<string, readonly Choice[]>> = { sel_user: PEOPLE, sel_depart: DEPARTMENTS }
const choicesOf = ({ type }: Column) => known[type] ?? level

const sources: EditorSources = {
  search: async (column, keyword) => choicesOf(column).filter(({ text }) => text.includes(keyword)),
  popup: async () => [{ realname: '张三', phone: '13900000001' }],
  upload: async (file, column, onProgress) => ({ path: await uploadFile(file, { biz: column.type, onProgress }) }),
  urlOf: fileUrl,
  download: ({ path, url }) => void window.open(url ?? fileUrl(path ?? '')),
}

/** Says what the grid has to tell. */
function useSay() {
  const { message } = App.useApp()
  return (kind: Said, text: string) => void message[kind](text)
}

export default function GridExample() {
  const { message } = App.useApp()
  const say = useSay()
  const [count, setCount] = useState(30)
  const rows = useMemo(() => exampleRows(count), [count])
  const store = useGrid(
    {
      name: 'grid-example',
      columns,
      dragSort: true,
      disabledRows: { no: [3] },
      linkages: [
        {
          key: 'province',
          load: async (parent) => (CITIES[parent] ?? []).map((name) => ({ value: name, text: name })),
        },
      ],
      sources: {
        names: async (column, values) => choicesOf(column).filter(({ value }) => values.includes(value)),
      },
      beforeRemove: async (gone) => {
        await wait(200)
        if (gone.some(({ no }) => no === 1)) throw new Error('编号 1 正在使用，不能删除')
      },
      say,
    },
    rows,
  )
  useGridSync(store, 'grid-example')

  return (
    <div className="card">
      <h2>可编辑表格</h2>
      <Grid
        store={store}
        label="奖品"
        sources={sources}
        slots={{ slot: ({ row }) => <span>{isEmptyCell(row.name) ? '—' : `${String(row.name).length} 字`}</span> }}
        subTable={{
          load: async (row) => {
            if (row.no === 2) throw new Error('没有明细')
            return exampleRows(4)
          },
          draw: (_row, loaded) => <SubRows rows={loaded as readonly GivenRow[]} />,
        }}
        extra={
          <>
            <Button
              onClick={() =>
                void store.readValid().then(
                  (read) => message.success(`校验通过，共 ${read.length} 行`),
                  (error: Error) => message.error(error.message),
                )
              }
            >
              校验
            </Button>
            {[30, 10_000, 100_000].map((many) => (
              <Button key={many} onClick={() => setCount(many)}>
                {many} 行
              </Button>
            ))}
          </>
        }
      />
    </div>
  )
}

const subColumns = columns.slice(0, 6)
function SubRows({ rows }: { rows: readonly GivenRow[] }) {
  const say = useSay()
  const store = useGrid({ columns: subColumns, selection: 'none', say }, rows)
  return <Grid store={store} label="明细" toolbar={false} maxHeight={260} />
}
