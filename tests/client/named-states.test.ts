/** Definitions and the server call the states of a record by their names: a bare value beside a field with choices is found here. */
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
  (ts.isArrayLiteralExpression(node) && node.elements.some(isBare))
const isStated = (node: ts.Node): boolean =>
  ts.isNonNullExpression(node)
    ? isStated(node.expression)
    : ts.isPropertyAccessExpression(node) && stated.has(node.name.text)

function isBareState(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return stated.has(node.name.getText()) && isBare(node.initializer)
  if (ts.isBinaryExpression(node)) return isStated(node.left) && isBare(node.right)
  if (ts.isCallExpression(node) && node.arguments.length === 2)
    return isStated(node.arguments[0]!) && isBare(node.arguments[1]!)
  return ts.isTemplateExpression(node) && inSql.test(node.getText())
}

function bareStates(name: string, text: string): string[] {
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
])('%s is found', (text) => expect(bareStates('a.ts', text)).toHaveLength(1))

it.each(['src/resources', 'server/business', 'server/money', 'server/resource'])('none in %s', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const found = files.flatMap((file) => bareStates(join(folder, file), readFileSync(join(folder, file), 'utf8')))
  expect(found).toEqual([])
})
