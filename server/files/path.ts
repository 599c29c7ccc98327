/** Letters and digits of any script, and `. _ -` inside a name: no `..`, no separators but `/`, no NUL, nothing hidden. */
const SEGMENT = /^[\p{L}\p{N}_-](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u
const MOST = 500

/** May a file be kept under this path, in whatever store? */
export const isStorePath = (path: string): boolean =>
  path.length <= MOST && path.split('/').every((segment) => SEGMENT.test(segment))

/** Is it one that `pathFor` made, or what an import keeps beside it? Others keep things in a bucket too. */
export const isOwnPath = (path: string): boolean =>
  isStorePath(path) && /\/[^/]*_[0-9a-f]{32}\.\w+(\.rows)?$/.test(path)
