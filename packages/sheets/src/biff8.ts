/** Records of the Excel 97-2003 workbook stream ([MS-XLS] 2.4), by number. */
export const record = {
  formula: 0x06,
  eof: 0x0a,
  dateMode: 0x22,
  filePass: 0x2f,
  font: 0x31,
  continue: 0x3c,
  window1: 0x3d,
  pane: 0x41,
  codePage: 0x42,
  colInfo: 0x7d,
  boundSheet: 0x85,
  mulRk: 0xbd,
  rString: 0xd6,
  xf: 0xe0,
  mergeCells: 0xe5,
  sst: 0xfc,
  labelSst: 0xfd,
  dimensions: 0x200,
  number: 0x203,
  label: 0x204,
  boolErr: 0x205,
  string: 0x207,
  window2: 0x23e,
  rk: 0x27e,
  style: 0x293,
  format: 0x41e,
  bof: 0x809,
} as const

/** A longer record goes on in CONTINUE records. */
export const MAX_RECORD = 8_224

export const BIFF8 = 0x600
export const substream = { workbook: 0x05, worksheet: 0x10 } as const
