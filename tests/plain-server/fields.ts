/** What contract.md §6 names of each entity, typed in from there: a mistake of our own definitions is not repeated here. */

export type Type = 'text' | 'number' | 'date'

interface Entity {
  fields: Readonly<Record<string, Type>>
  /** `{field}_dictText` on pages: the code of a dictionary (§5.4). */
  words?: Readonly<Record<string, string>>
  /** Taken in a body besides its fields. */
  further?: readonly string[]
}

const audit = { id: 'text', createBy: 'text', createTime: 'date', updateBy: 'text', updateTime: 'date' } as const
const texts = (names: string): Record<string, Type> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'text']))
const numbers = (names: string): Record<string, Type> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'number']))
const dates = (names: string): Record<string, Type> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'date']))

export const entities = {
  user: {
    fields: {
      ...audit,
      ...texts('username realname avatar email phone orgCode orgCodeTxt workNo post telephone departIds relTenantIds'),
      ...texts('clientId homePath postText bpmStatus izBindThird sign signEnable mainDepPostId otherDepPostId'),
      ...texts('positionType izHideContact belongDepIds'),
      ...numbers('sex status delFlag activitiSync userIdentity loginTenantId sort'),
      ...dates('birthday lastPwdUpdateTime'),
    },
    words: { sex: 'sex', status: 'user_status' },
    further: ['selectedroles', 'selecteddeparts', 'password', 'updateFromPage'],
  },
  role: { fields: { ...audit, ...texts('roleName roleCode description'), ...numbers('tenantId') } },
  permission: {
    fields: {
      ...audit,
      ...texts('parentId name perms permsType icon component componentName url redirect description status'),
      ...texts('leaf route keepAlive alwaysShow hidden hideTab internalOrExternal'),
      ...numbers('sortNo menuType delFlag ruleFlag'),
    },
  },
  rule: { fields: { ...audit, ...texts('permissionId ruleName ruleColumn ruleConditions ruleValue status') } },
  depart: {
    fields: {
      ...audit,
      ...texts('parentId departName departNameEn departNameAbbr description orgCategory orgType orgCode mobile fax'),
      ...texts('address memo status delFlag qywxIdentifier departPathName dingIdentifier izLeaf positionId'),
      ...texts('depPostParentId'),
      ...numbers('departOrder tenantId'),
    },
    further: ['directorUserIds', 'oldDirectorUserIds'],
  },
  departRole: { fields: { ...audit, ...texts('departId roleName roleCode description') } },
  position: {
    fields: { ...audit, ...texts('code name postRank companyId sysOrgCode'), ...numbers('postLevel tenantId') },
    words: { postRank: 'position_rank' },
  },
  tenant: {
    fields: {
      ...audit,
      ...texts('name trade companySize companyAddress companyLogo houseNumber workPlace position department'),
      ...numbers('id status delFlag applyStatus'),
      ...dates('beginDate endDate'),
    },
    words: { status: 'tenant_status' },
  },
  dict: {
    fields: { ...audit, ...texts('dictName dictCode description lowAppId'), ...numbers('type delFlag tenantId') },
  },
  dictItem: {
    fields: {
      ...audit,
      ...texts('dictId itemText itemValue description itemColor'),
      ...numbers('sortOrder status'),
    },
    words: { status: 'dict_item_status' },
  },
  announcement: {
    fields: {
      ...audit,
      ...texts('titile msgContent sender priority msgCategory msgType sendStatus delFlag userIds busType busId'),
      ...texts('openType openPage msgAbstract dtTaskId readFlag starFlag sendId noticeType files msgClassify'),
      ...numbers('tenantId visitsNum izTop izApproval'),
      ...dates('startTime endTime sendTime cancelTime'),
    },
    words: { priority: 'priority', msgCategory: 'msg_category', msgType: 'msg_type', sendStatus: 'send_status' },
  },
} as const satisfies Record<string, Entity>

export type EntityName = keyof typeof entities

export const dictionaries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sex: { 1: '男', 2: '女' },
  user_status: { 1: '正常', 2: '冻结' },
  user_identity: { 1: '普通成员', 2: '上级领导' },
  priority: { H: '高', M: '中', L: '低' },
  msg_category: { 1: '通知公告', 2: '系统消息' },
  msg_type: { USER: '指定用户', ALL: '全体用户' },
  send_status: { 0: '未发布', 1: '已发布', 2: '已撤销' },
  valid_status: { 0: '无效', 1: '有效' },
  dict_item_status: { 1: '启用', 0: '不启用' },
  depart_status: { 0: '不启用', 1: '启用' },
  tenant_status: { 1: '正常', 0: '冻结' },
  position_rank: { 1: '员级', 2: '助级', 3: '中级', 4: '副高级', 5: '正高级' },
  org_category: { 1: '公司', 2: '部门', 3: '岗位' },
  menu_type: { 0: '一级菜单', 1: '子菜单', 2: '按钮权限' },
  global_perms_type: { 1: '可见/可访问(授权后可见/可访问)', 2: '可编辑(未授权时禁用)' },
  rule_conditions: { '=': '等于', '!=': '不等于', LIKE: '模糊', IN: '包含' },
  del_flag: { 1: '已删除', 0: '正常' },
  open_type: { url: 'url', component: 'component' },
}
