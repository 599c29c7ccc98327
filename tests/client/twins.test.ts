/** The shells are twins: the same names inside, and of what stands in both only the markup. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'

const twins = [
  ['screens/alteration/Alteration.tsx'],
  ['screens/alteration/Slider.tsx'],
  ['screens/register/RegisterResult.tsx'],
  ['screens/todo/Deputies.tsx'],
  ['screens/list/query/SavedQueries.tsx'],
  ['layout/messages/OpenedMessage.tsx'],
  ['layout/removal.ts'],
  ['fields/cron/CronInput.tsx'],
  ['fields/cron/CronModal.tsx', 'fields/cron/CronSheet.tsx'],
  ['fields/cron/PartPane.tsx', 'fields/cron/PartModes.tsx'],
  ['fields/FileInput.tsx'],
  ['fields/ImageInput.tsx', 'fields/FileInput.tsx'],
  ['fields/FilesModal.tsx', 'fields/FilesSheet.tsx'],
] as const

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const CHINESE = /[^'"`<>{}\n]*[\u4e00-\u9fff][^'"`<>{}\n]*/g
/** A word on a button is a kit's matter; a sentence and a name are not. */
const WORD = 2

const code = (file: string) => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8').replace(COMMENT, '')
const sentences = (text: string) =>
  new Set([...text.matchAll(CHINESE)].map(([words]) => words.trim()).filter((words) => words.length > WORD))

it.each<readonly [string, string?]>(twins)(
  '%s says in one shell nothing that the other says too, and neither calls the server',
  (desktop, phone = desktop) => {
    const [here, there] = [code(`desktop/${desktop}`), code(`mobile/${phone}`)]
    const both = [...sentences(here)].filter((words) => sentences(there).has(words))
    expect(both).toEqual([])
    for (const text of [here, there]) expect(text).not.toMatch(/\bapi\.|\bsendOnce\b|\bfetch\(/)
  },
)

const inside = (shell: string) =>
  readdirSync(new URL(`../../src/${shell}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(tsx?|css)$/.test(path))
/** By the file's name; a name that stands in several places of its shell says nothing. */
const placeOf = (paths: readonly string[]) =>
  new Map(
    paths
      .filter((path) => paths.filter((other) => basename(other) === basename(path)).length === 1)
      .map((path) => [basename(path), dirname(path)]),
  )

it('what both shells have has one name and one place', () => {
  const [desktop, mobile] = [placeOf(inside('desktop')), placeOf(inside('mobile'))]
  const shared = [...desktop].filter(([name]) => mobile.has(name))
  expect(shared.length).toBeGreaterThan(30)
  for (const [name, place] of shared) expect(`${mobile.get(name)}/${name}`).toBe(`${place}/${name}`)
})
