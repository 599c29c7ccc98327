import { expect, it } from 'vitest'
import { cut, cutInside, cutToBytes } from '../../server/chat/fitting.ts'

it('long texts lose their end, their inside where a number stands at the end, and never half a character', () => {
  expect([cut('一二三四', 4), cut('一二三四五', 4)]).toEqual(['一二三四', '一二三…'])
  expect(cutInside('一二三四', 4)).toBe('一二三四')
  expect(cutInside('很长很长的昵称😀😀，TX20261127000003', 20)).toBe('很长很长的昵称😀😀…1127000003')
  expect([...cutInside('很长很长的昵称😀😀，TX20261127000003', 20)]).toHaveLength(20)
  expect(cutToBytes('一二三四', 10)).toBe('一二…')
})
