import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { passwordProblem } from '#model/password.ts'
import { api } from '../session/api.ts'
import { orNone } from '../session/emptyAnswer.ts'
import { resources } from '#resources/index.ts'
import { wayOf } from '../session/ways.ts'
import type { Extras, FormControls } from './useForm.ts'

export interface Role {
  id: string
  roleName: string
  roleCode: string
}
export interface DepartmentNode {
  value: string
  title: string
  children?: DepartmentNode[] | null
}
interface Department {
  value: string
  title: string
}

export interface Membership {
  extras: Extras
  roles: readonly Role[]
  /** Departments of the person that the one who edits does not see; saving leaves them alone. */
  elsewhere: readonly string[]
}

const quiet = { quiet: true }
const within = (nodes: readonly DepartmentNode[]): string[] =>
  nodes.flatMap(({ value, children }) => [value, ...within(children ?? [])])
const NONE: readonly never[] = []

/** Roles and departments of a person, and the first password of a new one: saved with the person (contract.md §6.1). */
export function useMembership(userId: string | undefined): Membership {
  const roles = useQuery({
    queryKey: ['sysRole', 'all'],
    queryFn: () => orNone(api.get<Role[]>('/sys/role/queryall', undefined, quiet)),
  })
  const tree = useQuery({
    queryKey: ['sysDepart', 'id tree'],
    queryFn: () => orNone(api.get<DepartmentNode[]>('/sys/sysDepart/queryIdTree', undefined, quiet)),
  })
  const own = useQuery({
    queryKey: ['sysUser', 'membership', userId ?? ''],
    enabled: Boolean(userId),
    refetchOnWindowFocus: false,
    queryFn: async () => {
      const [roleIds, departments] = await Promise.all([
        orNone(api.get<string[]>('/sys/user/queryUserRole', { userid: userId }, quiet)),
        orNone(api.get<Department[]>('/sys/user/userDepartList', { userId }, quiet)),
      ])
      return { roleIds, departments }
    },
  })
  const seen = useMemo(() => tree.data && new Set(within(tree.data)), [tree.data])
  const error = [roles, tree, own].find((asked) => asked.error && !asked.data)?.error ?? null
  const [{ refetch: readRoles }, { refetch: readTree }, { refetch: readOwn }] = [roles, tree, own]
  const extras = useMemo<Extras>(() => {
    if (!userId)
      return {
        values: { selectedroles: '', selecteddeparts: '', password: '' },
        secret: ['password'],
        check(values): Record<string, string> {
          const problem = passwordProblem(String(values.password ?? ''))
          return problem ? { password: problem } : {}
        },
      }
    // What is not named is taken away there: those that are not seen are named too.
    const { whole } = wayOf(resources.sysUser)
    const departments = own.data?.departments.filter(({ value }) => whole || seen?.has(value))
    return {
      values: own.data &&
        seen &&
        roles.data && {
          selectedroles: own.data.roleIds.join(','),
          selecteddeparts: departments!.map(({ value }) => value).join(','),
          lastselectedroles: null,
          lastselecteddeparts: null,
        },
      error,
      retry: () => [readRoles, readTree, readOwn].forEach((read) => void read()),
    }
  }, [userId, own.data, roles.data, seen, error, readRoles, readTree, readOwn])
  return {
    extras,
    roles: roles.data ?? NONE,
    elsewhere: (own.data?.departments ?? NONE)
      .filter(({ value }) => seen && !seen.has(value))
      .map(({ title }) => title),
  }
}

/**
 * Chooses other roles or departments. What they were when that began goes with it, also into the draft: what somebody else
 * gives or takes meanwhile stays so.
 */
export function chooseOther(
  form: Pick<FormControls, 'mode' | 'values' | 'set' | 'untype'>,
  { extras }: Membership,
  name: 'selectedroles' | 'selecteddeparts',
  chosen: readonly string[],
): void {
  if (form.mode !== 'edit') return form.set(name, chosen.join(','))
  const last = `last${name}`
  // The comma makes none differ from not said.
  const began = String(form.values[last] ?? `,${String(extras.values?.[name] ?? '')}`)
  if (`,${chosen.join(',')}` === began) return form.untype(name, last)
  form.set(name, chosen.join(','))
  form.set(last, began)
}

/** A new password for somebody else; the sentence the server answers with. */
export async function setPasswordOf(username: string, password: string, confirmpassword: string): Promise<string> {
  const body = { username, password, confirmpassword }
  return (await api.envelope('PUT', '/sys/user/changePassword', { body, quiet: true })).message
}
