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
  ...['server/notices-simulator', 'server/random-money', 'server/large-input', 'server/chain', 'server/business-money'],
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

/** Nobody waits at the end for one worker with a long file. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    // A worker that goes from file to file ends at one that wants a world of its own: those all come first.
    const late = ({ project }: TestSpecification) => (project.config.isolate ? 0 : 1)
    return sorted.toSorted((a, b) => late(a) - late(b) || placeOf(a) - placeOf(b))
  }
}
