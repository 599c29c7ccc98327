import { useDataSourceExtras } from '#headless/forms/dataSource.ts'
import FormModal, { type FormModalProps } from '../../screens/form/FormModal.tsx'
import { DataSourceFields } from './DataSourceFields.tsx'

export default function DataSourceFormModal(props: FormModalProps) {
  return (
    <FormModal
      {...props}
      extras={useDataSourceExtras()}
      more={(form, idPrefix) => <DataSourceFields form={form} idPrefix={idPrefix} />}
    />
  )
}
