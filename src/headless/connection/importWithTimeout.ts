import { during } from './ready.ts'

const LIMIT_MS = 120_000

/** A part of the program could not be loaded, or took longer than 120 s. */
export class LoadError extends Error {}

/** Fails with a LoadError when loading fails or takes too long; the shell offers 重新加载. */
export function importWithTimeout<T>(loading: Promise<T>, limitMs = LIMIT_MS): Promise<T> {
  return during(
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new LoadError('页面加载超时')), limitMs)
      loading
        .then(resolve, (error: unknown) => reject(new LoadError('页面加载失败', { cause: error })))
        .finally(() => clearTimeout(timer))
    }),
  )
}

const AGAIN_MS = 3_000
const LATEST_AGAIN_MS = 60_000

/**
 * The same for what the page stands without: while the line is down it is asked for again, after 3 s and then ever later.
 * Never rejects, because nobody's half-typed form is worth a menu.
 */
export async function importSometime<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = AGAIN_MS; ; pause = Math.min(2 * pause, LATEST_AGAIN_MS))
    try {
      return await importWithTimeout(load())
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
}
