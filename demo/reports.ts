/** A report as an administrator would write it: what each provider's orders brought in, on everybody's own rows. */
import { dictionaryOf } from '#model/choices.ts'
import { resources } from '#resources/index.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import {
  mayReadReport,
  REPORT_COMPONENT,
  reportCharts,
  reportColumnTypes,
  reportSearchModes,
  reportUrl,
} from '#resources/system/onlineReport.ts'
import { databaseTypes } from '#resources/system/dataSource.ts'
import { menuTypes } from '#resources/system/permission.ts'
import { insertMany } from '../server/db/bulk.ts'
import { lineTableOf, tableOf } from '../server/db/table.ts'
import { rolePermission } from '../server/db/tables.ts'
import type { Tx } from '../server/kernel/database.ts'
import { PLAIN_MENU } from '../server/seed/menus.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { TENANT } from '../server/seed/organisation.ts'

export const INCOME_REPORT = 'provider-income'
const NAME = '各服务商收入'

const { income } = resources.orderMessage.figures
/** As the board counts income: what is said twice must not differ. */
const earning = (income.when?.status ?? []).map((state) => `'${state}'`).join(', ')

const cgrSql = `select p.provider_name, p.level, count(*)::int as orders,
  sum(o.pay_amount) as income, sum(o.refunded_amount) as refunded,
  round(avg(o.pay_amount), 2) as average, max(o.end_time) as last_order
from rental_order_message o
join rental_service_provider p on p.id = o.provider_id
where o.status in (${earning})
  and o.end_time >= current_date - (#{days}::int - 1)
group by p.id, p.provider_name, p.level
order by income desc`

const { text, whole, number, dateTime } = reportColumnTypes
const yes = '1'
const { single, group } = reportSearchModes
const items = [
  {
    fieldName: 'provider_name',
    fieldTxt: '服务商',
    fieldType: text,
    isSearch: yes,
    searchMode: single,
    fieldWidth: 220,
  },
  {
    ...{ fieldName: 'level', fieldTxt: '级别', fieldType: text, isSearch: yes, searchMode: single },
    dictCode: dictionaryOf(providerLevels).code,
  },
  { fieldName: 'orders', fieldTxt: '订单数', fieldType: whole, isOrder: yes, isTotal: yes },
  {
    ...{ fieldName: 'income', fieldTxt: '实收（元）', fieldType: number, isOrder: yes, isTotal: yes },
    ...{ isSearch: yes, searchMode: group },
  },
  { fieldName: 'refunded', fieldTxt: '已退（元）', fieldType: number, isOrder: yes, isTotal: yes },
  { fieldName: 'average', fieldTxt: '平均每单（元）', fieldType: number, isOrder: yes },
  { fieldName: 'last_order', fieldTxt: '最近一单', fieldType: dateTime, isOrder: yes, fieldWidth: 170 },
]

export async function seedReports(tx: Tx, now: Date): Promise<void> {
  const { onlineReport, sysDataSource, sysPermission } = resources
  const id = seedId('report', INCOME_REPORT)
  const menu = seedId('menu', `report:${INCOME_REPORT}`)
  await insertMany(tx, tableOf(sysDataSource), [
    {
      id: seedId('dataSource', 'finance'),
      tenantId: TENANT,
      code: 'finance',
      name: '财务系统（只读）',
      dbType: databaseTypes.postgresql,
      dbDriver: 'org.postgresql.Driver',
      dbUrl: 'jdbc:postgresql://finance-db.example.cn:5432/finance',
      dbUsername: 'report_reader',
      hasPassword: 'N',
      remark: '示例：填写密码，并在服务器设置 DATA_SOURCE_HOSTS 中允许这台主机后即可使用',
      createBy: 'admin',
      createTime: now.toISOString(),
    },
  ])
  await insertMany(tx, tableOf(onlineReport), [
    {
      id,
      tenantId: TENANT,
      code: INCOME_REPORT,
      name: NAME,
      content: '近一段时间结束的订单的实收与退款，与看板的收入口径相同，只含您能看到的订单。',
      cgrSql,
      chart: reportCharts.bars,
      chartLabel: 'provider_name',
      chartValue: 'income',
      createBy: 'admin',
      createTime: now.toISOString(),
    },
  ])
  await insertMany(
    tx,
    lineTableOf(onlineReport, 'items'),
    items.map((item, orderNum) => ({
      ...{ dictCode: null, fieldWidth: null, isShow: yes, isOrder: '0', isSearch: '0', isTotal: '0', searchMode: null },
      ...item,
      id: seedId('report', INCOME_REPORT, 'item', orderNum),
      mainId: id,
      orderNum,
    })),
  )
  await insertMany(tx, lineTableOf(onlineReport, 'params'), [
    {
      id: seedId('report', INCOME_REPORT, 'param', 0),
      mainId: id,
      orderNum: 0,
      paramName: 'days',
      paramTxt: '最近天数',
      paramValue: '30',
    },
  ])
  await insertMany(tx, tableOf(sysPermission), [
    {
      ...PLAIN_MENU,
      id: menu,
      parentId: seedId('menu', 'group:board'),
      menuType: menuTypes.page,
      name: NAME,
      perms: mayReadReport(INCOME_REPORT),
      url: reportUrl(INCOME_REPORT),
      component: REPORT_COMPONENT,
      icon: 'account-book',
      sortNo: 60,
      leaf: true,
      keepAlive: true,
    },
  ])
  await insertMany(
    tx,
    rolePermission,
    ['operations-manager', 'operator'].map((role) => ({ roleId: seedId('role', role), permissionId: menu })),
  )
}
