import { Button } from 'antd-mobile'
import { REPORT_PREVIEW, useReportPreview } from '#headless/forms/reportPreview.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import FormPage, { type FormProps } from '../../screens/form/FormPage.tsx'
import './preview.css'

/** A report with what its SQL answers. */
export default function ReportForm(props: FormProps) {
  return <FormPage {...props} more={(form) => <ReportPreview form={form} />} />
}

function ReportPreview({ form }: { form: FormControls }) {
  const { preview, problem, busy, run, fill } = useReportPreview(form)
  return (
    <section className="vd-section vd-preview">
      <h3>{REPORT_PREVIEW.section}</h3>
      <p className="vd-hint">{REPORT_PREVIEW.hint}</p>
      <Button block fill="outline" color="primary" loading={busy} loadingText="正在查询…" onClick={() => void run()}>
        {REPORT_PREVIEW.run}
      </Button>
      <Button block fill="outline" disabled={busy} onClick={() => void fill()}>
        {REPORT_PREVIEW.fill}
      </Button>
      {problem && (
        <p role="alert" className="vd-conflict">
          {problem}
        </p>
      )}
      {preview &&
        (preview.rows.length ? (
          // Wider than the phone: it moves by itself, the page does not.
          <div className="vd-preview-rows" role="region" aria-label={REPORT_PREVIEW.section} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {preview.columns.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {preview.rows.map((cells, at) => (
                  <tr key={at}>
                    {preview.columns.map((name, column) => (
                      <td key={name}>{cells[column]}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <p role="status">{REPORT_PREVIEW.none}</p>
        ))}
    </section>
  )
}
