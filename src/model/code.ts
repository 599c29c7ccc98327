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
export type CodeLanguage = (typeof CODE_LANGUAGES)[number]
