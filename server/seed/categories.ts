/** The 分类字典 at the start. Codes are those that fields of the kind `category` name in `under`. */
import { resources } from '#resources/index.ts'
import { tableOf } from '../db/table.ts'
import type { Tx } from '../kernel/database.ts'
import { insertMany } from '../db/bulk.ts'
import type { Part } from './part.ts'
import { seedId } from './seed-id.ts'

/** By code; the name of the node. */
const categories: Readonly<Record<string, string>> = {
  A01: '常见问题主题',
  A01A01: '租借',
  A01A01A01: '扫码开锁',
  A01A01A02: '弹出失败',
  A01A02: '归还',
  A01A02A01: '找不到空仓',
  A01A02A02: '订单未结束',
  A01A03: '费用',
  A01A03A01: '计费规则',
  A01A03A02: '押金与免押',
  A01A03A03: '卡券与充值',
  A01A04: '合作',
  A02: '投放场景',
  A02A01: '餐饮',
  A02A01A01: '火锅烧烤',
  A02A01A02: '茶饮咖啡',
  A02A02: '休闲娱乐',
  A02A02A01: 'KTV',
  A02A02A02: '影院',
  A02A03: '交通枢纽',
  A02A04: '酒店',
}

export const categoriesPart: Part = { name: 'categories', declared: categories }

export const categoryId = (tenantId: number, code: string) => seedId('category', tenantId, code)

export async function seedCategories(tx: Tx, tenantId: number, isNew: (code: string) => boolean): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.sysCategory),
    Object.entries(categories)
      .filter(([code]) => isNew(code))
      .map(([code, name]) => ({
        id: categoryId(tenantId, code),
        tenantId,
        sysOrgCode: 'A01',
        code,
        name,
        pid: code.length > 3 ? categoryId(tenantId, code.slice(0, -3)) : '',
        createBy: 'system',
      })),
  )
}
