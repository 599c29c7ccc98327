import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, by the processor; a clone that has never run its tests knows nothing else of them. */
const LONGEST = [
  ...['client/late-twice-never', 'kinds/server', 'kinds/desktop', 'kinds/mobile', 'client/mobile-fields'],
  // The backup runs behind everybody else, so it waits for most of its time.
  ...[
    'server/backup',
    'pglite-server/tests/server',
    'server/embedded',
    'server/tasks',
    'server/resources',
    'server/round-trip',
    'server/pages',
  ],
  ...['server/notices-simulator', 'server/random-money', 'server/large-input', 'server/chain'],
  ...[
    'server/import',
    'server/offered',
    'server/transitions',
    'server/by-query',
    'sheets/tests/spreadsheet',
    'server/demo',
  ],
  ...['server/sockets', 'server/access', 'server/login', 'server/http'],
]

const placeOf = ({ moduleId }: TestSpecification) => {
  const place = LONGEST.findIndex((name) => moduleId.includes(`/${name}.test.`))
  return place < 0 ? LONGEST.length : place
}

/** Which worker may run it after another: one goes from file to file of its project while they want the same world. */
const worldOf = ({ moduleId, project }: TestSpecification) => {
  const windowed = /^\/\/ @vitest-environment jsdom/m.test(readFileSync(moduleId, 'utf8'))
  return `${project.name} ${windowed ? 'a' : 'no'} window`
}

/** Nobody waits at the end for one worker with a long file, and no worker ends before the last file of its world. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = (await super.sort(files)).map((file) => ({ file, world: worldOf(file), place: placeOf(file) }))
    sorted.sort((a, b) => a.world.localeCompare(b.world) || a.place - b.place)
    return sorted.map(({ file }) => file)
  }
}
