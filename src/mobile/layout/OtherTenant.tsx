import type { Tenant } from '#headless/session/session.ts'
import { useTenantChange } from '#headless/session/tenants.ts'
import { elsewhereWords } from '#headless/session/useAddressedTenant.ts'
import { start } from './paths.ts'
import { useGo } from './go.ts'
import { Nothing } from './Nothing.tsx'
import { Page } from './Page.tsx'
import { Button } from './plain.tsx'

/** A message of one tenant, opened by somebody who works in another one just now. `to`: where it leads. */
export function OtherTenant({ tenant, now, to }: { tenant: Tenant; now: string; to: string }) {
  const go = useGo()
  const words = elsewhereWords(tenant, now)
  const { sending, change } = useTenantChange(() => go.to(to, { replace: true }))
  return (
    <Page
      title={words.title}
      footer={
        <div className="vd-buttons">
          {/* The server may have changed over already. */}
          <Button size="large" disabled={sending} onClick={() => go.to(start(), { replace: true })}>
            {words.stay}
          </Button>
          <Button
            color="primary"
            size="large"
            loading={sending}
            loadingText={words.go}
            onClick={() => change(tenant.id)}
          >
            {words.go}
          </Button>
        </div>
      }
    >
      <Nothing>{words.text}</Nothing>
    </Page>
  )
}
