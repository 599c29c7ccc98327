/** Vitest's reporter of what went wrong, for the end of a long run, and of tests that passed only on their second try. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './install.mjs'

/** What the last run of Vitest found wrong: a JSON list of lines to print. */
export const faultsFile = join(cache, 'vitest-faults.json')

const said = (errors) =>
  errors
    .map(({ message, stack }) => String(message ?? stack))
    .join('\n')
    .slice(0, 800)

export default class VitestFaults {
  #flaky = []

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    // Named, because a second try may hide a fault.
    if (test.diagnostic()?.flaky) this.#flaky.push(`第二次才通过：${test.module.relativeModuleId} › ${test.fullName}`)
  }

  /**
   * Failed tests, and what fails without one: a file that cannot be loaded, a hook, an error outside of any test.
   * @param {readonly import('vitest/node').TestModule[]} modules
   */
  onTestRunEnd(modules, unhandled) {
    const faults = unhandled.map((error) => `在测试之外：${said([error])}`)
    for (const module of modules) {
      const file = module.relativeModuleId
      if (module.errors().length) faults.push(`${file}\n    ${said(module.errors())}`)
      for (const suite of module.children.allSuites())
        if (suite.errors().length) faults.push(`${file} › ${suite.fullName}\n    ${said(suite.errors())}`)
      for (const test of module.children.allTests('failed'))
        faults.push(`${file} › ${test.fullName}\n    ${said(test.result().errors ?? [])}`)
    }
    for (const line of this.#flaky) console.log(line)
    mkdirSync(cache, { recursive: true })
    writeFileSync(faultsFile, JSON.stringify(faults))
  }
}
