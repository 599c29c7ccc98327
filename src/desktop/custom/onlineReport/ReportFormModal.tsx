import FormModal, { type FormModalProps } from '../../screens/form/FormModal.tsx'
import { ReportPreview } from './ReportPreview.tsx'

export default function ReportFormModal(props: FormModalProps) {
  return <FormModal {...props} more={(form) => <ReportPreview form={form} />} />
}
