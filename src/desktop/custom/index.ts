import { lazy, type ComponentType } from 'react'
import type { Resource } from '#model/resource.ts'
import type { ResourceName } from '#resources/index.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

export interface ListProps {
  resource: Resource
}
export interface RecordProps {
  resource: Resource
  /** Address of the list it belongs to. */
  listPath: string
  id: string
}
export type FormProps = Omit<RecordProps, 'id'> & { id?: string }

/** What replaces the general screens of a resource. */
export interface CustomScreens {
  list?: ComponentType<ListProps>
  detail?: ComponentType<RecordProps>
  form?: ComponentType<FormProps>
}

const DecisionDetail = lazy(() => importWithTimeout(import('./decision/DecisionDetail.tsx')))

/** The named door out of the general screens. A name that is no resource does not compile. */
export const custom: { readonly [N in ResourceName]?: CustomScreens } = {
  sysUser: {
    list: lazy(() => importWithTimeout(import('./sysUser/UserList.tsx'))),
    form: lazy(() => importWithTimeout(import('./sysUser/UserFormPage.tsx'))),
  },
  sysDataSource: {
    list: lazy(() => importWithTimeout(import('./sysDataSource/DataSourceList.tsx'))),
    form: lazy(() => importWithTimeout(import('./sysDataSource/DataSourceFormPage.tsx'))),
  },
  onlineReport: {
    list: lazy(() => importWithTimeout(import('./onlineReport/ReportList.tsx'))),
    form: lazy(() => importWithTimeout(import('./onlineReport/ReportFormPage.tsx'))),
  },
  sysLog: { list: lazy(() => importWithTimeout(import('./sysLog/LogList.tsx'))) },
  sysTenant: { detail: lazy(() => importWithTimeout(import('./sysTenant/TenantDetail.tsx'))) },
  sysFile: { detail: lazy(() => importWithTimeout(import('./sysFile/FileDetail.tsx'))) },
}

/** What shows one record; undefined when the general page does. Whatever is decided on is shown so that it can be. */
export const detailFor = (resource: Resource): ComponentType<RecordProps> | undefined =>
  custom[resource.name as ResourceName]?.detail ?? (resource.approval && DecisionDetail)
