/** The verbs that every resource has, at `{path}/…`. */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { kinds } from '#model/kinds.ts'
import { SYSTEM_COLUMNS } from '#model/fields.ts'
import { allResources } from '#resources/index.ts'
import { fieldOf, permissionOf, type Resource, type Verb } from '#model/resource.ts'
import { may } from '../http/caller.ts'
import { badInput, forbidden } from '../http/errors.ts'
import { route, said, type Call, type Route } from '../http/route.ts'
import { readSpreadsheet, SpreadsheetError, writers } from '../files/spreadsheet/index.ts'
import { deleteByQueryRoute } from './by-query.ts'
import { exportPlan } from './export.ts'
import { faultFile } from './fault-file.ts'
import { LIST_PARAMETERS } from './filters.ts'
import { hooksOf, type Row } from './hooks.ts'
import { importRows } from './import.ts'
import { targetNames } from './words.ts'
import { childRows, listRows, optionsOf, readRow } from './list.ts'
import { readAsWhoMay } from './read-as.ts'
import { once } from './once.ts'
import { addRow, deleteRows, editRow } from './write.ts'

const some = z.string().max(8000, '参数过长').optional()

/** Every parameter a list of this resource takes; anything else is refused by name. */
function listSchema(resource: Resource) {
  const names = [...Object.keys(resource.fields), ...Object.keys(SYSTEM_COLUMNS)].filter(
    (name) => kinds[fieldOf(resource, name)!.kind].rules.length,
  )
  const filters = names.flatMap((name) => [name, `${name}_begin`, `${name}_end`, `${name}_MultiString`])
  const own = hooksOf(resource).flatMap((hook) => Object.keys(hook.filters ?? {}))
  return z.strictObject(Object.fromEntries([...LIST_PARAMETERS, ...filters, ...own].map((name) => [name, some])))
}

const idQuery = z.strictObject({ id: z.string({ error: '缺少 id' }).min(1, '缺少 id').max(64) })
const idsQuery = z.strictObject({ ids: z.string({ error: '参数不识别！' }).max(70_000) })
const record = z.record(z.string(), z.unknown(), { error: '提交的内容应为一个对象' })

export function resourceRoutes(resource: Resource): Route[] {
  const { path, label } = resource
  const common = { tag: label }
  const canRead = `${resource.permission}:list`
  const list = listSchema(resource)
  // Who reads a record that points here may choose among these.
  const readers = [resource, ...allResources().filter((other) => pointsAt(other, resource.name))].map(
    (one) => `${one.permission}:list`,
  )
  const verbs: Record<Verb, Route[]> = {
    add: [
      route({
        ...common,
        method: 'POST',
        path: `${path}/add`,
        permission: permissionOf(resource, 'add'),
        summary: `新增${label}`,
        body: record,
        handler: async ({ services, caller, request, body }) => {
          const row = await once(services, caller, request, async (tx) => ({
            id: (await addRow({ tx, caller, services }, resource, body)).id,
          }))
          return said('添加成功！', await readRow({ services, caller }, resource, String(row.id)).catch(() => row))
        },
      }),
    ],
    edit: [
      route({
        ...common,
        method: ['PUT', 'POST'],
        path: `${path}/edit`,
        permission: permissionOf(resource, 'edit'),
        summary: `修改${label}`,
        body: record,
        handler: async ({ services, caller, request, body }) => {
          const { id, ...rest } = body
          if (typeof id !== 'string' || !id) throw badInput('缺少 id')
          await once(
            services,
            caller,
            request,
            async (tx) => (await editRow({ tx, caller, services }, resource, id, rest), null),
          )
          return said('修改成功!', await readRow({ services, caller }, resource, id))
        },
      }),
    ],
    delete: [
      route({
        ...common,
        method: 'DELETE',
        path: `${path}/delete`,
        permission: permissionOf(resource, 'delete'),
        summary: `删除${label}`,
        query: idQuery,
        handler: async ({ services, caller, query }) => {
          await services.db.transaction((tx) => deleteRows({ tx, caller, services }, resource, [query.id]))
          return said('删除成功!')
        },
      }),
      route({
        ...common,
        method: 'DELETE',
        path: `${path}/deleteBatch`,
        permission: permissionOf(resource, 'delete'),
        summary: `批量删除${label}`,
        query: idsQuery,
        handler: async ({ services, caller, query }) => {
          const ids = [...new Set(query.ids.split(',').filter(Boolean))]
          if (!ids.length) throw badInput('参数不识别！')
          if (ids.length > 1000) throw badInput('一次最多删除 1000 条')
          await services.db.transaction((tx) => deleteRows({ tx, caller, services }, resource, ids))
          return said('批量删除成功！')
        },
      }),
      // The contract's modules end their records in their own ways.
      ...(resource.contract ? [] : [deleteByQueryRoute(resource, list)]),
    ],
    export: [
      route({
        ...common,
        method: 'GET',
        path: `${path}/exportXls`,
        permission: permissionOf(resource, 'export'),
        summary: `导出${label}（format：xlsx、xls、csv）`,
        query: list,
        raw: true,
        handler: async ({ services, caller, query, reply }) => {
          const { format, plan } = await exportPlan({ services, caller }, resource, query)
          const { write, contentType, extension } = writers[format]
          const name = encodeURIComponent(`${label}${extension}`)
          reply
            .header('content-type', contentType)
            .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
          return reply.send(Readable.from(write(plan), { objectMode: false }))
        },
      }),
    ],
    import: [
      route({
        ...common,
        method: 'POST',
        path: `${path}/importExcel`,
        permission: permissionOf(resource, 'import'),
        summary: `导入${label}`,
        upload: true,
        handler: (call) => importFiles(call, resource),
      }),
    ],
  }
  return [
    route({
      ...common,
      method: 'GET',
      path: `${path}/list`,
      permission: canRead,
      summary: `${label}列表`,
      query: list,
      handler: ({ services, caller, query }) => listRows({ services, caller }, resource, query),
    }),
    route({
      ...common,
      method: 'GET',
      path: `${path}/queryById`,
      permission: canRead,
      summary: `${label}详情`,
      query: idQuery,
      ...(resource.approval && { deputy: true }),
      handler: ({ services, caller, query }) => readAsWhoMay({ services, caller }, resource, query.id),
    }),
    route({
      ...common,
      method: 'GET',
      path: `${path}/options`,
      permission: 'session',
      summary: `${label}选项`,
      query: z.strictObject({ keyword: some, ids: some, pageSize: some }),
      handler: ({ services, caller, query }) => {
        if (!readers.some((permission) => may(caller, permission))) throw forbidden()
        return optionsOf({ services, caller }, resource, query)
      },
    }),
    ...(resource.tree ? treeRoutes(resource, list) : []),
    ...resource.verbs.flatMap((verb) => verbs[verb]),
  ]
}

const pointsAt = (other: Resource, name: string): boolean =>
  Object.values(other.fields).some((field) => targetNames(field).includes(name))

function treeRoutes(resource: Resource, list: z.ZodType): Route[] {
  const { path, label: tag, permission } = resource
  const common = { tag, method: 'GET', permission: `${permission}:list` } as const
  return [
    route({
      ...common,
      path: `${path}/rootList`,
      summary: `${tag}顶层`,
      query: list,
      handler: async ({ services, caller, query }) => {
        const records = await childRows({ services, caller }, resource, undefined, query as Record<string, string>)
        return { records, total: records.length, size: records.length, current: 1, pages: 1 }
      },
    }),
    route({
      ...common,
      path: `${path}/childList`,
      summary: `${tag}下级`,
      query: z.strictObject({
        pid: z.string({ error: '缺少 pid' }).min(1, '缺少 pid').max(64),
        column: some,
        order: some,
      }),
      handler: ({ services, caller, query: { pid, ...query } }) =>
        childRows({ services, caller }, resource, pid, query),
    }),
  ]
}

type ImportCall = Pick<Call, 'services' | 'caller' | 'request'>

/** Several files are taken one after the other; a file is written whole or, with validateStatus=1, not at all. */
async function importFiles({ services, caller, request }: ImportCall, resource: Resource) {
  const folder = await mkdtemp(join(tmpdir(), 'voltdesk-import-'))
  try {
    const { files, fields } = await receive(request, folder)
    if (!files.length) throw badInput('请选择要导入的文件')
    const reports = []
    for (const { path, name } of files) {
      const sheet = await firstSheet(path, name)
      const report = await services.db.transaction((tx) =>
        importRows({ tx, caller, services }, resource, sheet, fields.validateStatus === '1'),
      )
      reports.push({ name, ...report })
    }
    const total = sum(reports.map((report) => report.total))
    const written = sum(reports.map((report) => report.written))
    if (reports.every((report) => !report.faults.length))
      return said(`文件导入成功！数据行数：${written}`, { totalCount: total, successCount: written, errorCount: 0 })
    const errors = sum(reports.map((report) => new Set(report.faults.map((fault) => fault.line)).size))
    const file = await faultFile(services, caller, resource, reports)
    const msg = `总上传行数：${total}，已导入行数：${written}，错误行数：${errors}`
    return said(
      '文件导入成功，但有错误。',
      { totalCount: total, errorCount: errors, successCount: written, msg, ...file },
      201,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

async function receive(request: ImportCall['request'], folder: string) {
  const files: { path: string; name: string }[] = []
  const fields: Row = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (!['isSingleTableImport', 'foreignKeys', 'validateStatus'].includes(part.fieldname))
        throw badInput(`未知参数：${part.fieldname}`)
      fields[part.fieldname] = part.value
    } else {
      if (!['file', 'files[]', 'files'].includes(part.fieldname)) throw badInput(`未知参数：${part.fieldname}`)
      const path = join(folder, String(files.length))
      await pipeline(part.file, createWriteStream(path))
      files.push({ path, name: part.filename })
    }
  }
  return { files, fields }
}

async function firstSheet(path: string, name: string) {
  try {
    const { sheets } = await readSpreadsheet(path)
    const sheet = sheets.find(({ rows }) => rows.length)
    if (!sheet) throw badInput(`${name}：表格是空的`)
    return sheet
  } catch (error) {
    if (error instanceof SpreadsheetError) throw badInput(`${name}：${error.message}`)
    throw error
  }
}
