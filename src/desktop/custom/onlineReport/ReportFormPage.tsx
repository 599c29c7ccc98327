import FormPage from '../../screens/form/FormPage.tsx'
import type { FormProps } from '../index.ts'
import { ReportPreview } from './ReportPreview.tsx'

export default function ReportFormPage(props: FormProps) {
  return <FormPage {...props} more={(form) => <ReportPreview form={form} />} />
}
