import { approvalFields } from '#model/approval.ts'
import { choices } from '#model/choices.ts'
import { choice, serial, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const permissionRequestStates = choices('sys_permission_request_status', '权限申请状态', {
  waiting: ['0', '待处理', 'orange'],
  granted: ['1', '已授予', 'green'],
  refused: ['2', '已拒绝', 'red'],
})

/** Somebody lacks a permission and asks those who can give it. A yes needs the permission to be given, in 角色管理. */
export const permissionRequest = defineResource({
  name: 'permissionRequest',
  label: '权限申请',
  path: '/sys/permissionRequest',
  table: 'sys_permission_request',
  title: 'requestNo',
  scope: 'tenant',
  permission: 'system:permissionRequest',
  verbs: [],
  fields: {
    requestNo: serial('申请单号', { prefix: 'QX' }),
    wanted: text('申请的权限', { required: true, readOnly: true, max: 100 }),
    code: text('权限标识', { required: true, readOnly: true, max: 100 }),
    askerId: user('申请人', { required: true, readOnly: true }),
    askerRoles: text('申请人的角色', { readOnly: true, max: 255 }),
    note: text('申请说明', { readOnly: true, max: 255 }),
    status: choice('状态', permissionRequestStates, { readOnly: true, initial: 'waiting' }),
    ...approvalFields,
  },
  list: {
    source: '有人在“为什么”里申请权限后列在这里',
    columns: ['requestNo', 'status', 'askerId', 'wanted', 'code', 'askerRoles', 'note', 'createTime', 'dueTime'],
    filters: ['requestNo', 'status', 'askerId', 'wanted', 'createTime'],
    card: { subtitle: 'wanted', badge: 'status', facts: ['askerId', 'askerRoles', 'createTime'] },
  },
  form: [{ title: '申请', fields: ['requestNo', 'wanted', 'code', 'askerId', 'askerRoles', 'note'] }],
  actions: {
    grant: { label: '同意', when: { status: ['waiting'] }, confirm: '同意前请先在角色管理中授予这项权限' },
    refuse: { label: '拒绝' },
  },
  approval: {
    noun: '权限申请',
    state: 'status',
    steps: [{ action: 'grant', name: '授权' }],
    passed: 'granted',
    reject: 'refuse',
    rejected: 'refused',
    hours: 'review.dueHours',
    facts: ['askerId', ['wanted', 'code'], 'askerRoles', 'note'],
  },
  menu: { group: 'system', icon: 'key', order: 22, url: '/isystem/permissionRequest' },
})
