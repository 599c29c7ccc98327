/**
 * Tables that no resource describes: identity, permission links, traces, limits. Resource tables are generated from
 * their definitions in `server/db/table.ts`. Times are local text `YYYY-MM-DD HH:mm:ss` on our side.
 */
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { OnlineDefinition } from '#resources/onlineResource.ts'

const time = (name: string) => timestamp(name, { mode: 'string', withTimezone: true, precision: 3 })
const now = (name: string) => time(name).notNull().defaultNow()

/** Every username and whose it is or was. Kept by a trigger of `sys_user`: see `server/db/given-usernames.ts`. */
export const givenUsername = pgTable(
  'sys_username',
  {
    username: text('username').primaryKey(),
    /** Empty: the name of a program, which nobody gets. */
    userId: text('user_id').notNull(),
  },
  () => [index('sys_username_capitals').on(sql`lower(username)`)],
)

/** Signed-in devices. Only the SHA-256 of the token is kept. */
export const session = pgTable(
  'sys_session',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    /** Of its page key, which reads pages and nothing else; null where it was opened before there was one. */
    pageKeyHash: text('page_key_hash'),
    userId: text('user_id').notNull(),
    tenantId: integer('tenant_id').notNull().default(0),
    orgCode: text('org_code'),
    host: text('host').notNull().default('浏览器'),
    ip: text('ip'),
    userAgent: text('user_agent'),
    createTime: now('create_time'),
    seenTime: now('seen_time'),
    expireTime: time('expire_time').notNull(),
    revokeTime: time('revoke_time'),
    /** wecom or dingtalk when it was opened through one, and the corporation it belongs to. */
    chat: text('chat'),
    corpId: text('corp_id'),
    /** Said to the person whose session ended: 当前账号在别处被强制下线… */
    revokeReason: text('revoke_reason'),
    /** Opened with a password that somebody else knows: until it is changed nothing else is open. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** The administrator who looks as this person, and the session they opened it from: it ends with that one. */
    viewerId: text('viewer_id'),
    viewerSessionId: text('viewer_session_id'),
  },
  (t) => [
    uniqueIndex('sys_session_token').on(t.tokenHash),
    uniqueIndex('sys_session_page').on(t.pageKeyHash),
    index('sys_session_user').on(t.userId, t.expireTime),
    index('sys_session_viewer')
      .on(t.viewerSessionId)
      .where(sql`viewer_session_id is not null`),
  ],
)

/** Who looked at the product as whom, from when until when; kept after the session itself is gone. */
export const viewing = pgTable(
  'sys_viewing',
  {
    /** Of the session. */
    id: text('id').primaryKey(),
    tenantId: integer('tenant_id').notNull(),
    userId: text('user_id').notNull(),
    viewerId: text('viewer_id').notNull(),
    viewer: text('viewer').notNull(),
    ip: text('ip'),
    beginTime: now('begin_time'),
    /** When it ended, or would at the latest. */
    endTime: time('end_time').notNull(),
  },
  (t) => [index('sys_viewing_user').on(t.userId, t.beginTime)],
)

/** Password hashes, apart from `sys_user` so that no list, filter or export can name them. */
export const credential = pgTable('sys_credential', {
  userId: text('user_id').primaryKey(),
  passwordHash: text('password_hash').notNull(),
  changeTime: now('change_time'),
})

const linkIndexes = (table: string, second: string) => (t: Record<string, AnyPgColumn>) => {
  const [a, b] = Object.values(t) as [AnyPgColumn, AnyPgColumn]
  return [primaryKey({ columns: [a, b] }), index(`${table}_${second}`).on(b)]
}

/** Where a role counts that is held in every tenant: the administrators', and those of people of no tenant. */
export const EVERYWHERE = 0

/** `tenantId`: where the role was given and counts. */
export const userRole = pgTable(
  'sys_user_role',
  { userId: text('user_id').notNull(), roleId: text('role_id').notNull(), tenantId: integer('tenant_id').notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.roleId, t.tenantId] }), index('sys_user_role_role_id').on(t.roleId)],
)
export const userDepart = pgTable(
  'sys_user_depart',
  { userId: text('user_id').notNull(), depId: text('dep_id').notNull() },
  linkIndexes('sys_user_depart', 'dep_id'),
)
export const departRoleUser = pgTable(
  'sys_depart_role_user',
  { userId: text('user_id').notNull(), droleId: text('drole_id').notNull() },
  linkIndexes('sys_depart_role_user', 'drole_id'),
)

/** `dataRuleIds`: the data rules of the menu that bind this role, comma-joined. */
export const rolePermission = pgTable(
  'sys_role_permission',
  {
    roleId: text('role_id').notNull(),
    permissionId: text('permission_id').notNull(),
    dataRuleIds: text('data_rule_ids'),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.permissionId] })],
)
/** What a package of tenants holds: menu rows. */
export const packPermission = pgTable(
  'sys_tenant_pack_permission',
  { packId: text('pack_id').notNull(), permissionId: text('permission_id').notNull() },
  linkIndexes('sys_tenant_pack_permission', 'permission_id'),
)
export const departPermission = pgTable(
  'sys_depart_permission',
  {
    departId: text('depart_id').notNull(),
    permissionId: text('permission_id').notNull(),
    dataRuleIds: text('data_rule_ids'),
  },
  (t) => [primaryKey({ columns: [t.departId, t.permissionId] })],
)
export const departRole = pgTable('sys_depart_role', {
  id: text('id').primaryKey(),
  departId: text('depart_id').notNull(),
  roleName: text('role_name').notNull(),
  roleCode: text('role_code').notNull(),
  description: text('description'),
  createBy: text('create_by'),
  createTime: now('create_time'),
  updateBy: text('update_by'),
  updateTime: time('update_time'),
})
export const departRolePermission = pgTable(
  'sys_depart_role_permission',
  {
    roleId: text('role_id').notNull(),
    permissionId: text('permission_id').notNull(),
    departId: text('depart_id').notNull(),
    dataRuleIds: text('data_rule_ids'),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.permissionId] })],
)

/** Row rules of a menu (JeecgBoot SysPermissionDataRule). */
export const permissionDataRule = pgTable(
  'sys_permission_data_rule',
  {
    id: text('id').primaryKey(),
    permissionId: text('permission_id').notNull(),
    ruleName: text('rule_name').notNull(),
    ruleColumn: text('rule_column').notNull(),
    ruleConditions: text('rule_conditions').notNull(),
    ruleValue: text('rule_value').notNull(),
    status: text('status').notNull().default('1'),
    createBy: text('create_by'),
    createTime: now('create_time'),
    updateBy: text('update_by'),
    updateTime: time('update_time'),
  },
  (t) => [index('sys_permission_data_rule_permission').on(t.permissionId)],
)

/** Every write of every resource: what it was, what it became, who, where. */
export const dataLog = pgTable(
  'sys_data_log',
  {
    id: text('id').primaryKey(),
    tenantId: integer('tenant_id').notNull().default(0),
    dataTable: text('data_table').notNull(),
    dataId: text('data_id').notNull(),
    dataVersion: integer('data_version').notNull(),
    type: text('type').notNull().default('json'),
    /** add, edit, delete, import or the action's name. */
    operation: text('operation').notNull(),
    before: jsonb('data_before'),
    dataContent: jsonb('data_content'),
    createBy: text('create_by'),
    createName: text('create_name'),
    ip: text('ip'),
    host: text('host'),
    /** The task that wrote it: what an import did can be undone. */
    taskId: text('task_id'),
    createTime: now('create_time'),
  },
  (t) => [
    index('sys_data_log_record').on(t.dataTable, t.dataId, t.dataVersion),
    index('sys_data_log_time').on(t.tenantId, t.createTime, t.id),
    index('sys_data_log_table').on(t.tenantId, t.dataTable, t.createTime, t.id),
    index('sys_data_log_person').on(t.tenantId, t.createBy, t.createTime, t.id),
    index('sys_data_log_task')
      .on(t.taskId, t.id)
      .where(sql`task_id is not null`),
  ],
)

/** Answers already given to a request key, written in the transaction that caused them: a replay gets the same answer. */
export const idempotency = pgTable('sys_idempotency', {
  /** user id + route + key of the client. */
  key: text('key').primaryKey(),
  /** Of what was asked: the key stands for this request and no other. Absent where the key is ours. */
  requestHash: text('request_hash'),
  answer: jsonb('answer'),
  createTime: now('create_time'),
})

/**
 * One row, one number: raised by triggers (`access-triggers.ts`) whenever rights change (people, roles, menus, departments, tenants), in the
 * same transaction. Whoever remembers rights compares it with the number they were read under.
 */
export const accessVersion = pgTable('sys_access_version', {
  id: integer('id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
})

/** Keys made at the first start and shared by all nodes: signed file addresses, hashes of short codes. */
export const installSecret = pgTable('sys_install_secret', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** Passwords of data sources, sealed (`seal.ts`), apart from the records so that no list, filter or export can name them. */
export const dataSourceSecret = pgTable('sys_data_source_secret', {
  sourceId: text('source_id').primaryKey(),
  sealed: text('sealed').notNull(),
})

/** Fixed-window counters shared by all nodes. */
export const rateLimit = pgTable('sys_rate_limit', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEnd: time('window_end').notNull(),
})

/** One-time secrets: picture captchas and SMS codes, hashed; burnt on the first try or after the last one. */
export const oneTimeCode = pgTable('sys_one_time_code', {
  key: text('key').primaryKey(),
  codeHash: text('code_hash').notNull(),
  triesLeft: integer('tries_left').notNull().default(1),
  expireTime: time('expire_time').notNull(),
})

/** Access tokens and page tickets of the chats, shared by all nodes; one node at a time fetches. */
export const chatToken = pgTable('sys_chat_token', {
  key: text('key').primaryKey(),
  value: text('value'),
  expireTime: time('expire_time'),
  busyUntil: time('busy_until'),
})

/** One going to a chat and coming back: who asked, where they wanted to go, and what became of the code. */
export const chatSignIn = pgTable(
  'sys_chat_sign_in',
  {
    /** The `state` of the round, or made up where a code came without one. */
    id: text('id').primaryKey(),
    chat: text('chat').notNull(),
    kind: text('kind').notNull(),
    /** SHA-256 of the cookie: nobody else's browser gets the outcome. */
    browser: text('browser').notNull(),
    path: text('path'),
    /** A person asked for it with a tap; otherwise the page did by itself. */
    visible: boolean('visible').notNull().default(false),
    /** SHA-256: a code is exchanged once, whoever brings it. */
    codeHash: text('code_hash'),
    /** When it is settled: a person, or a problem. */
    userId: text('user_id'),
    chatUserId: text('chat_user_id'),
    problem: text('problem'),
    settleTime: time('settle_time'),
    expireTime: time('expire_time').notNull(),
    createTime: now('create_time'),
  },
  (t) => [uniqueIndex('sys_chat_sign_in_code').on(t.codeHash), index('sys_chat_sign_in_expire').on(t.expireTime)],
)

/** Who was put out of a chat, by an administrator or from another device of theirs, and has not signed in on purpose since. */
export const putOut = pgTable('sys_put_out', {
  userId: text('user_id').primaryKey(),
  byOwner: boolean('by_owner').notNull().default(false),
  createTime: now('create_time'),
})

/** One-time codes that hand a settled sign-in over to the page. Only the SHA-256 is kept. */
export const chatHandOver = pgTable('sys_chat_hand_over', {
  codeHash: text('code_hash').primaryKey(),
  signInId: text('sign_in_id').notNull(),
  useTime: time('use_time'),
  expireTime: time('expire_time').notNull(),
})

/** Last number given for a prefix and day. */
export const serialCounter = pgTable(
  'sys_serial_counter',
  {
    prefix: text('prefix').notNull(),
    day: text('day').notNull(),
    value: integer('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.prefix, t.day] })],
)

/** Uploaded and produced files; the content lies in the file store under `path`. `file-triggers.ts` keeps `looseTime`. */
export const storedFile = pgTable(
  'sys_file',
  {
    id: text('id').primaryKey(),
    path: text('path').notNull(),
    /** The 128 random bits of the path, by which a record that names the file is known, however it writes the address. */
    fileKey: text('file_key').generatedAlwaysAs(sql`substring(path from '.*([0-9a-f]{32})')`),
    fileName: text('file_name').notNull(),
    /** Bytes booked while it is written, then its true size; 0 once its content is removed. */
    fileSize: integer('file_size').notNull(),
    contentType: text('content_type').notNull(),
    biz: text('biz').notNull().default('temp'),
    tenantId: integer('tenant_id').notNull().default(0),
    /** Only the owner may read it: error files, exports. */
    isPrivate: boolean('is_private').notNull().default(false),
    createBy: text('create_by'),
    createTime: now('create_time'),
    /** Since when no record names it; null while one does. */
    looseTime: time('loose_time').defaultNow(),
    /** Its content is being removed or is gone: no record may name it any more. */
    goingTime: time('going_time'),
    // What every record of a definition has: 文件管理 lists these rows.
    sysOrgCode: text('sys_org_code'),
    updateBy: text('update_by'),
    updateTime: time('update_time'),
    version: integer('version').notNull().default(1),
    /** Set with `goingTime`. */
    deleteTime: time('delete_time'),
  },
  (t) => [
    index('sys_file_create_time')
      .on(t.tenantId, t.createTime, t.id)
      .where(sql`delete_time is null`),
    uniqueIndex('sys_file_path').on(t.path),
    index('sys_file_key').on(t.fileKey),
    index('sys_file_loose').on(t.looseTime),
  ],
)

/** Which records name which files, kept by triggers (`file-triggers.ts`). */
export const fileUse = pgTable(
  'sys_file_use',
  {
    rowId: text('row_id').notNull(),
    tableName: text('table_name').notNull(),
    fileKey: text('file_key').notNull(),
    /** Of a line: the record it belongs to. */
    mainId: text('main_id'),
  },
  (t) => [
    primaryKey({ columns: [t.rowId, t.tableName, t.fileKey] }),
    index('sys_file_use_key').on(t.fileKey),
    index('sys_file_use_main').on(t.mainId),
  ],
)

/** Bytes in the file store, kept by triggers: of a person what no record names and what is private, of a tenant everything. */
export const fileBytes = pgTable(
  'sys_file_bytes',
  {
    holder: text('holder').$type<'person' | 'tenant'>().notNull(),
    /** User name, or number of the tenant. */
    name: text('name').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.holder, t.name] })],
)

/** Advanced queries that people keep, each for one list; those shared with a role are seen by everybody who has it. */
export const savedQuery = pgTable(
  'sys_saved_query',
  {
    id: text('id').primaryKey(),
    tenantId: integer('tenant_id').notNull().default(0),
    resource: text('resource').notNull(),
    userId: text('user_id').notNull(),
    title: text('title').notNull(),
    matchType: text('match_type').$type<'and' | 'or'>().notNull(),
    records: jsonb('records').$type<readonly { field: string; rule: string; val: string }[]>().notNull(),
    roleCodes: text('role_codes').array().notNull(),
    createTime: now('create_time'),
    updateTime: time('update_time'),
  },
  (t) => [
    uniqueIndex('sys_saved_query_title').on(t.tenantId, t.resource, t.userId, t.title),
    index('sys_saved_query_roles').using('gin', t.roleCodes),
  ],
)

/** Half-typed forms, of a person, form and record: a closed window or another device goes on with them. */
export const formDraft = pgTable(
  'sys_form_draft',
  {
    userId: text('user_id').notNull(),
    tenantId: integer('tenant_id').notNull().default(0),
    resource: text('resource').notNull(),
    /** Empty for a new record. */
    recordId: text('record_id').notNull().default(''),
    values: jsonb('values').$type<Record<string, unknown>>().notNull(),
    /** Of the record the typing began from. */
    recordVersion: integer('record_version'),
    /** The browser it was typed in, by a number of its own, and what people call that. */
    device: text('device').notNull(),
    host: text('host').notNull(),
    updateTime: now('update_time'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tenantId, t.resource, t.recordId] }),
    index('sys_form_draft_time').on(t.updateTime),
  ],
)

/** How a person wants the columns of a list: order, width and visibility. */
export const listColumns = pgTable(
  'sys_list_columns',
  {
    tenantId: integer('tenant_id').notNull().default(0),
    userId: text('user_id').notNull(),
    resource: text('resource').notNull(),
    columns: jsonb('columns').$type<readonly { name: string; shown: boolean; width?: number }[]>().notNull(),
    updateTime: now('update_time'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tenantId, t.resource] })],
)

/** How close the rows of all lists stand for a person. */
export const listDensity = pgTable(
  'sys_list_density',
  {
    tenantId: integer('tenant_id').notNull().default(0),
    userId: text('user_id').notNull(),
    density: text('density').notNull(),
    updateTime: now('update_time'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tenantId] })],
)

/** Since when something is wrong that shows only that it is so. Tenant 0: of the machine; what one node sees has its name behind @. */
export const seenProblem = pgTable(
  'sys_seen_problem',
  {
    tenantId: integer('tenant_id').notNull(),
    key: text('key').notNull(),
    since: time('since').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.key] })],
)

/** Records a person follows (关注), and the version they last looked at. */
export const followedRecord = pgTable(
  'sys_followed_record',
  {
    userId: text('user_id').notNull(),
    tenantId: integer('tenant_id').notNull().default(0),
    resource: text('resource').notNull(),
    recordId: text('record_id').notNull(),
    seenVersion: integer('seen_version').notNull(),
    createTime: now('create_time'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tenantId, t.resource, t.recordId] }),
    index('sys_followed_record_of').on(t.resource, t.recordId),
  ],
)

/** Pages of the menu a person wants at hand, in their order; without a row the first of the menu are. */
export const shortcut = pgTable(
  'sys_shortcut',
  {
    tenantId: integer('tenant_id').notNull().default(0),
    userId: text('user_id').notNull(),
    paths: jsonb('paths').$type<readonly string[]>().notNull(),
    updateTime: now('update_time'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.tenantId] })],
)

/**
 * What figures counted (`server/figures`), for whole tenants and for each department: undivided hour by hour (`by` is empty),
 * and day by day for each value of what a figure is divided by. Exact wherever `figureStale` names no hour.
 */
export const figureHour = pgTable(
  'sys_figure_hour',
  {
    figure: text('figure').notNull(),
    by: text('by').notNull(),
    whole: boolean('whole').notNull(),
    tenantId: integer('tenant_id').notNull(),
    hour: time('hour').notNull(),
    orgCode: text('org_code').notNull(),
    value: text('value').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    sum: bigint('sum', { mode: 'bigint' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.figure, t.by, t.whole, t.tenantId, t.hour, t.orgCode, t.value] })],
)

/**
 * Hours whose records have changed since they were counted, noted by triggers in the transaction of the change. One row a
 * statement and no key: whoever counts an hour takes away only the notes of changes it has seen.
 */
export const figureStale = pgTable(
  'sys_figure_stale',
  {
    resource: text('resource').notNull(),
    at: text('at').notNull(),
    tenantId: integer('tenant_id').notNull(),
    hour: time('hour').notNull(),
  },
  (t) => [
    index('sys_figure_stale_hours').on(t.resource, t.at, t.tenantId, t.hour),
    index('sys_figure_stale_hour').on(t.hour),
  ],
)

/** The figures that are kept by the hour, each with what its definition said; another definition is another figure. */
export const figureKnown = pgTable('sys_figure_known', { figure: text('figure').primaryKey() })

/** What was published of an online form, the highest number not taken back being what is used; see `server/system/online-forms`. */
export const onlineFormVersion = pgTable(
  'online_form_version',
  {
    id: text('id').primaryKey(),
    formId: text('form_id').notNull(),
    number: integer('number').notNull(),
    definition: jsonb('definition').$type<OnlineDefinition>().notNull(),
    /** What was done to the table for it, in words and as SQL. */
    steps: jsonb('steps').$type<readonly { words: string; sql: readonly string[] }[]>().notNull(),
    createBy: text('create_by'),
    createTime: now('create_time'),
    takenBackBy: text('taken_back_by'),
    takenBackTime: time('taken_back_time'),
  },
  (t) => [uniqueIndex('online_form_version_number').on(t.formId, t.number)],
)

/** What the seed has written, part by part: a later version adds only what is new and leaves what staff changed or removed. */
export const seedRecord = pgTable('sys_seed', {
  part: text('part').primaryKey(),
  /** Hash of what the part declared then; the same hash means there is nothing to do. */
  fingerprint: text('fingerprint').notNull(),
  keys: jsonb('keys').$type<string[]>().notNull(),
  updateTime: now('update_time'),
})
