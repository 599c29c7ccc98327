/** Names and texts as MySQL reads them with the `sql_mode` that every connection of ours sets. */

export const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``

const escapes: Readonly<Record<string, string>> = { "'": "''", '\\': '\\\\', '\0': '\\0' }
export const text = (value: string): string => `'${value.replace(/['\\\0]/g, (one) => escapes[one] ?? one)}'`
