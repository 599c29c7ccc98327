/** Paths a value of kind `image`, `images`, `file` or `files` names. */
export const pathsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((path) => path.trim())
        .filter(Boolean)
    : []

/** `temp/合同_8c1f….pdf` → 合同.pdf: the name people gave, without what the server added to make it unguessable. */
export const nameOfFile = (path: string): string =>
  (path.split('/').pop() ?? path).replace(/[?#].*$/, '').replace(/_[0-9a-f]{32}(?=\.\w+$)/, '')

/** 1536 → 1.5 KB */
export const sizeText = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 ** 2
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`
