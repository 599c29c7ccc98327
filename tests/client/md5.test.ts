import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { md5 } from '#headless/connection/md5.ts'
import { signaturePayload } from '#model/signature.ts'

const sign = (url: string, params: Record<string, unknown>) =>
  md5(signaturePayload(url, params, 'demo-secret')).toUpperCase()

test('the vectors of the contract come out', () => {
  expect(sign('/sys/x', {})).toBe('FE9B2CFC2F224BF98CF5150338985657')
  expect(sign('/sys/dict/loadDict/sys_user,realname,username', { keyword: '', pageSize: 10 })).toBe(
    '7C418594278DAA50B0A5952E86424733',
  )
})

test('what the other side drops is not signed, and what stands in the address is', () => {
  expect(sign('/a?keyword=', { pageSize: '10', _t: 1, nothing: null, none: undefined })).toBe(
    sign('/a', { keyword: '', pageSize: 10 }),
  )
})

test('every length of text around the block size is hashed right', () => {
  for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
    const text = '伏a'.repeat(length).slice(0, length)
    expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'))
  }
})
