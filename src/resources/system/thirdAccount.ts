import { chats, type ChatName } from '#model/chats.ts'
import { choice, dateTime, dict, integer, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { userStates } from './userStates.ts'

/** How the contract names the chats in this table. */
export const thirdTypes = Object.fromEntries(chats.map(({ name, source }) => [name, source])) as Record<ChatName, string>

/**
 * Who somebody is in WeCom or DingTalk (JeecgBoot SysThirdAccount). A row comes with the first sign-in; as long as it has
 * no user, the person cannot work, and an administrator chooses the user here.
 */
export const sysThirdAccount = defineResource({
  name: 'sysThirdAccount',
  label: '聊天账号',
  path: '/sys/thirdAccount',
  title: 'thirdUserId',
  scope: 'platform',
  permission: 'system:thirdAccount',
  contract: true,
  fields: {
    thirdType: dict('聊天软件', 'third_type', { required: true, fixed: true }),
    thirdUserId: text('聊天账号', { required: true, fixed: true, max: 128, hint: '企业通讯录里的账号（企业微信的账号、钉钉的员工 UserID）' }),
    realname: text('聊天中的姓名', { max: 100 }),
    sysUserId: user('绑定的用户'),
    status: choice('状态', userStates, { initial: 'normal' }),
    corpId: text('企业编号', { readOnly: true, max: 128 }),
    thirdUserUuid: text('唯一编号', { readOnly: true, hidden: true, max: 128 }),
    avatar: text('头像地址', { readOnly: true, max: 500 }),
    lastTime: dateTime('最近登录', { readOnly: true }),
    // WeCom names no person besides the id: another number is another person (server/chat/accounts.ts).
    mobile: text('聊天中的手机号', { readOnly: true, hidden: true, max: 32, mask: 'phone' }),
    // 1: somebody took the binding away, and a number that fits does not give it back.
    unbound: integer('解除过绑定', { readOnly: true, hidden: true, initial: 0 }),
    delFlag: integer('删除标记', { readOnly: true, hidden: true, initial: 0 }),
  },
  unique: [
    ['thirdType', 'corpId', 'thirdUserId'],
    ['thirdType', 'corpId', 'sysUserId'],
  ],
  list: {
    columns: ['thirdUserId', 'thirdType', 'realname', 'sysUserId', 'status', 'corpId', 'lastTime', 'createTime'],
    filters: ['thirdUserId', 'realname', 'thirdType', 'sysUserId', 'status'],
    card: { subtitle: 'realname', badge: 'status', facts: ['sysUserId', 'thirdType'] },
  },
  form: [{ title: '绑定', fields: ['thirdType', 'thirdUserId', 'realname', 'sysUserId', 'status'] }],
  actions: {
    bind: {
      label: '绑定用户',
      when: { status: ['normal'] },
      permission: 'edit',
      foremost: true,
      input: { sysUserId: user('绑定的用户', { required: true }) },
    },
  },
  excel: { import: ['thirdType', 'thirdUserId', 'realname', 'sysUserId'] },
  menu: {
    group: 'system',
    icon: 'link',
    order: 60,
    url: '/isystem/thirdAccount',
    component: ['system/ThirdAccountList', 'system/thirdAccount/index'],
  },
})
