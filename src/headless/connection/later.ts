import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { importWithTimeout } from './importWithTimeout.ts'

/** A part of the program that is drawn once it has come. */
export type Later<P> = LazyExoticComponent<ComponentType<P>> & {
  /** Lets it come before it is drawn. Rejects like `importWithTimeout`. */
  bring(): Promise<void>
}

/** Tells at once, where a promise tells a moment later. */
const at = <T>(value: T) => ({ then: (tell: (value: T) => void) => tell(value) }) as unknown as Promise<T>

/**
 * Like React's `lazy`, but what has come already is drawn at once: React keeps whatever follows something that stood in its
 * place back until that has been there for 300 ms (FALLBACK_THROTTLE_MS).
 */
export function later<P>(load: () => Promise<{ default: ComponentType<P> }>): Later<P> {
  let come: { default: ComponentType<P> } | undefined
  const coming = () => importWithTimeout(load()).then((module) => (come = module))
  return Object.assign(
    lazy(() => (come ? at(come) : coming())),
    { bring: () => coming().then(() => undefined) },
  )
}

/** Longer nobody looks at an empty page; what comes later is worth a frame meanwhile. */
const EMPTY_MS = 1_000

/** Resolves when all of it has come, has failed, which whoever draws it says, or after `longest` ms. */
export const unlessLong = (coming: Promise<unknown>, longest = EMPTY_MS): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, longest)
    coming
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer)
        resolve()
      })
  })
