/** Files and their names, read by packages of others: pictures, QR codes, headers, forms. */
import multipart from '@fastify/multipart'
import { parse as parseDisposition } from 'content-disposition'
import fc from 'fast-check'
import Fastify from 'fastify'
import readQrCode from 'jsqr'
import { PNG } from 'pngjs'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { fileForm } from '../../server/chat/outgoing.ts'
import { pngOf } from '../../server/files/png.ts'
import { disposition } from '../../server/kernel/disposition.ts'

const SEED = 20_261_122

describe('a picture of squares', () => {
  const picture = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9 }))
    .chain(([width, height, scale]) =>
      fc.record({
        scale: fc.constant(scale),
        squares: fc.array(fc.array(fc.boolean(), { minLength: width, maxLength: width }), {
          minLength: height,
          maxLength: height,
        }),
      }),
    )

  it('is a PNG in which every square has its place and colour', () => {
    fc.assert(
      fc.property(picture, ({ squares, scale }) => {
        const { width, height, data } = PNG.sync.read(pngOf(squares, scale), { checkCRC: true })
        expect([width, height]).toEqual([squares[0]!.length * scale, squares.length * scale])
        const wrong = Array.from({ length: width * height }, (_, at) => {
          const black = squares[Math.floor(at / width / scale)]![Math.floor((at % width) / scale)]!
          const [red, green, blue, alpha] = data.subarray(at * 4, at * 4 + 4)
          const shade = black ? 0 : 255
          return red !== shade || green !== shade || blue !== shade || alpha !== 255
        })
        expect(wrong.indexOf(true)).toBe(-1)
      }),
      { seed: SEED, numRuns: 50 },
    )
  })

  it.each([
    'PB2026000001',
    'https://volt.example/scan?sn=PB2026000001&s=1',
    '设备编号 一二三',
    `https://volt.example/${'a'.repeat(400)}`,
  ])('of a QR code is scanned again (%#)', (text) => {
    const { width, height, data } = PNG.sync.read(pngOf(encode(text, { ecc: 'M', border: 4 }).data, 8))
    expect(readQrCode(new Uint8ClampedArray(data), width, height)?.data).toBe(text)
  })
})

/** Its `ext-value`: letters that need no percent are few. */
const RFC_8187 = /^attachment; filename\*=UTF-8''(?:%[\dA-F]{2}|[\w!#$&+.^`|~-])+$/

describe('the name of a download', () => {
  const letter = fc.oneof(
    fc.constantFrom(...`a1 .'()*%";,=\\/中`),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )

  it('comes out of its header as it went in, whatever letters it has', () => {
    fc.assert(
      fc.property(fc.string({ unit: letter, minLength: 1, maxLength: 60 }), (name) => {
        const header = disposition('attachment', name)
        expect(header).toMatch(RFC_8187)
        // Half a letter cannot travel.
        expect(parseDisposition(header)).toMatchObject({
          type: 'attachment',
          parameters: { filename: name.replace(/\p{Surrogate}/gu, '_') },
        })
      }),
      { seed: SEED, numRuns: 500 },
    )
  })

  it.each(['导出文件.xlsx', `报价'单*(2026)".xls`, '100% ;=,.csv', '😀.zip'])('is %s', (name) => {
    expect(parseDisposition(disposition('inline', name))).toMatchObject({
      type: 'inline',
      parameters: { filename: name },
    })
  })
})

describe('a form with a file', () => {
  it.each([
    ['导出 2026.xlsx', '导出 2026.xlsx'],
    ['a"b\\c/d\r\nX: y.csv', 'a_b_c_d__X: y.csv'],
  ])('named %j is taken apart by a parser of forms', async (name, taken) => {
    const content = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256))
    const { headers, body } = fileForm({ name, type: 'application/vnd.ms-excel', content })
    const server = Fastify()
    await server.register(multipart)
    server.post('/', async (request) => {
      const file = (await request.file())!
      const same = (await file.toBuffer()).equals(content)
      return { field: file.fieldname, name: file.filename, type: file.mimetype, same }
    })
    const answer = await server.inject({ method: 'POST', url: '/', headers, payload: Buffer.from(body as Uint8Array) })
    expect(answer.json()).toEqual({ field: 'media', name: taken, type: 'application/vnd.ms-excel', same: true })
    await server.close()
  })
})
