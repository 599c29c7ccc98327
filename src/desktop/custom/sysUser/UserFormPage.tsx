import { useMembership } from '#headless/forms/membership.ts'
import FormPage from '../../screens/form/FormPage.tsx'
import type { FormProps } from '../index.ts'
import { MembershipFields } from './MembershipFields.tsx'

export default function UserFormPage(props: FormProps) {
  const membership = useMembership(props.id)
  return (
    <FormPage
      {...props}
      extras={membership.extras}
      more={(form, idPrefix) => <MembershipFields form={form} idPrefix={idPrefix} membership={membership} />}
    />
  )
}
