/** What a phone screen of its own replaces, by names the compiler knows. */
import { lazy, type ComponentType } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { later, type Later } from '#headless/connection/later.ts'
import type { Resource } from '#model/resource.ts'
import type { Entry } from '#resources/catalogue.ts'
import type { ResourceName } from '#resources/index.ts'
import type { FormProps } from '../screens/form/FormPage.tsx'
import type { ListProps } from '../screens/list/List.tsx'
import { loadDecision } from './decision/load.ts'

export interface DetailProps {
  resource: Resource
  id: string
}

interface Replaced {
  Detail: Later<DetailProps>
}

const detail = (load: () => Promise<{ default: ComponentType<DetailProps> }>): Replaced => ({
  Detail: later(load),
})

const custom: { readonly [N in ResourceName]?: Replaced } = {}

/** Whatever is decided on is shown so that it can be. */
const decision = detail(loadDecision)

/** What stands in for the general detail page of this resource; undefined when nothing does. */
export const replacementFor = ({ name, approval }: Pick<Resource | Entry, 'name' | 'approval'>): Replaced | undefined =>
  custom[name as ResourceName] ?? (approval && decision)

const forms: { readonly [N in ResourceName]?: ComponentType<FormProps> } = {
  sysUser: lazy(() => importWithTimeout(import('./sysUser/UserForm.tsx'))),
  sysDataSource: lazy(() => importWithTimeout(import('./sysDataSource/DataSourceForm.tsx'))),
  onlineReport: lazy(() => importWithTimeout(import('./onlineReport/ReportForm.tsx'))),
}

const lists: { readonly [N in ResourceName]?: ComponentType<ListProps> } = {
  sysLog: lazy(() => importWithTimeout(import('./sysLog/LogList.tsx'))),
}

/** What stands in for the general list of this resource; undefined when nothing does. */
export const listFor = (resource: Resource): ComponentType<ListProps> | undefined =>
  lists[resource.name as ResourceName]

/** What stands in for the general form of this resource; undefined when nothing does. */
export const formFor = (resource: Resource): ComponentType<FormProps> | undefined =>
  forms[resource.name as ResourceName]
