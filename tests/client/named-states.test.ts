/** Definitions, the server, the demo and the tests call the states of a record by their names: a bare value beside a field with choices is found here. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { allResources } from '#resources/index.ts'

const stated = new Set(
  allResources().flatMap(({ fields }) =>
    Object.keys(fields).filter((name) => {
      const field = fields[name]!
      return field.kind === 'dict' && field.choices && !field.numeric
    }),
  ),
)
const columns = [...stated].map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const inSql = new RegExp(String.raw`\b(${columns.join('|')})\s*(=|<>|in)\s*\(?'\d+'`)
const isBare = (node: ts.Node): boolean =>
  (ts.isStringLiteral(node) && /^\d+$/.test(node.text)) ||
  (ts.isArrayLiteralExpression(node) && node.elements.some(isBare)) ||
  (ts.isConditionalExpression(node) && [node.whenTrue, node.whenFalse].some(isBare)) ||
  ((ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) && isBare(node.expression))
const isStated = (node: ts.Node): boolean =>
  ts.isNonNullExpression(node)
    ? isStated(node.expression)
    : ts.isPropertyAccessExpression(node)
      ? stated.has(node.name.text)
      : ts.isIdentifier(node) && stated.has(node.text)

function isBareState(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return stated.has(node.name.getText()) && isBare(node.initializer)
  if (ts.isVariableDeclaration(node))
    return isStated(node.name) && node.initializer !== undefined && isBare(node.initializer)
  if (ts.isBinaryExpression(node)) return isStated(node.left) && isBare(node.right)
  if (ts.isCallExpression(node) && node.arguments.length === 2)
    return isStated(node.arguments[0]!) && isBare(node.arguments[1]!)
  return ts.isTemplateExpression(node) && inSql.test(node.getText())
}

/** Most files have none and need not be parsed: a state is a text of digits, in TypeScript as in SQL. */
const QUOTED = /(['"])\d+\1/

function bareStates(name: string, text: string): string[] {
  if (!QUOTED.test(text)) return []
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (isBareState(node)) found.push(`${name}: ${node.getText().slice(0, 80)}`)
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

it.each([
  `row.status === '1'`,
  `eq(table.status!, '1')`,
  `inArray(table.status, ['1', '2'])`,
  `row.status = '2'`,
  `({ direction: '1' })`,
  "sql`select ${x} where owner_type = '1'`",
  `({ status: isOver ? '4' : states.using })`,
  `let status = '1'`,
  `status !== '2'`,
])('%s is found', (text) => expect(bareStates('a.ts', text)).toHaveLength(1))

/** Where a digit still stands for a state, or beside a field of another's that only has the name: the list grows shorter. */
const NOT_YET: readonly string[] = [
  'tests/client/grid-fields.test.ts',
  'tests/client/grid-filter.test.ts',
  'tests/client/grid-store.test.ts',
  'tests/client/grid-view.test.tsx',
  'tests/client/typed-values.test.tsx',
  'tests/hosts/wecom-host.ts',
  'tests/money/invariants.ts',
  'tests/money/world.ts',
  'tests/server/access.test.ts',
  'tests/server/account.test.ts',
  'tests/server/pages.test.ts',
  'tests/server/people.test.ts',
]

/** They speak as clients and servers of others do, by the values of the contract alone: none of our names may stand in them. */
const OF_OTHERS: readonly string[] = [
  'tests/client/plain-server.test.tsx',
  'tests/e2e/plain-server.spec.ts',
  'tests/plain-server/routes.ts',
  'tests/plain-server/world.ts',
  'tests/server/newer-client.test.ts',
  'tests/server/older-client.test.ts',
]
const LEFT_OUT = [...NOT_YET, ...OF_OTHERS]

const folders = ['src/resources', 'server', 'demo', 'tests']

it.each(folders)('none in %s', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.includes(file))
  expect(files.flatMap((file) => bareStates(file, readFileSync(file, 'utf8')))).toEqual([])
})

it('every file on the list still needs it', () => {
  expect(LEFT_OUT.filter((file) => !bareStates(file, readFileSync(file, 'utf8')).length)).toEqual([])
})
