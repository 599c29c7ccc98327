/** What a browser does with a file and how it names it (RFC 6266); any letter may stand in the name (RFC 8187). */
export const disposition = (how: 'inline' | 'attachment', fileName: string): string =>
  `${how}; filename*=UTF-8''${encodeURIComponent(fileName.replace(HALF, '_')).replace(/['()*]/g, percent)}`

/** Half an emoji, as a name that was cut may end: it cannot be encoded. */
const HALF = /\p{Surrogate}/gu

/** encodeURIComponent leaves them, the RFC does not. */
const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
