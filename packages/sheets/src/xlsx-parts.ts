// The fixed parts of a workbook. Style numbers are positions in <cellXfs>.
export const style = { plain: 0, header: 1, heading: 2, money: 3, text: 4 }

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const worksheetStart = `${declaration}<worksheet xmlns="${main}">`

export const rootRelationships = `${declaration}<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const font = (size: number, bold = '') =>
  `<font>${bold}<sz val="${size}"/><name val="宋体"/><charset val="134"/></font>`
const format = (numFmt: number, font = 0, fill = 0, more = '/>') =>
  `<xf numFmtId="${numFmt}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"${more}`
const centred = ' applyAlignment="1"><alignment horizontal="center" vertical="center"/></xf>'

// 2 is Excel's own 0.00, 49 its text format
export const styles = [
  `${declaration}<styleSheet xmlns="${main}">`,
  `<fonts count="3">${font(11)}${font(11, '<b/>')}${font(14, '<b/>')}</fonts>`,
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE7E6E6"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="5">${format(0)}${format(0, 1, 2, centred)}${format(0, 2, 0, centred)}${format(2)}${format(49)}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

/** `names` are escaped already. */
export const workbook = (names: string[]) =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>` +
  names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('') +
  '</sheets></workbook>'

export const workbookRelationships = (sheets: number) =>
  `${declaration}<Relationships xmlns="${relationships}">` +
  numbers(sheets)
    .map((n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('') +
  `<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`

export const contentTypes = (sheets: number) =>
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>` +
  numbers(sheets)
    .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${contentType}.worksheet+xml"/>`)
    .join('') +
  '</Types>'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
