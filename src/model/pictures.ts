/** Paths of the pictures a value of kind `image` or `images` names. */
export const picturesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((path) => path.trim())
        .filter(Boolean)
    : []
