/** 元 as they travel and 分 as they are counted, and what of it must be there. */
import { describe, expect, it } from 'vitest'
import { exactHundredths, hundredthsOr0 } from '#model/money.ts'
import { knownAction, knownApproval, knownField } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { fen } from '../../server/money/withdrawal.ts'

describe('an amount of a row', () => {
  it('is counted in 分; nothing in it is none', () => {
    expect(fen({ paid: '12.05' }, 'paid')).toBe(1205n)
    expect([null, undefined, ''].map((paid) => fen({ paid }, 'paid'))).toEqual([0n, 0n, 0n])
  })
  it('is refused where it is 分 already or no amount at all', () => {
    expect(() => fen({ paid: 1205n }, 'paid')).toThrow('paid')
    expect(() => fen({ paid: 'viel' }, 'paid')).toThrow('no amount')
    expect(() => exactHundredths('1.234')).toThrow('no amount')
  })
  it('of whatever kind is 0 where nobody promised one', () => {
    expect([hundredthsOr0('3.5'), hundredthsOr0(2), hundredthsOr0('?'), hundredthsOr0(null)]).toEqual([
      350n,
      200n,
      0n,
      0n,
    ])
  })
})

it('what the program names and a definition has not is an error with its name', () => {
  expect(knownField(resources.device, 'deviceSn').kind).toBe('text')
  expect(knownField(resources.device, 'createTime').kind).toBe('dateTime')
  expect(() => knownField(resources.device, 'colour')).toThrow('colour')
  expect(() => knownAction(resources.device, 'explode')).toThrow('device has no action explode')
  expect(() => knownApproval(resources.device)).toThrow('device has no approval')
})
