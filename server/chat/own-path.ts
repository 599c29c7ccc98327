/** Where signing in leads: a path of our own, or nowhere. `//evil`, `/\evil` and whole addresses leave the origin. */
const LOGIN = /^\/(user\/login|oauth2-app\/login|user)?\/?$/
const MOST = 1500

export function ownPath(wanted: string | undefined | null): string | undefined {
  if (!wanted || wanted.length > MOST || !/^\/(?![/\\])[^\s\\]*$/.test(wanted)) return undefined
  const base = 'https://own.invalid'
  if (!URL.canParse(wanted, base)) return undefined
  const url = new URL(wanted, base)
  if (url.origin !== base || url.pathname.startsWith('//') || LOGIN.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
