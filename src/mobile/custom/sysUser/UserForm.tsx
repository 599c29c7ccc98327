import { useMembership } from '#headless/forms/membership.ts'
import Form, { type FormProps } from '../../screens/Form.tsx'
import { MembershipSection } from './MembershipSection.tsx'

/** A person with roles, departments and the first password. */
export default function UserForm(props: FormProps) {
  const membership = useMembership(props.id)
  return (
    <Form
      {...props}
      extras={membership.extras}
      more={(form) => <MembershipSection form={form} membership={membership} />}
    />
  )
}
