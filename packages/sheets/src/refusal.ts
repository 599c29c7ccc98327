const messages = {
  'not-spreadsheet': '文件不是有效的 Excel 文件（.xlsx、.xls 或 .csv），请用 Excel 或 WPS 另存后再上传',
  encrypted: '文件有密码保护，请先取消密码',
  'old-format': '文件是 Excel 95 或更早的格式，请用 Excel 或 WPS 另存为 .xlsx 后再上传',
  broken: '文件已损坏，无法读取，请用 Excel 或 WPS 打开检查并另存后再上传',
  'too-many-rows': '表格行数过多，请拆分成多个文件后再上传',
  'too-many-columns': '表格列数过多，请删除多余的列后再上传',
  'too-large': '文件内容过大，请拆分成多个文件后再上传',
  timeout: '文件读取超时，请拆分成多个文件后再上传',
  busy: '正在处理的文件较多，请稍后再试',
}

export type Reason = keyof typeof messages

/** Why an uploaded file is not read, in words for the person who uploaded it. */
export class SpreadsheetError extends Error {
  override name = 'SpreadsheetError'
  readonly reason: Reason

  constructor(reason: Reason, message: string = messages[reason]) {
    super(message)
    this.reason = reason
  }
}
