/** What the first bytes of a file say it is. A zip may still turn out to be something other than a workbook. */
export function sniff(start: Uint8Array): 'xlsx' | 'xls' | 'old-xls' | 'csv' | null {
  const is = (...bytes: number[]) => bytes.every((byte, i) => start[i] === byte)
  if (is(0x50, 0x4b, 0x03, 0x04)) return 'xlsx'
  // The OLE container holds an .xls, but also an .xlsx with a password and every old Office document
  if (is(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'xls'
  // Before Excel 5 there was no container: the file starts with its BOF record
  if ([0x00, 0x02, 0x04].some((version) => is(0x09, version) && [4, 6, 8].includes(start[2]!) && start[3] === 0))
    return 'old-xls'
  return isText(start) ? 'csv' : null
}

const LOOKED_AT = 4096

/** Text, but no page, program data or document that is text as well. */
function isText(file: Uint8Array): boolean {
  const start = Buffer.from(file.subarray(0, LOOKED_AT))
  if (start[0] === 0xff && start[1] === 0xfe) return true
  return start.length > 0 && !start.some(isControl) && !/^(\ufeff)?\s*([<{[]|%PDF)/.test(start.toString())
}

const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte)
