import { dict, text } from '#model/fields.ts'
import { say } from '../../connection/notices.ts'
import type { Row } from '../../records/rows.ts'
import { askReport, REPORT_API, type SentColumns, type SentField } from './reportApi.ts'
import type { PickerColumn, PickerSource } from './source.ts'

/** A popup that fills fields of a form from the rows of a report (contract.md §8.1, acceptance G08). */
export interface ReportPopup {
  code: string
  /** Columns of the report, comma-joined. */
  orgFields: string
  /** Fields of the form, in the same order. */
  destFields: string
  /** Popups of one group ask once for the same; the code when not said. */
  groupId?: string
  /** Parameters of the report; sent with `self_` before their names. */
  params?: Readonly<Record<string, string>>
}

export const REPORT_TEXTS = {
  notSetUp: 'popup 参数未正确配置!',
  unequal: '原值和目标值数量不一致',
  chooseOne: '请选择一条记录',
  failedTitle: '出错了',
  failed: 'Popup 初始化失败，请检查配置或稍后重试',
} as const

const split = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** What is wrong with how a popup is set up; undefined when nothing is. */
export function popupProblem({ code, orgFields, destFields }: Partial<ReportPopup>): string | undefined {
  if (!code || !orgFields || !destFields) return REPORT_TEXTS.notSetUp
  return split(orgFields).length === split(destFields).length ? undefined : REPORT_TEXTS.unequal
}

/** The values of the form's fields for chosen rows; several join with a comma. */
export function filledFrom(rows: readonly Row[], { orgFields, destFields }: ReportPopup): Record<string, string> {
  const from = split(orgFields)
  return Object.fromEntries(
    split(destFields).map((name, at) => [name, rows.map((row) => String(row[from[at]!] ?? '')).join(',')]),
  )
}

const WIDTH = 1200

/** The report as something to choose from. Rejects with the server's own words when there is none. */
export async function reportSource({ code, params = {}, groupId = code }: ReportPopup): Promise<PickerSource> {
  const sent = await askReport<SentColumns>(groupId, `${REPORT_API}/getRpColumns/${encodeURIComponent(code)}`)
  const report = encodeURIComponent(sent.cgRpConfigId)
  // Without conditions its rows can be chosen from all the same.
  const fields = await askReport<SentField[]>(groupId, `${REPORT_API}/getQueryInfo/${report}`).catch((error: Error) => {
    say('warning', error.message)
    return []
  })
  const own = Object.fromEntries(Object.entries(params).map(([name, value]) => [`self_${name}`, value]))
  const columns: PickerColumn[] = sent.columns.map(({ title, dataIndex, customRender }) => ({
    name: dataIndex,
    field: customRender ? dict(title, customRender) : text(title),
  }))
  return {
    key: `report ${code} ${JSON.stringify(params)}`,
    label: sent.cgRpConfigName,
    columns,
    search: fields
      .filter(({ view, hidden }) => view === 'text' && hidden !== '1')
      .map(({ field, label }) => ({ name: field, field: text(label) })),
    width: WIDTH,
    text: columns[0]?.name ?? 'id',
    async ask({ page, size, words }, signal) {
      const filters = Object.fromEntries(
        Object.entries(words).flatMap(([name, word]) => (word.trim() ? [[name, `*${word.trim()}*`]] : [])),
      )
      const { records, total } = (await askReport<{ records: Record<string, unknown>[]; total: number } | null>(
        groupId,
        `${REPORT_API}/getData/${report}`,
        { ...filters, ...own, pageNo: page, pageSize: size },
        signal,
      )) ?? { records: [], total: 0 }
      // A report need not have an id of its own.
      return { rows: records.map((row) => ({ ...row, id: String(row.id ?? JSON.stringify(row)) })), total, totals: {} }
    },
    named: async () => [],
  }
}
