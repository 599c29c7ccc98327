// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

const query = { filters: { nickName: '李' }, sort: '-createTime' }
let server: ToldServer
let exportRows: (typeof import('#headless/lists/exchange.ts'))['exportRows']
beforeAll(async () => {
  server = await startToldServer()
  exportRows = (await import('#headless/lists/exchange.ts')).exportRows
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
})

test.each([
  ['what the query finds', []],
  ['chosen records that are gone', ['1', '2']],
])('%s: nothing to export is said before a file is made', async (_, ids) => {
  server.reply = () => ok({ count: 0, task: null })
  await expect(exportRows(resources.userMessage, query, 'xlsx', ids)).rejects.toThrow(
    '没有可导出的记录，请调整查询条件后重试',
  )
  expect(server.asked.map(({ url }) => url)).toEqual([expect.stringContaining('/userMessage/exportTask')])
  const { nickName, selections } = server.asked[0]!.body
  // What was chosen under another question is exported too.
  expect({ nickName, selections }).toEqual(ids.length ? { selections: '1,2' } : { nickName: '*李*' })
})
