import { Button, CheckList } from 'antd-mobile'
import { useDepartRoles, useRolesInDepart } from '#headless/forms/departRoles.ts'
import { say } from '#headless/connection/notices.ts'
import { useWhenShown } from '#headless/records/useShown.ts'
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
  const whenShown = useWhenShown()
  const roles = useDepartRoles(departId)
  const { known, error: unknown, refetch, chosen, choose, busy, save } = useRolesInDepart(departId, personId)
  const error = (roles.data ? null : roles.error) ?? unknown

  async function saved() {
    try {
      say('success', await save())
      whenShown(go.back)
    } catch (refusal) {
      say('error', wordsOf(refusal))
    }
  }
  return (
    <Page
      title="分配部门角色"
      footer={
        Boolean(known && roles.data?.length) && (
          <div className="vd-buttons">
            <Button block size="large" color="primary" loading={busy} loadingText="保存" onClick={() => void saved()}>
              保存
            </Button>
          </div>
        )
      }
    >
      {error ? (
        <Failed error={error} onRetry={() => void Promise.all([roles.refetch(), refetch()])} />
      ) : !roles.data || !known ? (
        <Blocks count={3} />
      ) : roles.data.length ? (
        <CheckList mode="card" multiple value={[...chosen]} onChange={(ids) => choose(ids.map(String))}>
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
