/** What the definition of an online form cannot say of its own records: words of the database, and what goes with a form. */
import { eq, sql } from 'drizzle-orm'
import type { Problems } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { onlineName } from '#resources/onlineResource.ts'
import { formStates } from '#resources/system/onlineKinds.ts'
import { snake } from '#model/resource.ts'
import { columnsThere } from '../../db/online-table.ts'
import { onlyRow } from '../../db/only-row.ts'
import { quoted } from '../../db/table-list.ts'
import { followedRecord, formDraft, listColumns, onlineFormVersion, savedQuery } from '../../db/tables.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { missingRules } from '../../resource/check-rule.ts'
import { hookOf } from '../../resource/hooks.ts'
import { dictionaries } from '../../resource/words.ts'
import { removeMenu } from './form-menu.ts'
import { unlessBusy } from './unless-busy.ts'

const { onlineForm } = resources

/** Those that PostgreSQL keeps for itself in some place or other. */
async function keywords(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ word: string }>(sql`select word from pg_get_keywords() where catcode <> 'U'`)
  return new Set(rows.map(({ word }) => word))
}

/** Of all tenants, deleted ones not counted. */
async function recordsOf(tx: Tx, table: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql.raw(`select count(*)::int as count from public.${quoted(table)} where delete_time is null`),
  )
  return onlyRow(rows).count
}

export const saveOnlineForm = hookOf(onlineForm, {
  // 0 are the forms themselves, 1 views of the form `physicId`, which are not made here.
  filters: {
    copyType: (value) => (value === '0' ? undefined : sql`false`),
    physicId: () => sql`false`,
  },

  async check({ tx, mode, before, after }) {
    const problems: Record<string, string> = {}
    const reserved = await keywords(tx)
    const words = await dictionaries(tx)
    for (const [at, { name, dictCode }] of after.fields.entries()) {
      if (reserved.has(snake(name))) problems[`fields.${at}.name`] = `字段名“${name}”是数据库保留字，请换一个名称`
      if (dictCode && !words.has(dictCode)) problems[`fields.${at}.dictCode`] = `没有字典“${dictCode}”`
    }
    // A table that is there without a form of ours is nobody's to take.
    if (mode !== 'edit' && !before && (await columnsThere(tx, onlineName(after.code))))
      problems['code'] = `数据表 ${onlineName(after.code)} 已存在，请换一个编码`
    return problems as Problems
  },

  async beforeSave({ tx, after: { fields } }) {
    const missing = await missingRules(tx, fields)
    return Object.fromEntries(
      missing.map((one) => [`fields.${fields.indexOf(one)}.checkRule`, `没有校验规则“${one.checkRule}”`]),
    )
  },

  async beforeDelete({ tx, row }) {
    if (row.formState === formStates.live) throw refused(`在线表单“${row.name}”正在使用，请先停用再删除`)
    const table = onlineName(row.code)
    if (await columnsThere(tx, table)) {
      const count = await recordsOf(tx, table)
      if (count) throw refused(`在线表单“${row.name}”还有 ${count} 条数据，请先导出并删除这些数据`)
      await unlessBusy(tx, () => tx.execute(sql.raw(`drop table public.${quoted(table)}`)))
      // Its counter stays and goes on: what is remembered of this table is none of a later one's.
    }
    // A later form of this code is another one, with fields and readers of its own.
    for (const kept of [followedRecord, formDraft, listColumns, savedQuery])
      await tx.delete(kept).where(eq(kept.resource, table))
    await tx.delete(onlineFormVersion).where(eq(onlineFormVersion.formId, row.id))
    await removeMenu(tx, row.id)
  },
})
