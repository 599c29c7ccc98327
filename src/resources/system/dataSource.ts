import { choices, type NameIn } from '#model/choices.ts'
import { choice, longText, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** JeecgBoot's numbers for them. */
export const databaseTypes = choices('data_source_type', '数据源类型', {
  mysql: ['4', 'MySQL'],
  mariadb: ['5', 'MariaDB'],
  postgresql: ['6', 'PostgreSQL'],
})

/** What an address begins with, behind `jdbc:`, and the port when it names none. */
export const addressForms = {
  mysql: { schemes: ['mysql'], port: 3306 },
  mariadb: { schemes: ['mariadb', 'mysql'], port: 3306 },
  postgresql: { schemes: ['postgresql', 'postgres'], port: 5432 },
} as const satisfies Record<NameIn<typeof databaseTypes>, { schemes: readonly string[]; port: number }>

type DatabaseName = keyof typeof addressForms
const namesOfTypes = Object.keys(addressForms) as DatabaseName[]

/** How an address of that kind is written; of every kind without a name. */
export const addressForm = (name?: DatabaseName): string => (name ? [name] : namesOfTypes).map((one) => `jdbc:${addressForms[one].schemes[0]}://主机:${addressForms[one].port}/数据库`).join('、')

/** Of `dbType`; when there is none, of what the address begins with. */
export function databaseNamed(dbType: string | null | undefined, dbUrl: string): DatabaseName | undefined {
  if (dbType) return namesOfTypes.find((name) => databaseTypes[name] === dbType)
  const [, scheme = ''] = /^(?:jdbc:)?([a-z]+):/i.exec(dbUrl.trim()) ?? []
  return namesOfTypes.find((name) => addressForms[name].schemes.some((one) => one === scheme.toLowerCase()))
}

const ADDRESS = /^(?:jdbc:)?([a-z]+):\/\/(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?\/[^\s/?#]+(\?\S*)?$/i

/** Whether an address is one of that kind of database. */
export function isAddressOf(name: DatabaseName, dbUrl: string): boolean {
  const [, scheme = ''] = ADDRESS.exec(dbUrl.trim()) ?? []
  return addressForms[name].schemes.some((one) => one === scheme.toLowerCase())
}

/** Databases of others that reports read (JeecgBoot SysDataSource). The password is taken and never sent back. */
export const sysDataSource = defineResource({
  name: 'sysDataSource',
  label: '数据源',
  path: '/sys/dataSource',
  title: 'name',
  scope: 'tenant',
  permission: 'system:datasource',
  contract: true,
  verbs: ['add', 'edit', 'delete', 'export'],
  fields: {
    code: text('数据源编码', { required: true, unique: true, max: 50, format: 'code', width: 140 }),
    name: text('数据源名称', { required: true, max: 100, width: 160 }),
    dbType: choice('数据库类型', databaseTypes, { required: true, initial: 'postgresql', width: 110 }),
    /** Of JDBC, for clients of the contract. */
    dbDriver: text('驱动类', { max: 100, hidden: true }),
    dbUrl: text('连接地址', {
      required: true,
      max: 255,
      width: 300,
      hint: `${addressForm()}；主机须在服务器设置 DATA_SOURCE_HOSTS 中允许`,
    }),
    dbName: text('数据库名称', { max: 100, hint: '留空时用连接地址中的数据库' }),
    dbUsername: text('用户名', { required: true, max: 100, hint: '请使用只读账号' }),
    hasPassword: toggle('密码', { readOnly: true, onText: '已保存', offText: '未设置', width: 80 }),
    remark: longText('备注', { max: 500 }),
  },
  list: {
    columns: ['code', 'name', 'dbType', 'dbUrl', 'dbName', 'dbUsername', 'hasPassword', 'remark'],
    filters: ['name', 'code', 'dbType'],
    card: { subtitle: 'code', badge: 'dbType', facts: ['dbUrl', 'dbUsername', 'hasPassword'] },
  },
  form: [{ title: '数据源', fields: ['code', 'name', 'dbType', 'dbUrl', 'dbName', 'dbUsername', 'remark'] }],
  check(draft) {
    if (!draft.dbUrl) return undefined
    if (/:\/\/[^/]*@/.test(draft.dbUrl) || /[?&](user|password)=/i.test(draft.dbUrl)) return { dbUrl: '请不要在连接地址中写用户名或密码' }
    const name = databaseNamed(draft.dbType, draft.dbUrl)
    if (!name || !isAddressOf(name, draft.dbUrl)) return { dbUrl: `应为 ${addressForm(name)}` }
  },
  menu: {
    group: 'system',
    icon: 'database',
    order: 79,
    url: '/isystem/dataSource',
    component: ['system/SysDataSourceList', 'monitor/datasource/index'],
  },
})
