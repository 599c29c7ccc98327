/** Nobody waits for these but who fails: a busy machine is ten times slower than a quiet one. */
import { vi } from 'vitest'

const PATIENCE_MS = 60_000

const { waitFor } = vi
vi.waitFor = (look, options) =>
  waitFor(look, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: PATIENCE_MS })
}
