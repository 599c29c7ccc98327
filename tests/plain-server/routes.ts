/** The calls of contract.md that a client makes on the system pages, with what the real servers do to whoever is careless. */
import { createHash, randomBytes } from 'node:crypto'
import { dictionaries, entities, type EntityName } from './fields.ts'
import { found, listNames, newId, now, page, withWords, type Row } from './rows.ts'
import type { World } from './world.ts'

export interface Asked {
  query: Record<string, string>
  body: Record<string, unknown>
  params: Record<string, string>
  token: string
  me: Row
}

/** An answer that is no plain success: a refusal, a message beside the result, or something without an envelope. */
export class Answer {
  constructor(
    readonly with_: { message?: string; code?: number; result?: unknown; success?: boolean; bare?: unknown },
  ) {}
}
const no = (message: string, code = 500) => new Answer({ success: false, message, code })
const said = (message: string, result: unknown = null) => new Answer({ message, result, code: 200 })

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: readonly string[]
  /** `upload`: a form with files. */
  body?: readonly string[] | 'upload'
  /** Without a token. */
  open?: true
  handler(asked: Asked): unknown
}

type Push = (frame: object, userId?: string) => void

const csv = (value: unknown) =>
  String(value ?? '')
    .split(',')
    .filter(Boolean)
const sheet = () => new Answer({ bare: Buffer.from('PK-a-sheet') })

/** list, add, edit, delete, deleteBatch, queryById, exportXls, importExcel (STD). */
function std(world: World, entity: EntityName, base: string, only?: readonly string[]): Route[] {
  const rows = () => world.rows[entity]
  const definition: { fields: object; further?: readonly string[] } = entities[entity]
  const names = [...Object.keys(definition.fields), ...(definition.further ?? [])]
  const kept = (body: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => name in definition.fields))
  const drop = (ids: readonly string[]) => {
    world.rows[entity] = rows().filter(({ id }) => !ids.includes(String(id)))
  }
  const all: Record<string, Route> = {
    list: {
      method: 'GET',
      path: `${base}/list`,
      query: listNames(entity),
      handler: ({ query }) => page(entity, found(entity, rows(), query), query),
    },
    add: {
      method: 'POST',
      path: `${base}/add`,
      body: names,
      handler: ({ body, me }) => {
        // Twice sent is twice done.
        rows().push({
          id: newId(),
          createBy: me.username,
          createTime: now(),
          updateBy: null,
          updateTime: null,
          ...kept(body),
        })
        return said('添加成功！')
      },
    },
    edit: {
      method: 'PUT',
      path: `${base}/edit`,
      body: names,
      handler: ({ body, me }) => {
        const row = rows().find(({ id }) => String(id) === String(body.id))
        if (!row) return no('未找到对应实体')
        // What is null stays as it was.
        const given = Object.entries(kept(body)).filter(([, value]) => value !== null)
        Object.assign(row, Object.fromEntries(given), { updateBy: me.username, updateTime: now() })
        return said('编辑成功!')
      },
    },
    delete: {
      method: 'DELETE',
      path: `${base}/delete`,
      query: ['id'],
      handler: ({ query }) => {
        drop([query.id!])
        return said('删除成功!')
      },
    },
    deleteBatch: {
      method: 'DELETE',
      path: `${base}/deleteBatch`,
      query: ['ids'],
      handler: ({ query }) => {
        if (!query.ids) return no('参数不识别！')
        drop(csv(query.ids))
        return said('批量删除成功!')
      },
    },
    queryById: {
      method: 'GET',
      path: `${base}/queryById`,
      query: ['id'],
      handler: ({ query }) => rows().find(({ id }) => String(id) === query.id) ?? no('未找到对应数据'),
    },
    exportXls: {
      method: 'GET',
      path: `${base}/exportXls`,
      query: [...listNames(entity), 'selections', 'exportFields'],
      handler: ({ query }) => {
        found(entity, rows(), query)
        return sheet()
      },
    },
    importExcel: {
      method: 'POST',
      path: `${base}/importExcel`,
      body: 'upload',
      handler: () => said('文件导入成功！数据行数：1'),
    },
  }
  return Object.entries(all).flatMap(([name, one]) => (!only || only.includes(name) ? [one] : []))
}

const CRUD = ['list', 'add', 'edit', 'delete', 'deleteBatch']
const replace = (routes: Route[], ...own: Route[]): Route[] => [
  ...routes.filter((one) => !own.some(({ method, path }) => method === one.method && path === one.path)),
  ...own,
]

function signIn(world: World): Route[] {
  const { generation } = world
  const infoOf = (user: Row) => ({ ...user })
  const departsOf = (user: Row) =>
    world.rows.depart
      .filter(({ id }) => world.departs.get(String(user.id))?.includes(String(id)))
      .map(({ id, departName, orgCode }) => ({ id, departName, orgCode }))
  const words = () => ({
    ...Object.fromEntries(
      Object.entries(dictionaries).map(([code, items]) => [
        code,
        Object.entries(items).map(([value, text]) => item(value, text)),
      ]),
    ),
    ...Object.fromEntries(
      world.rows.dict.map(({ id, dictCode }) => [
        String(dictCode),
        world.rows.dictItem
          .filter((one) => one.dictId === id && Number(one.status) === 1)
          .map(({ itemValue, itemText }) => item(String(itemValue), String(itemText))),
      ]),
    ),
  })
  const item = (value: string, text: string) => ({ value, text, title: text, label: text })
  interface Node {
    id: unknown
    [name: string]: unknown
  }
  const tree = (parent: string): Node[] =>
    world.rows.permission
      .filter((one) => (one.parentId ?? '') === parent && one.menuType !== 2)
      .map((one): Node => {
        const children = tree(String(one.id))
        return {
          id: one.id,
          route: '1',
          path: one.url,
          name: String(one.url).slice(1).replaceAll('/', '-'),
          component: one.component,
          ...(!parent && { redirect: null }),
          meta: {
            title: one.name,
            keepAlive: false,
            internalOrExternal: false,
            componentName: String(one.component).split('/').at(-1),
          },
          ...(children.length && { children }),
        }
      })
  return [
    {
      method: 'GET',
      path: '/sys/randomImage/:key',
      open: true,
      handler({ params }) {
        const text = randomBytes(3)
          .toString('base64url')
          .replace(/[^a-zA-Z0-9]/g, 'x')
        world.captchas.set(params.key!, text)
        const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="32"><text x="8" y="22">${text}</text></svg>`
        return `data:image/svg+xml;base64,${Buffer.from(drawn).toString('base64')}`
      },
    },
    {
      method: 'POST',
      path: '/sys/login',
      open: true,
      body: ['username', 'password', 'captcha', 'checkKey', 'remember_me', 'loginOrgCode'],
      handler({ body }) {
        if (body.captcha === undefined || body.captcha === null) return no('验证码无效')
        const wanted = world.captchas.get(String(body.checkKey))
        // A picture is good until somebody is in by it.
        if (wanted?.toLowerCase() !== String(body.captcha).toLowerCase()) return no('验证码错误', 412)
        const user = world.rows.user.find(({ username }) => username === body.username)
        if (!user) return no('该用户不存在，请注册')
        if (world.passwords.get(String(body.username)) !== body.password) return no('用户名或密码错误')
        if (user.status !== 1) return no('该用户已冻结')
        world.captchas.delete(String(body.checkKey))
        const token = `eyJ.${randomBytes(16).toString('hex')}.plain`
        world.tokens.set(token, String(user.id))
        const departs = departsOf(user)
        return said('登录成功', {
          token,
          multi_depart: Math.min(departs.length, 2),
          userInfo: infoOf(user),
          departs,
          tenantList: world.rows.tenant.map(({ id, name }) => ({ id, name })),
          sysAllDictItems: words(),
        })
      },
    },
    ...(['POST', 'GET'] as const).map((method): Route => ({
      method,
      path: '/sys/logout',
      body: [],
      handler({ token }) {
        world.tokens.delete(token)
        return said('退出登录成功！')
      },
    })),
    {
      method: 'PUT',
      path: '/sys/selectDepart',
      body: ['username', 'orgCode', 'loginTenantId'],
      handler({ body, me }) {
        me.orgCode = body.orgCode
        return { userInfo: infoOf(me) }
      },
    },
    {
      method: 'GET',
      path: '/sys/user/getCurrentUserDeparts',
      handler: ({ me }) => ({ list: departsOf(me), orgCode: me.orgCode }),
    },
    { method: 'GET', path: '/sys/tenant/getCurrentUserTenant', handler: () => ({ list: world.rows.tenant }) },
    {
      method: 'GET',
      path: '/sys/user/getUserInfo',
      handler: ({ me }) => ({ userInfo: infoOf(me), sysAllDictItems: words() }),
    },
    {
      method: 'PUT',
      path: '/sys/user/updatePassword',
      body: ['username', 'oldpassword', 'password', 'confirmpassword'],
      handler({ body }) {
        if (world.passwords.get(String(body.username)) !== body.oldpassword) return no('旧密码输入错误!')
        world.passwords.set(String(body.username), String(body.password))
        return said('密码重置成功!')
      },
    },
    {
      method: 'GET',
      path: '/sys/permission/getUserPermissionByToken',
      handler() {
        const codes = world.rows.permission.filter(({ menuType }) => menuType === 2)
        const auth = codes.map(({ perms, permsType, name }) => ({ action: perms, type: permsType, describe: name }))
        return {
          menu: tree(''),
          auth,
          allAuth: auth.map((one) => ({ ...one, status: '1' })),
          sysSafeMode: false,
          ...(generation === 'new' && { codeList: auth.map(({ action }) => action) }),
        }
      },
    },
    { method: 'GET', path: '/sys/dict/queryAllDictItems', handler: words },
    {
      method: 'GET',
      path: '/sys/dict/getDictItems/:code',
      handler: ({ params }) => (words() as Record<string, unknown>)[decodeURIComponent(params.code!)] ?? [],
    },
    { method: 'GET', path: '/sys/dict/refleshCache', handler: () => said('刷新缓存完成') },
    {
      method: 'GET',
      path: '/sys/duplicate/check',
      query: ['tableName', 'fieldName', 'fieldVal', 'dataId'],
      handler: () => said('该值可用！'),
    },
    {
      method: 'GET',
      path: '/sys/dataLog/list',
      query: ['dataTable', 'dataId', 'pageNo', 'pageSize'],
      handler: () => ({ records: [], total: 0, size: 10, current: 1, pages: 0 }),
    },
    { method: 'GET', path: '/sys/loginfo', handler: () => ({ totalVisitCount: 1, todayVisitCount: 1, todayIp: 1 }) },
  ]
}

function users(world: World): Route[] {
  const { rows, generation } = world
  const namesOf = (id: string | number) =>
    rows.depart
      .filter((one) => world.departs.get(String(id))?.includes(String(one.id)))
      .map(({ departName }) => departName)
      .join(',')
  // The newer line shows everybody's hash.
  const hashes = generation === 'new' && { password: 'a9932bb12d2cbc5a', salt: 'AF4vhXUz' }
  const shown = (user: Row): Row => ({ ...user, ...hashes, orgCodeTxt: namesOf(user.id) })
  const within = (depart: string) => rows.user.filter(({ id }) => world.departs.get(String(id))?.includes(depart))
  const pageOf = (list: readonly Row[], query: Record<string, string>) => page('user', list.map(shown), query)
  const named = (list: readonly Row[], { username }: Record<string, string>) =>
    list.filter((one) => !username || String(one.username).includes(username.replaceAll('*', '')))
  const link = (of: Map<string, string[]>, userId: unknown, id: unknown, on: boolean) => {
    const before = (of.get(String(userId)) ?? []).filter((one) => one !== id)
    of.set(String(userId), on ? [...before, String(id)] : before)
  }
  const roleOf = (user: string) => world.roles.get(user) ?? []
  return replace(
    std(world, 'user', '/sys/user'),
    {
      method: 'GET',
      path: '/sys/user/list',
      query: [...listNames('user'), 'departId', 'code'],
      handler({ query: { departId, ...query } }) {
        const there = departId ? within(departId) : rows.user
        // Of a department without people there is not even a page.
        return there.length ? pageOf(found('user', there, query), query) : null
      },
    },
    {
      method: 'POST',
      path: '/sys/user/add',
      body: [...Object.keys(entities.user.fields), ...entities.user.further],
      handler({ body: { selectedroles, selecteddeparts, password, ...body } }) {
        const id = newId()
        rows.user.push({ createTime: now(), createBy: 'admin', delFlag: 0, ...body, status: 1, id })
        world.roles.set(id, csv(selectedroles))
        world.departs.set(id, csv(selecteddeparts))
        world.passwords.set(String(body.username), String(password))
        return said('添加成功！')
      },
    },
    {
      method: 'PUT',
      path: '/sys/user/edit',
      body: [...Object.keys(entities.user.fields), ...entities.user.further],
      handler({ body: { selectedroles, selecteddeparts, ...body } }) {
        const user = rows.user.find(({ id }) => id === body.id)
        if (!user) return no('未找到对应实体')
        Object.assign(user, Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)))
        // Nothing is left of what is not named.
        world.roles.set(String(user.id), csv(selectedroles))
        world.departs.set(String(user.id), csv(selecteddeparts))
        user.relTenantIds = body.relTenantIds ?? ''
        return said('修改成功!')
      },
    },
    {
      method: 'DELETE',
      path: '/sys/user/delete',
      query: ['id'],
      handler({ query }) {
        world.bin.user.push(...rows.user.filter(({ id }) => id === query.id))
        rows.user = rows.user.filter(({ id }) => id !== query.id)
        return said('删除用户成功')
      },
    },
    { method: 'GET', path: '/sys/user/recycleBin', handler: () => world.bin.user },
    {
      method: 'PUT',
      path: '/sys/user/putRecycleBin',
      body: ['userIds'],
      handler({ body }) {
        const back = csv(body.userIds)
        rows.user.push(...world.bin.user.filter(({ id }) => back.includes(String(id))))
        world.bin.user = world.bin.user.filter(({ id }) => !back.includes(String(id)))
        return said('还原成功')
      },
    },
    {
      method: 'DELETE',
      path: '/sys/user/deleteRecycleBin',
      query: ['userIds'],
      handler({ query }) {
        world.bin.user = world.bin.user.filter(({ id }) => !csv(query.userIds).includes(String(id)))
        return said('删除成功')
      },
    },
    {
      method: 'PUT',
      path: '/sys/user/frozenBatch',
      body: ['ids', 'status'],
      handler({ body }) {
        for (const user of rows.user) if (csv(body.ids).includes(String(user.id))) user.status = Number(body.status)
        return said('操作成功!')
      },
    },
    {
      method: 'PUT',
      path: '/sys/user/changePassword',
      body: ['username', 'password', 'confirmpassword'],
      handler({ body }) {
        world.passwords.set(String(body.username), String(body.password))
        return said('密码修改成功!')
      },
    },
    {
      method: 'GET',
      path: '/sys/user/queryUserRole',
      query: ['userid'],
      handler: ({ query }) => (roleOf(query.userid!).length ? roleOf(query.userid!) : no('未找到用户相关角色信息')),
    },
    {
      method: 'GET',
      path: '/sys/user/userDepartList',
      query: ['userId'],
      handler({ query }) {
        const own = rows.depart.filter(({ id }) => world.departs.get(query.userId!)?.includes(String(id)))
        return own.length
          ? own.map(({ id, departName }) => ({ key: id, value: id, title: departName }))
          : no('查找失败')
      },
    },
    {
      method: 'GET',
      path: '/sys/user/userRoleList',
      query: ['roleId', 'username', 'pageNo', 'pageSize'],
      handler: ({ query }) =>
        pageOf(
          named(
            rows.user.filter(({ id }) => roleOf(String(id)).includes(query.roleId!)),
            query,
          ),
          query,
        ),
    },
    {
      method: 'GET',
      path: '/sys/user/departUserList',
      query: ['depId', 'username', 'pageNo', 'pageSize'],
      handler({ query }) {
        const list = named(within(query.depId!), query)
        return list.length ? pageOf(list, query) : null
      },
    },
    {
      method: 'GET',
      path: '/sys/user/queryUserComponentData',
      query: ['username', 'realname', 'departId', 'id', 'pageNo', 'pageSize', 'column', 'order', 'field'],
      handler: ({ query }) => pageOf(named(query.departId ? within(query.departId) : rows.user, query), query),
    },
    {
      method: 'GET',
      path: '/sys/user/getMultiUser',
      query: Object.keys(entities.user.fields),
      handler({ query }) {
        const [[name, wanted] = ['id', '']] = Object.entries(query).filter(([key]) => key !== '_t')
        return new Answer({ bare: rows.user.filter((one) => csv(wanted).includes(String(one[name]))) })
      },
    },
    {
      method: 'POST',
      path: '/sys/user/addSysUserRole',
      body: ['roleId', 'userIdList'],
      handler({ body }) {
        for (const id of body.userIdList as string[]) link(world.roles, id, body.roleId, true)
        return said('添加成功!')
      },
    },
    {
      method: 'DELETE',
      path: '/sys/user/deleteUserRole',
      query: ['roleId', 'userId'],
      handler({ query }) {
        link(world.roles, query.userId, query.roleId, false)
        return said('删除成功!')
      },
    },
    {
      method: 'POST',
      path: '/sys/user/editSysDepartWithUser',
      body: ['depId', 'userIdList'],
      handler({ body }) {
        for (const id of body.userIdList as string[]) link(world.departs, id, body.depId, true)
        return said('添加成功!')
      },
    },
    {
      method: 'DELETE',
      path: '/sys/user/deleteUserInDepart',
      query: ['depId', 'userId'],
      handler({ query }) {
        link(world.departs, query.userId, query.depId, false)
        return said('删除成功!')
      },
    },
  )
}

function rolesAndMenus(world: World): Route[] {
  const { rows, generation } = world
  const below = (id: unknown) => rows.permission.filter((one) => (one.parentId ?? '') === id)
  interface Branch {
    [name: string]: unknown
  }
  const whole = (one: Row): Branch => {
    const children = below(one.id).map(whole)
    return {
      ...one,
      key: one.id,
      title: one.name,
      isLeaf: !children.length,
      leaf: !children.length,
      children: children.length ? children : null,
    }
  }
  const level = (one: Row) => ({ ...whole(one), children: null })
  const model = (one: Row): Branch => ({
    key: one.id,
    title: null,
    slotTitle: one.name,
    isLeaf: !below(one.id).length,
    ruleFlag: one.ruleFlag,
    parentId: one.parentId,
    label: null,
    value: one.id,
    children: below(one.id).map(model),
  })
  const grants = (path: string, name: string): Route[] => [
    {
      method: 'GET',
      path: `/sys/permission/query${path}`,
      query: [name],
      handler: ({ query }) => world.granted.get(query[name]!) ?? [],
    },
    {
      method: 'POST',
      path: `/sys/permission/save${path}`,
      body: [name, 'permissionIds', 'lastpermissionIds'],
      handler({ body }) {
        const last = csv(body.lastpermissionIds)
        const wanted = csv(body.permissionIds)
        const before = world.granted.get(String(body[name])) ?? []
        const kept = before.filter((one) => !last.includes(one) || wanted.includes(one))
        world.granted.set(String(body[name]), [...new Set([...kept, ...wanted])])
        return said('保存成功！')
      },
    },
  ]
  return [
    ...(generation === 'old'
      ? std(world, 'role', '/sys/role')
      : replace(std(world, 'role', '/sys/role'), {
          method: 'GET',
          path: '/sys/role/list',
          query: listNames('role'),
          // By a statement of its own: parts of both texts, stars are stars, and no order but that of their making.
          handler({ query: { roleName = '', roleCode = '', id = '', ...query } }) {
            const { column: _, order: __, superQueryParams: ___, ...rest } = query
            const hits = rows.role.filter(
              (row) =>
                String(row.roleName).includes(roleName) &&
                String(row.roleCode).includes(roleCode) &&
                (!id || csv(id).includes(String(row.id))),
            )
            return page('role', found('role', hits, rest), rest)
          },
        })),
    { method: 'GET', path: '/sys/role/queryall', handler: () => (rows.role.length ? rows.role : no('未找到角色信息')) },
    {
      method: 'GET',
      path: '/sys/role/queryTreeList',
      handler: () => ({ treeList: below('').map(model), ids: rows.permission.map(({ id }) => id) }),
    },
    {
      method: 'GET',
      path: '/sys/role/datarule/:permissionId/:roleId',
      handler: () => no('未找到权限配置信息'),
    },
    ...std(world, 'permission', '/sys/permission', ['add', 'edit', 'delete', 'deleteBatch']),
    {
      method: 'GET',
      path: '/sys/permission/list',
      query: ['name'],
      handler: ({ query }) =>
        query.name
          ? rows.permission.filter(({ name }) => String(name).includes(query.name!)).map(level)
          : below('').map(whole),
    },
    { method: 'GET', path: '/sys/permission/getSystemMenuList', handler: () => below('').map(level) },
    {
      method: 'GET',
      path: '/sys/permission/getSystemSubmenu',
      query: ['parentId'],
      handler: ({ query }) => below(query.parentId).map(level),
    },
    ...grants('RolePermission', 'roleId'),
    ...grants('DepartPermission', 'departId'),
    {
      method: 'GET',
      path: '/sys/permission/getPermRuleListByPermId',
      query: ['permissionId'],
      handler: ({ query }) => rows.rule.filter(({ permissionId }) => permissionId === query.permissionId),
    },
    ...std(world, 'rule', '/sys/rule', ['add', 'edit', 'delete']).map((one) => ({
      ...one,
      path: `/sys/permission/${one.path.split('/').at(-1)}PermissionRule`,
    })),
  ]
}

function departments(world: World): Route[] {
  const { rows } = world
  const below = (pid: string) => rows.depart.filter(({ parentId }) => (parentId ?? '') === pid)
  const node = (one: Row) => ({
    ...one,
    key: one.id,
    value: one.id,
    title: one.departName,
    isLeaf: !below(String(one.id)).length,
    children: null,
  })
  interface Branch {
    [name: string]: unknown
  }
  const ids = (pid: string): Branch[] =>
    below(pid).map((one) => {
      const children = ids(String(one.id))
      return { key: one.id, value: one.id, title: one.departName, children: children.length ? children : null }
    })
  const shared = std(world, 'depart', '/sys/sysDepart', ['edit', 'delete', 'deleteBatch', 'exportXls', 'importExcel'])
  const edit = shared.find(({ path }) => path.endsWith('/edit'))!
  return [
    ...replace(shared, {
      ...edit,
      handler(asked) {
        const { directorUserIds = '', oldDirectorUserIds = '', ...body } = asked.body
        const row = rows.depart.find(({ id }) => id === body.id)
        // What sort it is may be said only where nothing below it is a company, even when that is no news.
        const companies = below(String(body.id)).some(({ orgCategory }) => ['1', '4'].includes(String(orgCategory)))
        if (world.generation === 'new' && body.orgCategory === '2' && companies)
          return no('当前子级存在子公司，无法变更为部门!')
        // Whoever is not named leads it no more.
        if (row) {
          const kept = csv(row.directorUserIds).filter((one) => !csv(oldDirectorUserIds).includes(one))
          row.directorUserIds = directorUserIds ? [...new Set([...kept, ...csv(directorUserIds)])].join(',') : ''
        }
        return edit.handler({ ...asked, body })
      },
    }),
    {
      method: 'POST',
      path: '/sys/sysDepart/add',
      body: [...Object.keys(entities.depart.fields), ...entities.depart.further],
      handler({ body }) {
        const above = rows.depart.find(({ id }) => id === body.parentId)
        const siblings = below(String(body.parentId ?? ''))
        const orgCode = `${String(above?.orgCode ?? '')}A${String(siblings.length + 1).padStart(2, '0')}`
        rows.depart.push({
          createTime: now(),
          delFlag: '0',
          status: '1',
          ...body,
          id: newId(),
          orgCode,
          orgType: String(orgCode.length / 3),
        })
        return said('添加成功！')
      },
    },
    {
      method: 'GET',
      path: '/sys/sysDepart/queryDepartTreeSync',
      query: ['pid', 'ids', 'primaryKey'],
      handler({ query }) {
        const key = query.primaryKey === 'orgCode' ? 'orgCode' : 'id'
        if (query.ids) return rows.depart.filter((one) => csv(query.ids).includes(String(one[key]))).map(node)
        return below(query.pid ?? '').map(node)
      },
    },
    { method: 'GET', path: '/sys/sysDepart/queryIdTree', handler: () => ids('') },
    { method: 'GET', path: '/sys/sysDepart/queryTreeList', query: ['ids'], handler: () => below('').map(node) },
    {
      method: 'GET',
      path: '/sys/sysDepart/searchBy',
      query: ['keyWord', 'myDeptSearch'],
      handler({ query }) {
        const hits = rows.depart.filter(({ departName }) => String(departName).includes(query.keyWord!))
        return hits.length ? hits.map(node) : no('未查询匹配数据！')
      },
    },
    ...std(world, 'departRole', '/sys/sysDepartRole', CRUD),
    {
      method: 'GET',
      path: '/sys/sysDepartRole/getDeptRoleList',
      query: ['departId', 'userId'],
      handler: ({ query }) => rows.departRole.filter(({ departId }) => departId === query.departId),
    },
    {
      method: 'GET',
      path: '/sys/sysDepartRole/getDeptRoleByUserId',
      query: ['departId', 'userId'],
      handler: () => [],
    },
    {
      method: 'POST',
      path: '/sys/sysDepartRole/deptRoleUserAdd',
      body: ['userId', 'newRoleId', 'oldRoleId'],
      handler: () => said('添加成功！'),
    },
  ]
}

function dictionariesAndMore(world: World): Route[] {
  const { rows } = world
  const dict = std(world, 'dict', '/sys/dict', [...CRUD, 'exportXls', 'importExcel'])
  return [
    ...replace(dict, {
      method: 'DELETE',
      path: '/sys/dict/delete',
      query: ['id'],
      handler({ query }) {
        world.bin.dict.push(...rows.dict.filter(({ id }) => id === query.id))
        rows.dict = rows.dict.filter(({ id }) => id !== query.id)
        return said('删除成功!')
      },
    }),
    { method: 'GET', path: '/sys/dict/deleteList', handler: () => world.bin.dict },
    {
      method: 'PUT',
      path: '/sys/dict/back/:id',
      body: [],
      handler({ params }) {
        rows.dict.push(...world.bin.dict.filter(({ id }) => id === params.id))
        world.bin.dict = world.bin.dict.filter(({ id }) => id !== params.id)
        return said('操作成功!')
      },
    },
    {
      method: 'DELETE',
      path: '/sys/dict/deletePhysic/:id',
      handler({ params }) {
        world.bin.dict = world.bin.dict.filter(({ id }) => id !== params.id)
        return said('删除成功!')
      },
    },
    ...std(world, 'dictItem', '/sys/dictItem', CRUD),
    ...std(world, 'position', '/sys/position'),
    ...replace(std(world, 'tenant', '/sys/tenant', [...CRUD, 'queryById']), {
      method: 'POST',
      path: '/sys/tenant/add',
      body: Object.keys(entities.tenant.fields),
      handler({ body }) {
        if (world.generation === 'old' && !body.id) return no('请填写租户编号')
        const id = Number(body.id ?? 0) || Math.max(...rows.tenant.map((one) => Number(one.id))) + 1
        if (rows.tenant.some((one) => Number(one.id) === id)) return no('该编号已存在!')
        rows.tenant.push({ ...body, createTime: now(), createBy: 'admin', id })
        return said('添加成功！')
      },
    }),
  ]
}

function notices(world: World, push: Push): Route[] {
  const { rows } = world
  const shared = std(world, 'announcement', '/sys/annountCement')
  const add = shared.find(({ path }) => path.endsWith('/add'))!
  const edit = shared.find(({ path }) => path.endsWith('/edit'))!
  const cut = (body: Record<string, unknown>) =>
    // The last sign is taken for a comma, whatever it is.
    body.msgType === 'USER' ? { ...body, userIds: String(body.userIds ?? '').slice(0, -1) } : body
  const mine = (userId: unknown) => {
    for (const { id, sendStatus, msgType } of rows.announcement)
      if (
        sendStatus === '1' &&
        msgType === 'ALL' &&
        !world.sent.some((one) => one.anntId === id && one.userId === userId)
      )
        world.sent.push({ id: newId(), anntId: String(id), userId: String(userId), readFlag: '0' })
    return world.sent
      .filter((one) => one.userId === userId)
      .flatMap((one) => {
        const row = rows.announcement.find(({ id, sendStatus }) => id === one.anntId && sendStatus === '1')
        return row ? [{ ...row, id: one.id, anntId: one.anntId, userId: one.userId, readFlag: one.readFlag }] : []
      })
  }
  return [
    ...replace(
      shared,
      {
        ...add,
        handler: (asked) => add.handler({ ...asked, body: { ...cut(asked.body), sendStatus: '0', delFlag: '0' } }),
      },
      {
        ...edit,
        handler(asked) {
          if (!asked.body.msgType) throw new Error('操作失败，msgType')
          return edit.handler({ ...asked, body: cut(asked.body) })
        },
      },
    ),
    {
      method: 'GET',
      path: '/sys/annountCement/doReleaseData',
      query: ['id'],
      handler({ query, me }) {
        const row = rows.announcement.find(({ id }) => id === query.id)
        if (!row) return no('未找到对应实体')
        Object.assign(row, { sendStatus: '1', sendTime: now(), sender: me.username })
        const frame = { msgId: row.id, msgTxt: row.titile }
        if (row.msgType === 'ALL') push({ cmd: 'topic', ...frame })
        else
          for (const userId of csv(row.userIds)) {
            world.sent.push({ id: newId(), anntId: String(row.id), userId, readFlag: '0' })
            push({ cmd: 'user', ...frame }, userId)
          }
        return said('该系统通知发布成功')
      },
    },
    {
      method: 'GET',
      path: '/sys/annountCement/doReovkeData',
      query: ['id'],
      handler({ query }) {
        const row = rows.announcement.find(({ id }) => id === query.id)
        if (!row) return no('未找到对应实体')
        Object.assign(row, { sendStatus: '2', cancelTime: now() })
        return said('该系统通知撤销成功')
      },
    },
    {
      method: 'GET',
      path: '/sys/annountCement/listByUser',
      query: ['pageSize'],
      handler({ me }) {
        const unread = mine(me.id).filter(({ readFlag }) => readFlag === '0')
        const of = (category: string) =>
          unread
            .map(({ anntId }) => rows.announcement.find(({ id }) => id === anntId)!)
            .filter(({ msgCategory }) => msgCategory === category)
        const [first, second] = [of('1'), of('2')]
        return { anntMsgList: first, anntMsgTotal: first.length, sysMsgList: second, sysMsgTotal: second.length }
      },
    },
    {
      method: 'GET',
      path: '/sys/sysAnnouncementSend/getMyAnnouncementSend',
      query: [
        'titile',
        'sender',
        'readFlag',
        'msgCategory',
        'busType',
        'bizSource',
        'pageNo',
        'pageSize',
        'column',
        'order',
      ],
      handler({ query, me }) {
        const list = mine(me.id).filter(
          (one: Record<string, unknown>) =>
            (!query.msgCategory || one.msgCategory === query.msgCategory) &&
            (!query.titile || String(one.titile).includes(query.titile)),
        )
        return { records: list.map((row) => withWords('announcement', row)), total: list.length }
      },
    },
    {
      method: 'PUT',
      path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
      body: ['anntId'],
      handler({ body, me }) {
        for (const one of world.sent) if (one.anntId === body.anntId && one.userId === me.id) one.readFlag = '1'
        return said('')
      },
    },
    {
      method: 'PUT',
      path: '/sys/sysAnnouncementSend/readAll',
      body: [],
      handler({ me }) {
        for (const one of world.sent) if (one.userId === me.id) one.readFlag = '1'
        push({ cmd: 'topic' })
        return said('全部已读')
      },
    },
  ]
}

/** `user/avatar.png` → a name nobody has used. */
export const uploaded = (name: string) =>
  `temp/${createHash('md5').update(name).digest('hex')}_${Date.now()}.${name.split('.').at(-1)}`

export const routesOf = (world: World, push: Push): Route[] => [
  ...signIn(world),
  ...users(world),
  ...rolesAndMenus(world),
  ...departments(world),
  ...dictionariesAndMore(world),
  ...notices(world, push),
]
