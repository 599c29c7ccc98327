import { lazy, Suspense, useCallback, useState, type ComponentType, type ReactNode } from 'react'
import { useMay } from '#headless/session/access.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { faceOf, toolsFor, type ToolFaces } from '#headless/records/recordTools.ts'
import type { Row } from '#headless/records/rows.ts'
import type { Resource } from '#model/resource.ts'

export interface ToolProps {
  row: Row
  onClose: () => void
}
type Face = ComponentType<ToolProps>

const face = (load: () => Promise<{ default: Face }>): Face => lazy(() => importWithTimeout(load()))

const faces: ToolFaces<Face> = {
  sysUser: {
    password: face(() => import('./sysUser/PasswordModal.tsx')),
    viewAs: face(() => import('./sysUser/ViewAs.tsx')),
  },
  sysRole: {
    grants: face(() => import('./sysRole/RoleGrants.tsx')),
    users: face(() => import('./sysRole/RoleUsers.tsx')),
  },
  sysTenantPack: { grants: face(() => import('./sysTenantPack/PackGrants.tsx')) },
  sysDepart: {
    users: face(() => import('./sysDepart/DepartUsers.tsx')),
    grants: face(() => import('./sysDepart/DepartGrants.tsx')),
    roles: face(() => import('./sysDepart/DepartRoles.tsx')),
  },
  sysPosition: { users: face(() => import('./sysPosition/PositionUsers.tsx')) },
  sysDict: { items: face(() => import('./sysDict/ItemsDrawer.tsx')) },
  onlineForm: { publish: face(() => import('./onlineForm/PublishDrawer.tsx')) },
  onlineReport: { open: face(() => import('./onlineReport/OpenReport.tsx')) },
  sysPermission: { rules: face(() => import('./sysPermission/RulesDrawer.tsx')) },
}

interface RecordTools {
  /** Buttons for a record. */
  of(row: Row): { key: string; label: string; onClick: () => void }[]
  /** What is open, to be drawn beside the page. */
  open: ReactNode
}

/** What hangs on records of this resource (`recordTools.ts`), for its list and its pages. */
export function useRecordTools(resource: Resource): RecordTools {
  const may = useMay()
  const [opened, setOpened] = useState<{ key: string; row: Row }>()
  const Open = opened && faceOf(faces, resource, opened.key)
  const of = useCallback(
    (row: Row) =>
      toolsFor(resource, row, may).map(({ key, label }) => ({ key, label, onClick: () => setOpened({ key, row }) })),
    [resource, may],
  )
  return {
    of,
    open: opened && Open && (
      <Suspense fallback={null}>
        <Open row={opened.row} onClose={() => setOpened((now) => (now === opened ? undefined : now))} />
      </Suspense>
    ),
  }
}
