/** Export and import of a resource: the contract's endpoints, and how the same goes on in the background. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { writers } from '@voltdesk/sheets'
import { permissionOf, type Resource } from '#model/resource.ts'
import { BACKGROUND_ROWS, isUnderWay, type ImportCounts, type Task } from '#model/tasks.ts'
import { forgetFiles, keepFile, pathFor } from '../files/keep.ts'
import { withFolder } from '../files/leftovers.ts'
import { needRoom, needRoomHere } from '../files/room.ts'
import { disposition } from '../kernel/disposition.ts'
import { badInput, refused } from '../kernel/errors.ts'
import { withinLimit } from '../kernel/part-limit.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { countRows } from '../resource/count.ts'
import { exportedBy, exportPlan } from '../resource/export.ts'
import { faultLink } from '../resource/fault-file.ts'
import type { Query } from '../resource/filters.ts'
import { listSchema, LONGEST_PARAMETER } from '../resource/list-schema.ts'
import { importTemplate } from '../resource/import-template.ts'
import { once } from '../resource/once.ts'
import { publicationOf } from '../resource/online.ts'
import type { ImportInput } from './import-task.ts'
import { TASK_FILES } from './result-file.ts'
import { orderTask, ownTask, shownTask } from './task.ts'
import { endOf } from './wait.ts'

/** What a resource with these verbs offers. */
export const filesRoutes = (resource: Resource): Route[] => [
  ...(resource.verbs.includes('export') ? exportRoutes(resource, listSchema(resource)) : []),
  ...(resource.verbs.includes('import') ? importRoutes(resource) : []),
]

const exportRoutes = (resource: Resource, list: z.ZodObject<z.ZodRawShape>): Route[] => {
  const { path, label } = resource
  const common = { tag: label, permission: permissionOf(resource, 'export') }
  return [
    route({
      ...common,
      method: 'GET',
      path: `${path}/exportXls`,
      logged: true,
      lane: 'export',
      summary: `导出${label}（format：xlsx、xls、csv）`,
      query: list,
      raw: true,
      handler: async ({ services, caller, query, reply }) => {
        const { format, plan } = await exportPlan({ services, caller }, resource, query as Query)
        const { write, contentType, extension } = writers[format]
        reply
          .header('content-type', contentType)
          .header('content-disposition', disposition('attachment', `${label}${extension}`))
        return reply.send(Readable.from(write(plan), { objectMode: false }))
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: `${path}/exportTask`,
      lane: 'wide',
      summary: `导出前询问：超过 ${BACKGROUND_ROWS} 行或勾选很多时转入后台，task 为任务；否则 task 为空，直接用 exportXls`,
      body: list,
      handler: async ({ services, caller, body }) => {
        const query = body as Query
        const count = await countRows(services, resource, exportedBy({ caller }, resource, query))
        // What was ticked may be more than the address of the file holds.
        const fits = (query.selections?.length ?? 0) <= LONGEST_PARAMETER
        if (count === 0 || (count <= BACKGROUND_ROWS && fits)) return { count, task: null }
        await needRoom(services)
        const id = await services.db.transaction((tx) =>
          orderTask(
            { tx, services, caller },
            { kind: 'export', resource: resource.name, title: `导出${label}`, total: count, input: query },
          ),
        )
        return said('数据较多，已转入后台导出，完成后会通知您', {
          count,
          task: shownTask(await ownTask(services.db, caller, id), services),
        })
      },
    }),
  ]
}

const importRoutes = (resource: Resource): Route[] => [
  route({
    method: 'POST',
    path: `${resource.path}/importExcel`,
    permission: permissionOf(resource, 'import'),
    summary: `导入${resource.label}；dryRun=1 时只检查，应答 tasks，确认后才写入`,
    tag: resource.label,
    upload: true,
    handler: (call) => importFiles(call, resource),
  }),
  route({
    method: 'GET',
    path: `${resource.path}/importTemplate`,
    permission: permissionOf(resource, 'import'),
    summary: `导入${resource.label}的模板：表头、一行示例、可选内容和填写说明`,
    tag: resource.label,
    query: z.strictObject({}),
    raw: true,
    handler: async ({ services, reply }) => {
      const { write, contentType, extension } = writers.xlsx
      reply
        .header('content-type', contentType)
        .header('content-disposition', disposition('attachment', `${resource.label}导入模板${extension}`))
      const plan = await importTemplate(services.db, resource)
      return reply.send(Readable.from(write(plan), { objectMode: false }))
    },
  }),
]

type ImportCall = Pick<Call, 'services' | 'caller' | 'request'>

interface Received {
  files: { path: string; name: string }[]
  fields: Partial<Record<(typeof FIELDS)[number], string>>
}
// `fileKey`: a word of JeecgBoot's newest client, under which it then asks how far the import is.
const FIELDS = ['isSingleTableImport', 'foreignKeys', 'validateStatus', 'dryRun', 'whenExists', 'fileKey'] as const

async function importFiles(call: ImportCall, resource: Resource) {
  await needRoomHere(call.services, Number(call.request.headers['content-length']) || 0)
  return withFolder(async (folder) => {
    const received = await receive(call.request, folder)
    if (!received.files.length) throw badInput('请选择要导入的文件')
    return (received.fields.dryRun === '1' ? checkFiles : writeFiles)(call, resource, received)
  })
}

/** One task a file; nothing is written before its owner has seen the counts. */
async function checkFiles(call: ImportCall, resource: Resource, received: Received) {
  const tasks: Task[] = []
  for (const id of await orderImports(call, resource, received))
    tasks.push(await endOf(call.services, call.caller, id, call.services.settings.taskWaitMs))
  return { tasks }
}

/** All of them or none; whoever sends the same again under its key gets the tasks that it ordered. */
async function orderImports(
  { services, caller, request }: ImportCall,
  resource: Resource,
  received: Received,
  unasked = false,
): Promise<string[]> {
  const inputs: ImportInput[] = []
  let made: string[] | undefined
  let answered: string[] | undefined
  try {
    for (const file of received.files)
      inputs.push(await inputOf({ services, caller }, resource, file, received.fields, unasked))
    answered = await once(services, caller, await asAsked(request, received), async (tx) => {
      made = []
      for (const input of inputs)
        made.push(
          await orderTask(
            { tx, services, caller },
            {
              kind: 'import',
              resource: resource.name,
              title: `导入${resource.label}：${input.name}`,
              step: 'check',
              input: { ...input },
            },
          ),
        )
      return made
    })
    return answered
  } finally {
    // Otherwise no task holds them.
    if (!made || answered !== made)
      await forgetFiles(
        services,
        inputs.map(({ path }) => path),
      ).catch((error: Error) => services.log.warn({ err: error }, '导入的文件暂时不能删除'))
  }
}

async function inputOf(
  { services, caller }: Pick<ImportCall, 'services' | 'caller'>,
  resource: Resource,
  { path, name }: Received['files'][number],
  fields: Received['fields'],
  unasked: boolean,
): Promise<ImportInput> {
  const stored = pathFor(TASK_FILES, name, 'xlsx')
  const file = { path: stored, fileName: name.slice(-200), contentType: 'application/octet-stream' }
  await keepFile(services, caller, { ...file, biz: TASK_FILES, isPrivate: true }, createReadStream(path))
  const publication = publicationOf(resource)
  return {
    path: stored,
    name,
    validate: fields.validateStatus === '1',
    update: fields.whenExists === 'update',
    unasked,
    ...(fields.fileKey && { fileKey: fields.fileKey.slice(0, 64) }),
    ...(publication !== undefined && { publication }),
  }
}

/** The request as its key stands for it: a form of files is read as it comes, and leaves no body behind. */
async function asAsked(request: ImportCall['request'], { files, fields }: Received): Promise<ImportCall['request']> {
  const { headers, method, url, routeOptions, query } = request
  const contents: [name: string, hash: string][] = []
  if (headers['x-idempotency-key'] !== undefined)
    for (const { path, name } of files) {
      const hash = createHash('sha256')
      for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece)
      contents.push([name, hash.digest('hex')])
    }
  const said = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return { headers, method, url, routeOptions, query, body: { contents, said } } as ImportCall['request']
}

/**
 * The contract's import: a file is written whole or, with validateStatus=1, not at all. Whoever cannot be asked waits for the
 * end; what takes longer goes on in the background.
 */
async function writeFiles(call: ImportCall, resource: Resource, received: Received) {
  const { services, caller } = call
  const ids = await orderImports(call, resource, received, true)
  const orders = received.files.map(({ name }, at) => ({ name, id: ids[at]! }))
  const until = performance.now() + services.settings.importWaitMs
  const ended: { name: string; task: Task; faultPath: string | null }[] = []
  for (const { name, id } of orders) {
    const task = await endOf(services, caller, id, Math.max(0, until - performance.now()))
    if (isUnderWay(task)) continue
    const { faultPath } = await ownTask(services.db, caller, id)
    // Nothing was counted: it is no file of rows.
    if (task.state === 'failed' && !task.counts) throw badInput(`${name}：${task.message}`)
    ended.push({ name, task, faultPath })
  }
  const of = (count: keyof ImportCounts) => sum(ended.map(({ task }) => task.counts?.[count] ?? 0))
  const [total, written, errorCount] = [of('total'), of('written'), of('wrong')]
  const counts = { totalCount: total, successCount: written, errorCount }
  const later = orders.length - ended.length
  const background = later ? `${later} 个文件数据较多，已转入后台导入，完成后会通知您` : ''
  const faulty = ended.flatMap(({ faultPath, ...one }) => (faultPath === null ? [] : [{ ...one, faultPath }]))
  const broken = ended.find(({ task }) => task.state === 'failed' && !task.counts?.wrong)
  if (broken) throw refused(`${broken.name}：${broken.task.message}`)
  const [first] = faulty
  if (!first) {
    const message = ended.length ? `文件导入成功！数据行数：${written}` : ''
    return said([message, background].filter(Boolean).join('；'), counts)
  }
  const others = faulty.length > 1 ? `；${first.name}的错误可以下载，其余 ${faulty.length - 1} 个文件的见任务中心` : ''
  const msg = `总上传行数：${total}，已导入行数：${written}，错误行数：${errorCount}${others}${background && `；${background}`}`
  const fileUrl = await faultLink(services, first.faultPath)
  return said('文件导入成功，但有错误。', { ...counts, msg, fileUrl, fileName: first.task.faultName }, 201)
}

const sum = (parts: number[]) => parts.reduce((total, part) => total + part, 0)

async function receive(request: ImportCall['request'], folder: string): Promise<Received> {
  const files: Received['files'] = []
  const fields: Received['fields'] = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      const name = FIELDS.find((field) => field === part.fieldname)
      if (!name) throw badInput(`未知参数：${part.fieldname}`)
      fields[name] = String(part.value)
    } else {
      if (!['file', 'files[]', 'files'].includes(part.fieldname)) throw badInput(`未知参数：${part.fieldname}`)
      const path = join(folder, String(files.length))
      await withinLimit(part, pipeline(part.file, createWriteStream(path)))
      files.push({ path, name: part.filename })
    }
  }
  return { files, fields }
}
