/** What a list writes and LibreOffice has saved again its own import reads. `npm test -- office`; needs soffice. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'
import { bothWays, expectUnchanged, exported, FORMATS } from '../server/sheet-trip.ts'

/** Comma, quotes as needed, and the number of the encoding: UTF-8, or what an Excel on a Chinese Windows writes. */
const UTF8 = '44,34,76'
const GB18030 = '44,34,85'
/** Opened with every column as text, as who knows that a text table has long numbers does. */
const ALL_TEXT = `CSV:${UTF8},1,${Array.from({ length: 60 }, (_, column) => `${column + 1}/2`).join('/')}`
const SAVED = {
  xlsx: { extension: 'xlsx', how: 'xlsx' },
  xls: { extension: 'xls', how: 'xls' },
  'csv in UTF-8': { extension: 'csv', how: `csv:Text - txt - csv (StarCalc):${UTF8}` },
  'csv in GB18030': { extension: 'csv', how: `csv:Text - txt - csv (StarCalc):${GB18030}` },
} as const

describe.each([await oneKind()])('a list, LibreOffice and the import on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'voltdesk-office-'))
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
  const rows = new Map<string, number>()
  let test: TestApp
  let admin: Send

  /** Starting it takes longer than all the rest: one start a format. */
  function save(format: string, paths: readonly string[]): void {
    const reading = format === 'csv' ? [`--infilter=${ALL_TEXT}`] : []
    for (const [name, { how }] of Object.entries(SAVED))
      execFileSync(
        'soffice',
        [profile, '--headless', ...reading, '--convert-to', how, '--outdir', join(folder, format, name), ...paths],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      )
  }

  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    for (const format of FORMATS) mkdirSync(join(folder, format))
    for (const resource of bothWays) {
      const made = await exported(admin, resource)
      rows.set(resource.name, made.rows)
      made.files.forEach(({ content }, at) => {
        const format = FORMATS[at]!
        writeFileSync(join(folder, format, `${resource.name}.${format}`), content)
      })
    }
    for (const format of FORMATS)
      save(
        format,
        bothWays.map(({ name }) => join(folder, format, `${name}.${format}`)),
      )
  }, 900_000)
  afterAll(async () => {
    await test?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(bothWays.flatMap((resource) => FORMATS.map((format) => [resource.name, format, resource] as const)))(
    `%s comes back unchanged from .%s saved as ${Object.keys(SAVED).join(', ')}`,
    async (name, format, resource) => {
      const files = Object.entries(SAVED).map(([saved, { extension }]) => ({
        name: `${resource.label}（${saved}）.${extension}`,
        content: readFileSync(join(folder, format, saved, `${name}.${extension}`)),
      }))
      await expectUnchanged(test, admin, resource, files, rows.get(name)!)
    },
  )
})
