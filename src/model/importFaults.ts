/** What is wrong in one cell of a file. */
export interface ImportFault {
  /** Line of the sheet, counted as the spreadsheet program shows it. */
  line: number
  label: string
  text: string
  reason: string
}
/** So many of a file are told at once; all of them stand in a list of their own. */
export const FIRST_FAULTS = 10

const LONGEST_QUOTED = 30
const quoted = (text: string) =>
  text && `“${text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text}”`

/** 第 3 行 手机号“123”：请输入正确手机号 */
export const faultText = ({ line, label, text, reason }: ImportFault): string =>
  `第 ${line} 行 ${label}${quoted(text)}：${reason}`
