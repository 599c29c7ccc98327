import { App } from 'antd'
import { GridStore } from '#headless/grid/store.ts'
import { Grid } from '../../src/desktop/fields/grid/Grid.tsx'
import { FIELDS, isNumber, WIDTH, type BenchRow } from './rows.ts'

const columns = FIELDS.map((field, at) => ({
  key: field,
  title: field,
  type: isNumber(at) ? ('inputNumber' as const) : ('input' as const),
  ...(isNumber(at) && { statistics: ['sum' as const] }),
  validateRules: [{ required: true }, ...(isNumber(at) ? [{ pattern: 'z' as const }] : [])],
}))

/** As a screen uses it: toolbar, selection, statistics and rules. */
export function makeOurs(rows: BenchRow[]) {
  const store = new GridStore({ columns }, rows)
  return {
    element: (
      <App style={{ width: WIDTH }}>
        <Grid store={store} label="行" />
      </App>
    ),
    validate: () => store.problems.judgeAll().count,
    store,
  }
}
