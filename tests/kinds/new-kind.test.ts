/** The README's walk: a kind of field is a folder in the model and a face in each shell, and nothing else has to hear of it. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PARTS = ['src', 'server', 'packages', 'demo', 'package.json', 'tsconfig.json']
/** Each names every kind there is. */
const CONTENTS = [
  'src/desktop/fields/Cell.tsx',
  'src/desktop/fields/Filter.tsx',
  'src/desktop/fields/Input.tsx',
  'src/mobile/fields/Cell.tsx',
  'src/mobile/fields/Filter.tsx',
  'src/mobile/fields/Input.tsx',
  'src/model/kinds/entries.ts',
  'src/model/kinds/index.ts',
]

const [, walk] = /^## Add a kind\n(.*?)^## /ms.exec(readFileSync(join(root, 'README.md'), 'utf8'))!
/** Path → text of every file the walk writes. */
const files = new Map(
  [...walk!.matchAll(/```tsx?\n\/\/ (\S+)\n(.*?)```/gs)].map(([, path, text]) => [path!, text!] as const),
)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'voltdesk-kind-'))
  for (const part of PARTS) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the compiler says, file by file. */
const faults = () =>
  new Promise<string[]>((resolve) => {
    // Several threads each check again what they share: twice the work.
    const args = ['node_modules/ts7/bin/tsc', '--noEmit', '--pretty', 'false', '--singleThreaded', '-p', '.']
    execFile(process.execPath, args, { cwd: folder }, (_, said) => {
      const found = [...said.matchAll(/^(\S+?)\(\d+,\d+\): error TS\d+: (.*)$/gm)]
      resolve(found.map(([, file, what]) => `${file}: ${what!.replace(/ in type .*/, '')}`).sort())
    })
  })

const sources = () =>
  ['src', 'server'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${room}/${name.replaceAll('\\', '/')}`),
  )

function edit(path: string, change: (text: string) => string) {
  const at = join(folder, path)
  const before = readFileSync(at, 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(at, after)
}

describe('a new kind', () => {
  it('is there when its folders are; without them its tables of contents do not compile, and nothing else', async () => {
    // One with all that the walk says, and one with nothing but its options.
    edit('src/model/fields.ts', (text) =>
      `${text}export const rating = kind('rating')\n`
        .replace('export interface KindOptions {', '$&\n  rating: { stars?: number }\n  missed: object')
        .replace('export interface WireValues {', '$&\n  rating: number\n  missed: string'),
    )
    expect([...files.keys()]).toHaveLength(8)
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    for (const table of CONTENTS) {
      const name = /(\w+)\.tsx$/.exec(table)?.[1]
      const from = name ? `./rating/${name}.tsx` : `./rating/${table.includes('entries') ? 'entry' : 'index'}.ts`
      const line = `import { ${name ? `${name} as rating` : 'rating'} } from '${from}'`
      edit(table, (text) => `${line}\n${text}`.replace(/\n {2}lines,\n\}/, '\n  rating,$&'))
    }
    expect(await faults()).toEqual(CONTENTS.map((table) => `${table}: Property 'missed' is missing`))
  })
})

describe('every kind', () => {
  it('is told in its own folders: no other file lists them all', () => {
    const kinds = [...readFileSync(join(root, CONTENTS[7]!), 'utf8').matchAll(/from '\.\/(\w+)\/index\.ts'/g)].map(
      ([, one]) => one!,
    )
    expect(kinds).toHaveLength(31)
    const listing = sources().filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return kinds.filter((kind) => new RegExp(`^\\s*(?:'${kind}'|${kind}(?::|,$))`, 'm').test(text)).length > 20
    })
    // Besides, the options of a definition and what travels.
    expect(listing.sort()).toEqual([...CONTENTS, 'src/model/fields.ts'].sort())
  })
})
