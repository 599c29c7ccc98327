import { confirm } from './ask.ts'

/** Leaving something half-done. True: it is thrown away. */
export const askToDiscard = ({ what = '已填写的内容', keep = '继续填写' } = {}): Promise<boolean> =>
  confirm({ title: `放弃${what}？`, yes: '放弃', no: keep, danger: true })
