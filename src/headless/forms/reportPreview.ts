import { useEffect, useRef, useState } from 'react'
import { api } from '../session/api.ts'
import { temporaryId } from '../records/temporaryId.ts'
import type { FormControls } from './useForm.ts'

export const REPORT_PREVIEW = {
  section: '预览',
  run: '预览数据',
  fill: '从 SQL 生成列',
  filled: '已按 SQL 的结果填写列与参数，可修改标题、类型和查询方式',
  none: '没有数据',
  hint: '列出前 20 行；按您自己的数据权限查询',
} as const

interface Found {
  fields: { fieldName: string; fieldTxt: string; fieldType: string }[]
  params: { paramName: string; paramTxt: string; paramValue: string }[]
  records: Record<string, unknown>[]
}

export interface Preview {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

type Line = Record<string, unknown>
const linesIn = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : [])

/** What is known of a column or parameter stays; what is new comes below, in the order of the SQL. */
const merged = (known: readonly Line[], key: string, found: readonly Line[]): Line[] =>
  found.map((one) => known.find((line) => line[key] === one[key]) ?? { id: temporaryId(), ...one })

const shown = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Asks what the SQL in the form answers with, before it is saved. */
export function useReportPreview(form: Pick<FormControls, 'values' | 'set'>) {
  /** As it stands when the answer comes: one goes on typing meanwhile. */
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  async function ask(then: (found: Found) => void) {
    const { cgrSql, dbSource, params } = form.values
    setBusy(true)
    setProblem('')
    try {
      const given = linesIn(params).flatMap(({ paramName, paramValue }) =>
        paramName && paramValue ? [[String(paramName), String(paramValue)]] : [],
      )
      then(
        await api.post<Found>(
          '/online/cgreport/head/preview',
          { sql: String(cgrSql ?? ''), dbSource: dbSource || null, params: Object.fromEntries(given) as object },
          { quiet: true },
        ),
      )
    } catch (error) {
      setPreview(undefined)
      setProblem((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const show = ({ fields, records }: Found) =>
    setPreview({
      columns: fields.map(({ fieldName }) => fieldName),
      rows: records.map((record) => fields.map(({ fieldName }) => shown(record[fieldName]))),
    })
  return {
    ...{ preview, problem, busy },
    run: () => ask(show),
    /** Writes the columns and parameters of the SQL into the form. */
    fill: () =>
      ask((found) => {
        show(found)
        const items = found.fields.map(({ fieldName, fieldTxt, fieldType }) => ({
          ...{ fieldName, fieldTxt, fieldType },
          ...{
            dictCode: null,
            fieldWidth: null,
            isShow: '1',
            isOrder: '0',
            isSearch: '0',
            searchMode: null,
            isTotal: '0',
          },
        }))
        const { values, set } = latest.current
        const known = (name: string) => linesIn(values[name])
        set('items', merged(known('items'), 'fieldName', items))
        set(
          'params',
          merged(
            known('params'),
            'paramName',
            found.params.map(({ paramName, paramTxt, paramValue }) => ({ paramName, paramTxt, paramValue })),
          ),
        )
      }),
  }
}
