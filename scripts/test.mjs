/**
 * `npm test`: lint, types, build, unit and server tests, browser tests. Ends with one line that adds everything up.
 * `npm test -- NAME…` runs areas (lint, types, build, unit, server, browser, hours, office, mysql) or test files by a part of
 * their path. Only when they are named: `hours`, the browser tests that turn on days and deadlines, at other moments;
 * `office`, every list's sheets as LibreOffice saves them again, and `mysql`, data sources over a MariaDB: both must be installed.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { browserFile } from './browser.mjs'
import { lint, types } from './checks.mjs'
import { filesBelow } from './fingerprint.mjs'
import { bin, cache, root } from './install.mjs'
import { faultsFile } from './vitest-faults.mjs'

/** Node with this program, its words on the screen, or first given to `say`; answers whether it went well. */
const run = (args, { env = process.env, say } = {}) =>
  new Promise((resolve) => {
    const out = say ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', out, out] })
    child.stdout?.on('data', say)
    child.stderr?.on('data', say)
    child.on('close', (code) => resolve(code === 0))
  })
/** Words that wait until another has finished speaking. */
function patient(other) {
  let waiting = []
  void other.then(() => {
    for (const words of waiting) process.stdout.write(words)
    waiting = undefined
  })
  return (words) => (waiting ? waiting.push(words) : process.stdout.write(words))
}
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

async function vitest(files) {
  const file = report('vitest')
  rmSync(faultsFile, { force: true })
  const good = await run([
    bin('vitest/vitest.mjs'),
    'run',
    ...files,
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

async function browser(files, { moment, say } = {}) {
  if (!read(browserFile)?.path) {
    console.log('没有浏览器，跳过浏览器测试')
    return { passed: 0, failed: 0, skipped: 1 }
  }
  const file = report('playwright')
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    ...(moment && { VOLTDESK_E2E_MOMENT: moment }),
  }
  const good = await run([bin('@playwright/test/cli.js'), 'test', ...files, '--reporter=list,json'], { env, say })
  const found = read(file)
  if (!found) return one(false)
  const { stats } = found
  const visit = ({ suites = [], specs = [] }) => {
    suites.forEach(visit)
    for (const spec of specs) if (!spec.ok) failures.push(`tests/e2e/${spec.file}:${spec.line} › ${spec.title}`)
  }
  visit(found)
  // A run that failed without a failed test (a crash, a broken set-up) is one failure.
  const failed = stats.unexpected || (good ? 0 : 1)
  return { passed: stats.expected, failed, skipped: stats.skipped }
}

const total = { passed: 0, failed: 0, skipped: 0 }
async function step(name, work) {
  const named = failures.length
  const began = Date.now()
  const counts = await work()
  if (counts.failed && failures.length === named) failures.push(name)
  for (const key of Object.keys(total)) total[key] += counts[key]
  const { passed, failed, skipped } = counts
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(`── ${name}：${passed} 通过，${failed} 失败${skipped ? `，${skipped} 跳过` : ''}（${seconds} 秒）\n`)
}

const AREAS = ['lint', 'types', 'build', 'unit', 'server', 'browser']
const NAMED = ['hours', 'office', 'mysql']

/** Around midnight, before work and at noon; the last and the first day of a month and of a year. */
const MOMENTS = [
  '2026-02-28T23:55:00+08:00',
  '2026-03-01T00:05:00+08:00',
  '2026-12-31T09:47:00+08:00',
  '2027-01-01T12:30:00+08:00',
]
const TURNING = ['tests/e2e/chain.spec.ts', 'tests/e2e/approvals.spec.ts']

/** What the words on the command line ask for; every area when there are none. */
function wanted(words) {
  const areas = new Set(words.length ? words.filter((word) => [...AREAS, ...NAMED].includes(word)) : AREAS)
  const tests = ['tests', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/tests`)]
    .flatMap(filesBelow)
    .filter((path) => /\.(test\.tsx?|spec\.ts)$/.test(path))
  const files = words
    .filter((word) => ![...AREAS, ...NAMED].includes(word))
    .flatMap((word) => {
      const found = tests.filter((path) => path.includes(word))
      if (found.length) return found
      console.error(`没有名为“${word}”的测试。可用的范围：${AREAS.join('、')}，或测试文件路径的一部分。`)
      process.exit(2)
    })
  const ofServer = tests.filter((path) => path.startsWith('tests/server/'))
  const ofOffice = tests.filter((path) => path.startsWith('tests/office/'))
  const ofMysql = tests.filter((path) => path.startsWith('tests/mysql/'))
  const apart = [...ofServer, ...ofOffice, ...ofMysql]
  const ofUnit = tests.filter((path) => path.includes('.test.') && !apart.includes(path))
  return {
    areas,
    vitest: [
      ...(areas.has('unit') ? ofUnit : []),
      ...(areas.has('server') ? ofServer : []),
      ...(areas.has('office') ? ofOffice : []),
      ...(areas.has('mysql') ? ofMysql : []),
      ...files.filter((path) => path.includes('.test.')),
    ],
    browser: files.filter((path) => path.endsWith('.spec.ts')),
  }
}

const { areas, vitest: vitestFiles, browser: browserFiles } = wanted(process.argv.slice(2))
// Two cores: the linter is one long thread, so what else can be known goes beside it.
const linting = areas.has('lint') ? step('代码规范', async () => one(await lint())) : undefined
if (areas.has('types')) await step('类型', async () => one(await types()))
if (areas.has('build')) await step('构建', async () => one(await run([join(root, 'scripts/build.mjs')])))
// Browsers wait for their pages, servers for their databases: side by side they wait less than one after the other.
const others = vitestFiles.length ? step('单元与服务端测试', () => vitest(vitestFiles)) : Promise.resolve()
if (areas.has('browser') || browserFiles.length)
  await step('浏览器测试', () => browser(areas.has('browser') ? [] : browserFiles, { say: patient(others) }))
await Promise.all([others, linting])
if (areas.has('hours'))
  for (const moment of MOMENTS) await step(`浏览器测试，${moment}`, () => browser(TURNING, { moment }))

for (const failure of failures) console.log(`\n✘ ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed ? 1 : 0
