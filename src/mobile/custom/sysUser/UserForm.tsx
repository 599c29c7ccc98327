import { useMembership } from '#headless/forms/membership.ts'
import FormPage, { type FormProps } from '../../screens/form/FormPage.tsx'
import { MembershipSection } from './MembershipSection.tsx'

/** A person with roles, departments and the first password. */
export default function UserForm(props: FormProps) {
  const membership = useMembership(props.id)
  return (
    <FormPage
      {...props}
      extras={membership.extras}
      more={(form) => <MembershipSection form={form} membership={membership} />}
    />
  )
}
