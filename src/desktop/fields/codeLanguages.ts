import { StreamLanguage } from '@codemirror/language'
import type { Extension } from '@uiw/react-codemirror'
import type { CodeLanguage } from '#model/code.ts'

/** Each comes when it is first needed. */
export const codeLanguages: { readonly [L in CodeLanguage]: () => Promise<Extension> } = {
  CSS: async () => (await import('@codemirror/lang-css')).css(),
  JavaScript: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  HTML: async () => (await import('@codemirror/lang-html')).html(),
  Java: async () => (await import('@codemirror/lang-java')).java(),
  'Objective-C': async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/clike')).objectiveC),
  Python: async () => (await import('@codemirror/lang-python')).python(),
  R: async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/r')).r),
  Shell: async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/shell')).shell),
  SQL: async () => (await import('@codemirror/lang-sql')).sql(),
  Swift: async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/swift')).swift),
  Vue: async () => (await import('@codemirror/lang-vue')).vue(),
  Markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
  JSON: async () => (await import('@codemirror/lang-json')).json(),
}
