const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i
// Full-width signs count too: a Chinese or Japanese Excel takes them for formulas (OWASP, CSV injection)
const formula = /^'*(\s*[=+\-@＝＋－＠]|[\t\r\n])/

/** A spreadsheet program opening a text file must not run what somebody typed into a form. */
export const guarded = (text: string) => (formula.test(text) && !number.test(text) ? `'${text}` : text)

/** What was written with a guard, without it. */
export const unguarded = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)
