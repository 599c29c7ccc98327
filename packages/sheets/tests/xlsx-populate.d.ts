/** The package has no types of its own; what the tests use of it. */
declare module 'xlsx-populate' {
  class RichText {
    add(text: string, style?: Record<string, unknown>): RichText
  }
  interface Cell {
    value(): unknown
    value(value: string | number | boolean | Date | RichText): Cell
    formula(): string | undefined
    style(name: string): unknown
    style(name: string, value: unknown): Cell
  }
  interface Sheet {
    name(name: string): Sheet
    cell(row: number, column: number): Cell
    cell(address: string): Cell
    range(address: string): {
      merged(merged: boolean): unknown
      dataValidation(): { type: string; formula1: string } | false
    }
  }
  interface Workbook {
    sheet(which: number | string): Sheet
    outputAsync(): Promise<Buffer>
  }
  const XlsxPopulate: {
    RichText: typeof RichText
    fromBlankAsync(): Promise<Workbook>
    fromDataAsync(content: Uint8Array): Promise<Workbook>
  }
  export default XlsxPopulate
}
