/** `npm test`: lint, types, build, unit and server tests, browser tests. Ends with one line that adds everything up. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './build-client.mjs'
import { browserFile } from './browser.mjs'
import { cache, root, run } from './install.mjs'
import { faultsFile } from './vitest-faults.mjs'

const node = process.execPath
const bin = (path) => join(root, 'node_modules', path)
const report = (name) => {
  mkdirSync(cache, { recursive: true })
  const file = join(cache, `${name}.json`)
  rmSync(file, { force: true })
  return file
}
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Said again at the end, where a long run is read first. */
const failures = []

/** A tool that says yes or no counts as one test. */
const one = (good) => ({ passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 })

function unit() {
  const file = report('vitest')
  rmSync(faultsFile, { force: true })
  const good = run(node, [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'scripts/vitest-faults.mjs')}`,
    `--outputFile.json=${file}`,
  ])
  const faults = read(faultsFile) ?? []
  failures.push(...faults)
  const found = read(file)
  if (!found) return one(false)
  return {
    passed: found.numPassedTests,
    // A hook or a file that fails has no test to fail; a run that failed for nothing it named is one failure too.
    failed: Math.max(faults.length, good ? 0 : 1),
    skipped: found.numPendingTests + found.numTodoTests,
  }
}

function browser() {
  if (!['playwright.config.ts', 'playwright.config.js'].some((name) => existsSync(join(root, name)))) return
  if (!read(browserFile)?.path) {
    console.log('没有浏览器，跳过浏览器测试')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const file = report('playwright')
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file }
  const good = run(node, [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'], { env })
  const found = read(file)
  if (!found) return one(false)
  const { stats } = found
  const visit = ({ suites = [], specs = [] }) => {
    suites.forEach(visit)
    for (const spec of specs) {
      const name = `tests/e2e/${spec.file}:${spec.line} › ${spec.title}`
      if (!spec.ok) failures.push(name)
      else if (spec.tests.some(({ status }) => status === 'flaky')) console.log(`第二次才通过：${name}`)
    }
  }
  visit(found)
  // A run that failed without a failed test (a crash, a broken set-up) is one failure.
  const failed = stats.unexpected || (good ? 0 : 1)
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped }
}

const steps = [
  [
    '代码规范',
    () =>
      one(
        run(node, [bin('eslint/bin/eslint.js'), '.']) &&
          run(node, [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']),
      ),
  ],
  ['类型', () => one(run(node, [bin('typescript/bin/tsc')]))],
  ['构建', () => one(buildClient())],
  ['单元与服务端测试', unit],
  ['浏览器测试', browser],
]

const total = { passed: 0, failed: 0, skipped: 0 }
for (const [name, work] of steps) {
  console.log(`\n── ${name} ──`)
  const named = failures.length
  const counts = work()
  if (!counts) continue
  if (counts.failed && failures.length === named) failures.push(name)
  for (const key of Object.keys(total)) total[key] += counts[key]
  console.log(
    `${name}：${counts.passed} 通过，${counts.failed} 失败${counts.skipped ? `，${counts.skipped} 跳过` : ''}`,
  )
}

for (const failure of failures) console.log(`\n✘ ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed ? 1 : 0
