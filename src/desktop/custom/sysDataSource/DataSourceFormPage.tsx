import { useDataSourceExtras } from '#headless/forms/dataSource.ts'
import FormPage from '../../screens/form/FormPage.tsx'
import type { FormProps } from '../index.ts'
import { DataSourceFields } from './DataSourceFields.tsx'

export default function DataSourceFormPage(props: FormProps) {
  return (
    <FormPage
      {...props}
      extras={useDataSourceExtras()}
      more={(form, idPrefix) => <DataSourceFields form={form} idPrefix={idPrefix} />}
    />
  )
}
