/** Vitest's reporter of what went wrong, for the end of a long run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, root } from './install.mjs'

/** What the last run of Vitest found wrong: a JSON list of lines to print. */
export const faultsFile = join(cache, 'vitest-faults.json')

const said = (errors) =>
  errors
    .map(({ message, stack }) => String(message ?? stack))
    .join('\n')
    .slice(0, 800)

/**
 * Where an error outside of any test came from: nothing else tells which of all files it was.
 * @param {{ stack?: string, VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string }} error
 */
const placeOf = ({ stack = '', VITEST_TEST_PATH, VITEST_TEST_NAME }) =>
  [VITEST_TEST_PATH, VITEST_TEST_NAME, ...stack.split('\n').filter((line) => line.trimStart().startsWith('at '))]
    .filter(Boolean)
    .map((line) => `\n    ${line.trim().replaceAll(`${root}/`, '')}`)
    .join('')

export default class VitestFaults {
  /**
   * Failed tests, and what fails without one: a file that cannot be loaded, a hook, an error outside of any test.
   * @param {readonly import('vitest/node').TestModule[]} modules
   */
  onTestRunEnd(modules, unhandled) {
    const faults = unhandled.map((error) => `在测试之外：${said([error])}${placeOf(error)}`)
    for (const module of modules) {
      const file = module.relativeModuleId
      if (module.errors().length) faults.push(`${file}\n    ${said(module.errors())}`)
      for (const suite of module.children.allSuites())
        if (suite.errors().length) faults.push(`${file} › ${suite.fullName}\n    ${said(suite.errors())}`)
      for (const test of module.children.allTests('failed'))
        faults.push(`${file} › ${test.fullName}\n    ${said(test.result().errors ?? [])}`)
    }
    mkdirSync(cache, { recursive: true })
    writeFileSync(faultsFile, JSON.stringify(faults))
  }
}
