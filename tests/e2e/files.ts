/** Files that a person chooses, as Playwright takes them. */
interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Of one pixel. */
export const picture = (name: string): Chosen => ({ name, mimeType: 'image/png', buffer: PIXEL })
export const text = (name: string, content = '内容'): Chosen => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
