import type { ChangeSpec, EditorView } from '@uiw/react-codemirror'

type Tool = (view: EditorView) => void

/** Puts signs around what is chosen, or takes them away again. */
const around =
  (before: string, after = before): Tool =>
  (view) => {
    const { from, to } = view.state.selection.main
    const has =
      view.state.sliceDoc(from - before.length, from) === before && view.state.sliceDoc(to, to + after.length) === after
    const changes: ChangeSpec[] = has
      ? [
          { from: from - before.length, to: from },
          { from: to, to: to + after.length },
        ]
      : [
          { from, insert: before },
          { from: to, insert: after },
        ]
    const by = has ? -before.length : before.length
    view.dispatch({ changes, selection: { anchor: from + by, head: to + by } })
    view.focus()
  }

/** Changes every chosen line. */
const lines =
  (change: (line: string, number: number) => string): Tool =>
  (view) => {
    const { doc, selection } = view.state
    const [first, last] = [doc.lineAt(selection.main.from).number, doc.lineAt(selection.main.to).number]
    const changes = Array.from({ length: last - first + 1 }, (_, at) => {
      const line = doc.line(first + at)
      return { from: line.from, to: line.to, insert: change(line.text, at + 1) }
    })
    view.dispatch({ changes })
    view.dispatch({ selection: { anchor: view.state.doc.line(last).to } })
    view.focus()
  }
const begun = (sign: string | ((number: number) => string)) =>
  lines((line, number) => `${typeof sign === 'string' ? sign : sign(number)}${line.replace(MARK, '')}`)
const MARK = /^(- \[[ x]\] |[-*+] |\d+\. |> )/

/** Puts a piece of its own between blank lines. */
export const putBlock =
  (text: string): Tool =>
  (view) => {
    const line = view.state.doc.lineAt(view.state.selection.main.to)
    const insert = `${line.text ? '\n\n' : ''}${text}\n`
    view.dispatch({ changes: { from: line.to, insert }, selection: { anchor: line.to + insert.length } })
    view.focus()
  }

export const putText =
  (text: string): Tool =>
  (view) => {
    view.dispatch(view.state.replaceSelection(text))
    view.focus()
  }

const LEVELS = 6
const heading = lines((line) => {
  const level = /^#*/.exec(line)![0].length
  const text = line.replace(/^#+\s*/, '')
  // One more at each press, then none.
  return level >= LEVELS ? text : `${'#'.repeat(level + 1)} ${text}`
})

const link: Tool = (view) => {
  const { from, to } = view.state.selection.main
  const insert = `[${view.state.sliceDoc(from, to) || '链接文字'}](https://)`
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length - 1 } })
  view.focus()
}

/** The buttons in their order (acceptance L02); 图片 has a dialog and stands elsewhere. */
export const tools: readonly { name: string; sign: string; run: Tool }[] = [
  { name: '标题', sign: 'H', run: heading },
  { name: '加粗', sign: 'B', run: around('**') },
  { name: '斜体', sign: 'I', run: around('*') },
  { name: '删除线', sign: 'S', run: around('~~') },
  { name: '分割线', sign: '—', run: putBlock('---') },
  { name: '引用', sign: '❝', run: begun('> ') },
  { name: '无序列表', sign: '•', run: begun('- ') },
  { name: '有序列表', sign: '1.', run: begun((number) => `${number}. `) },
  { name: '任务', sign: '☑', run: begun('- [ ] ') },
  { name: '增加缩进', sign: '⇥', run: lines((line) => `  ${line}`) },
  { name: '减少缩进', sign: '⇤', run: lines((line) => line.replace(/^ {1,2}/, '')) },
  { name: '表格', sign: '▦', run: putBlock('| 列一 | 列二 |\n| --- | --- |\n|  |  |') },
  { name: '链接', sign: '🔗', run: link },
  { name: '行内代码', sign: '<>', run: around('`') },
  { name: '代码块', sign: '{ }', run: around('```\n', '\n```') },
]
