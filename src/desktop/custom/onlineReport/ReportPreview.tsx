import { Alert, Button, Empty, Table } from 'antd'
import { REPORT_PREVIEW, useReportPreview } from '#headless/forms/reportPreview.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import './preview.css'

/** What the SQL answers with, before it is saved. */
export function ReportPreview({ form }: { form: FormControls }) {
  const { preview, problem, busy, run, fill } = useReportPreview(form)
  return (
    <fieldset className="form-section report-preview">
      <legend>{REPORT_PREVIEW.section}</legend>
      <p>{REPORT_PREVIEW.hint}</p>
      <div>
        <Button loading={busy} onClick={() => void run()}>
          {REPORT_PREVIEW.run}
        </Button>
        <Button disabled={busy} onClick={() => void fill()}>
          {REPORT_PREVIEW.fill}
        </Button>
      </div>
      {problem && <Alert role="alert" type="warning" showIcon title={problem} />}
      {preview && (
        <Table
          rowKey="key"
          size="small"
          pagination={false}
          scroll={{ x: 'max-content', y: 320 }}
          locale={{ emptyText: <Empty description={REPORT_PREVIEW.none} /> }}
          dataSource={preview.rows.map((cells, key) => ({ key, cells }))}
          columns={preview.columns.map((name, at) => ({
            key: name,
            title: name,
            render: (_: unknown, { cells }: { cells: readonly string[] }) => cells[at],
          }))}
        />
      )}
    </fieldset>
  )
}
