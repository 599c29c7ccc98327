import { useMembership } from '#headless/forms/membership.ts'
import FormModal, { type FormModalProps } from '../../screens/form/FormModal.tsx'
import { MembershipFields } from './MembershipFields.tsx'

export default function UserFormModal(props: FormModalProps) {
  const membership = useMembership(props.id)
  return (
    <FormModal
      {...props}
      extras={membership.extras}
      more={(form, idPrefix) => <MembershipFields form={form} idPrefix={idPrefix} membership={membership} />}
    />
  )
}
