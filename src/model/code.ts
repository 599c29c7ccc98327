/** What the code editor knows how to colour. */
export const CODE_LANGUAGES = [
  'CSS',
  'JavaScript',
  'HTML',
  'Java',
  'Objective-C',
  'Python',
  'R',
  'Shell',
  'SQL',
  'Swift',
  'Vue',
  'Markdown',
] as const
/** JSON is not offered to choose: it is the language of data, not of programs. */
export type CodeLanguage = (typeof CODE_LANGUAGES)[number] | 'JSON'

function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const said = String(error)
    // V8 mostly says where it stumbled; other engines have words of their own.
    const at = / position (\d+)/.exec(said)?.[1]
    if (/end of JSON|EOF/i.test(said) || Number(at) >= text.trimEnd().length) return '不是完整的 JSON'
    const line = at === undefined ? '' : `：第${text.slice(0, Number(at)).split('\n').length}行有错误`
    return `不是正确的 JSON${line}`
  }
}

const problems: { readonly [L in CodeLanguage]?: (text: string) => string | undefined } = { JSON: jsonProblem }

/** Why a text is none of that language, where that can be said. */
export const codeProblem = (language: CodeLanguage, text: string): string | undefined => problems[language]?.(text)
