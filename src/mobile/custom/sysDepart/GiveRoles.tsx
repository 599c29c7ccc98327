import { Button, CheckList } from 'antd-mobile'
import { useState } from 'react'
import { giveRolesInDepart, useDepartRoles, useRolesInDepart } from '#headless/forms/departRoles.ts'
import { say } from '#headless/connection/notices.ts'
import { useGo } from '../../layout/go.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../../screens/apps/apps.css'
import '../../screens/detail/detail.css'

/** Which of a department's own roles somebody of it has. */
export function GiveRoles({ departId, personId }: { departId: string; personId: string }) {
  const go = useGo()
  const roles = useDepartRoles(departId)
  const had = useRolesInDepart(departId, personId)
  const [chosen, setChosen] = useState<string[]>()
  const [busy, setBusy] = useState(false)
  const error = (roles.data ? null : roles.error) ?? (had.data ? null : had.error)

  async function save() {
    if (!had.data) return
    setBusy(true)
    try {
      say('success', await giveRolesInDepart(personId, had.data, chosen ?? had.data))
      go.back()
    } catch (refusal) {
      say('error', wordsOf(refusal))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Page
      title="分配部门角色"
      footer={
        Boolean(had.data && roles.data?.length) && (
          <div className="vd-buttons">
            <Button block size="large" color="primary" loading={busy} loadingText="保存" onClick={() => void save()}>
              保存
            </Button>
          </div>
        )
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => void Promise.all([roles.refetch(), had.refetch()])} />
      ) : !roles.data || !had.data ? (
        <Blocks count={3} />
      ) : roles.data.length ? (
        <CheckList mode="card" multiple value={chosen ?? had.data} onChange={(ids) => setChosen(ids.map(String))}>
          {roles.data.map(({ id, roleName }) => (
            <CheckList.Item key={id} value={id}>
              {roleName}
            </CheckList.Item>
          ))}
        </CheckList>
      ) : (
        <Nothing>该部门还没有部门角色，请先新增</Nothing>
      )}
    </Page>
  )
}
