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
