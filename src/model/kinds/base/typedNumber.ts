const WIDTH = 'Ａ'.charCodeAt(0) - 'A'.charCodeAt(0)

/** 12。5, １２．５ and －3, as input methods leave them, in the characters of a number: 12.5, 12.5 and -3. */
export const plainCharacters = (text: string): string =>
  text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDTH))
    .replace(/[。｡]/g, '.')
    .replace(/−/g, '-')

/** 1,234.50 is 1234.50. A comma elsewhere, as in 12,50 and 0,125, may be a decimal point: it stays, and no number has it. */
export const ungrouped = (text: string): string =>
  /(^|\D)0,/.test(text) ? text : text.replace(/(\d),(?=\d{3}(\D|$))/g, '$1')

/** The same without what spreadsheets write around and inside a figure: ' ¥-1,234.50 ' is -1234.50 and 5% is 5. */
export const plainNumber = (text = ''): string =>
  ungrouped(plainCharacters(text))
    .trim()
    .replace(/^(-?)\s*[¥￥]\s*/, '$1')
    .replace(/\s*%$/, '')

/** The same for the kit's number inputs, which keep nothing of what they cannot read: 1200 元 and $12 are 1200 and 12. */
export const figureIn = (text?: string): string => plainNumber(text).replace(/[^\w.,-]+/g, '')
