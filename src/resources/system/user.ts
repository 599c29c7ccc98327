import { choices } from '#model/choices.ts'
import { choice, date, department, dict, image, integer, longText, refs, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { userStates } from './userStates.ts'

export const userIdentities = choices('user_identity', '用户身份', {
  member: [1, '普通成员'],
  superior: [2, '上级领导'],
})

/** Staff accounts (JeecgBoot SysUser). The password lives in a table of its own that no list can name. */
export const sysUser = defineResource({
  name: 'sysUser',
  label: '用户',
  path: '/sys/user',
  title: 'realname',
  scope: 'members',
  permission: 'system:user',
  contract: true,
  fields: {
    username: text('用户名', { required: true, unique: true, fixed: true, min: 4, max: 18, format: 'userName' }),
    realname: text('姓名', { required: true, max: 50 }),
    avatar: image('头像', { crop: true }),
    sex: dict('性别', 'sex', { numeric: true }),
    birthday: date('生日'),
    phone: text('手机号', { unique: true, format: 'mobile' }),
    email: text('邮箱', { unique: true, format: 'email' }),
    workNo: text('工号', { unique: true, max: 50 }),
    orgCode: text('登录部门', { readOnly: true }),
    departId: department('部门', { readOnly: true, computed: true, multiple: true }),
    roleIds: refs('角色', 'sysRole', { readOnly: true, computed: true }),
    status: choice('状态', userStates, { initial: 'normal' }),
    post: refs('职务', 'sysPosition'),
    telephone: text('座机', { format: 'phone' }),
    userIdentity: choice('身份', userIdentities, { initial: 'member' }),
    departIds: department('负责部门', { multiple: true }),
    relTenantIds: text('所属租户', { readOnly: true, max: 200 }),
    homePath: text('首页地址', { max: 100 }),
    description: longText('备注', { max: 500 }),
    sort: integer('排序', { initial: 0 }),
    delFlag: integer('删除标记', { readOnly: true, hidden: true, initial: 0 }),
    mustChangePassword: toggle('下次登录须改密码', { readOnly: true }),
  },
  list: {
    columns: ['username', 'realname', 'avatar', 'sex', 'phone', 'email', 'departId', 'status', 'createTime'],
    filters: ['username', 'realname', 'phone', 'departId', 'sex', 'status'],
    card: { subtitle: 'username', badge: 'status', facts: ['phone', 'email'] },
  },
  form: [
    { title: '账号', fields: ['username', 'realname', 'avatar', 'status', 'workNo'] },
    { title: '联系方式', fields: ['sex', 'birthday', 'phone', 'email', 'telephone'] },
    { title: '职务与部门', fields: ['post', 'userIdentity', 'departIds', 'homePath', 'description'] },
  ],
  excel: {
    import: ['username', 'realname', 'sex', 'birthday', 'phone', 'email', 'workNo', 'telephone', 'description'],
  },
  actions: {
    freeze: { label: '冻结', when: { status: ['normal'] }, permission: 'frozenBatch', danger: true, batch: true, confirm: '冻结后该用户立即下线，不能再登录。' },
    unfreeze: { label: '解冻', when: { status: ['frozen'] }, permission: 'frozenBatch', batch: true },
    leaveTenant: {
      label: '移出租户',
      permission: 'edit',
      danger: true,
      batch: true,
      confirm: '该用户将失去在本租户的角色和部门，在本租户的登录立即失效；其账号和在其他租户的权限不变。',
    },
  },
  menu: {
    group: 'system',
    icon: 'user',
    order: 10,
    url: '/isystem/user',
    component: ['system/UserList', 'system/user/index'],
  },
})
