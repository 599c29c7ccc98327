import { SwapOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { beginAnew } from '#headless/connection/leaving.ts'
import type { Tenant } from '#headless/session/session.ts'
import { useTenantChange } from '#headless/session/tenants.ts'
import { elsewhereWords } from '#headless/session/useAddressedTenant.ts'

interface Props {
  tenant: Tenant
  now: string
  /** Where the message leads. */
  to: string
  onStay: () => void
}

/** A message of one tenant, opened by somebody who works in another one just now. */
export function OtherTenant({ tenant, now, to, onStay }: Props) {
  const words = elsewhereWords(tenant, now)
  const { sending, change } = useTenantChange(() => {
    // Tabs of the former tenant are not there any more.
    history.replaceState(null, '', to)
    beginAnew()
  })
  return (
    <div className="no-menu">
      <SwapOutlined aria-hidden />
      <h1>{words.title}</h1>
      <p>{words.text}</p>
      <Button type="primary" loading={sending} onClick={() => change(tenant.id)}>
        {words.go}
      </Button>
      <Button type="link" disabled={sending} onClick={onStay}>
        {words.stay}
      </Button>
    </div>
  )
}
