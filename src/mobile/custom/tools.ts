import { lazy, type ComponentType } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { faceOf, type ToolFaces } from '#headless/records/recordTools.ts'
import type { Row } from '#headless/records/rows.ts'
import type { Resource } from '#model/resource.ts'

export interface ToolProps {
  row: Row
  /** What the tool is called. */
  title: string
}
type Face = ComponentType<ToolProps>

const face = (load: () => Promise<{ default: Face }>): Face => lazy(() => importWithTimeout(load()))

const faces: ToolFaces<Face> = {
  sysUser: {
    password: face(() => import('./sysUser/PasswordPage.tsx')),
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
  sysDict: { items: face(() => import('./sysDict/ItemsPage.tsx')) },
  onlineForm: { publish: face(() => import('./onlineForm/PublishPage.tsx')) },
  onlineReport: { open: face(() => import('./onlineReport/OpenReport.tsx')) },
  sysPermission: { rules: face(() => import('./sysPermission/RulesPage.tsx')) },
}

/** The page below a record of that name (`recordTools.ts`); undefined when there is none. */
export const toolAt = (resource: Resource, key: string): Face | undefined => faceOf(faces, resource, key)
