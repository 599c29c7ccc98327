/** A form that an administrator has drawn up and not yet published: 发布 makes the rest of it. */
import { resources } from '#resources/index.ts'
import { comparisons, formScopes, formStates, onlineKinds } from '#resources/system/onlineKinds.ts'
import { insertMany } from '../server/db/bulk.ts'
import { lineTableOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { seedId } from '../server/seed/seed-id.ts'

const { onlineForm } = resources
const id = seedId('demo', 'onlineForm', 'site_visit')

const fields = [
  { name: 'merchant', label: '商户名称', kind: onlineKinds.text, required: 'Y', size: 100, inSearch: 'Y' },
  { name: 'area', label: '所在地区', kind: onlineKinds.area, inSearch: 'Y' },
  { name: 'startDate', label: '拜访日期', kind: onlineKinds.date, required: 'Y', inSearch: 'Y' },
  { name: 'nextDate', label: '下次拜访日期', kind: onlineKinds.date },
  { name: 'devices', label: '可摆放设备数', kind: onlineKinds.integer },
  { name: 'rent', label: '场地费用', kind: onlineKinds.money },
  { name: 'agreed', label: '是否同意合作', kind: onlineKinds.dict, dictCode: 'yn', inSearch: 'Y' },
  { name: 'visitor', label: '拜访人', kind: onlineKinds.user },
  { name: 'photos', label: '门店照片', kind: onlineKinds.images, size: 6, inList: 'N' },
  { name: 'note', label: '拜访记录', kind: onlineKinds.longText, inList: 'N' },
]

export async function seedOnlineForms(tx: Tx, now: Date): Promise<void> {
  await insertMany(tx, tableOf(onlineForm), [
    {
      id,
      name: '商户拜访登记',
      code: 'site_visit',
      formState: formStates.draft,
      dataScope: formScopes.department,
      remark: '示例：核对后点击“发布”，菜单“在线开发”下会出现这个表单。',
      createBy: 'admin',
      createTime: now.toISOString(),
    },
  ])
  await insertMany(
    tx,
    lineTableOf(onlineForm, 'fields'),
    fields.map((field, orderNum) => ({
      id: seedId(id, field.name),
      mainId: id,
      orderNum,
      required: 'N',
      inList: 'Y',
      inSearch: 'N',
      ...field,
    })),
  )
  await insertMany(tx, lineTableOf(onlineForm, 'enhancements'), [
    {
      id: seedId(id, 'later'),
      mainId: id,
      orderNum: 0,
      field: 'nextDate',
      comparison: comparisons.atLeast,
      other: 'startDate',
      message: '下次拜访日期不能早于拜访日期',
    },
  ])
}
