/** Vitest's reporter of tests that passed only on their second try: named, because a second try may hide a fault. */
export default class SecondTries {
  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) console.log(`第二次才通过：${test.module.relativeModuleId} › ${test.fullName}`)
  }
}
