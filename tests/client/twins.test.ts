/** What stands once in each shell keeps its words and its calls in `headless`: a shell has only the markup. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const twins = [
  ['screens/alteration/Alteration.tsx', 'screens/Alteration.tsx'],
  ['screens/alteration/Slider.tsx', 'screens/Slider.tsx'],
  ['screens/register/RegisterResult.tsx', 'screens/RegisterResult.tsx'],
  ['screens/todo/Deputies.tsx', 'screens/Deputies.tsx'],
  ['layout/messages/OpenedMessage.tsx', 'frame/OpenedMessage.tsx'],
  ['layout/removal.ts', 'frame/removal.ts'],
  ['screens/list/query/SavedQueries.tsx', 'screens/query/SavedQueries.tsx'],
  ['fields/cron/CronInput.tsx', 'fields/cron/CronInput.tsx'],
  ['fields/cron/CronModal.tsx', 'fields/cron/CronSheet.tsx'],
  ['fields/cron/PartPane.tsx', 'fields/cron/PartModes.tsx'],
  ['fields/FileInput.tsx', 'fields/UploadInput.tsx'],
  ['fields/ImageInput.tsx', 'fields/UploadInput.tsx'],
  ['fields/FilesModal.tsx', 'fields/FilesSheet.tsx'],
] as const

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const CHINESE = /[^'"`<>{}\n]*[\u4e00-\u9fff][^'"`<>{}\n]*/g
/** A word on a button is a kit's matter; a sentence and a name are not. */
const WORD = 2

const code = (file: string) => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8').replace(COMMENT, '')
const sentences = (text: string) =>
  new Set([...text.matchAll(CHINESE)].map(([words]) => words.trim()).filter((words) => words.length > WORD))

it.each(twins)('%s says nothing that %s says too, and neither calls the server', (desktop, phone) => {
  const [here, there] = [code(`desktop/${desktop}`), code(`mobile/${phone}`)]
  const both = [...sentences(here)].filter((words) => sentences(there).has(words))
  expect(both).toEqual([])
  for (const text of [here, there]) expect(text).not.toMatch(/\bapi\.|\bsendOnce\b|\bfetch\(/)
})
