/** Numbers of identity cards, by the examples of GB 11643-1999 and by another's generator and check. */
import IDValidator from 'id-validator'
import { expect, it } from 'vitest'
import { formats } from '#model/formats.ts'

const theirs = new IDValidator()
const { fits } = formats.idCard

it('takes the two numbers the standard gives as examples', () => {
  expect(['11010519491231002X', '440524188001010014'].map(fits)).toEqual([true, true])
})

it('takes what id-validator makes, and refuses it with any one digit changed', () => {
  for (let round = 0; round < 50; round += 1) {
    const number = theirs.makeID()
    expect(fits(number), number).toBe(true)
    for (let at = 0; at < 18; at += 1) {
      const digit = number[at] === 'X' ? '0' : String((Number(number[at]) + 1 + (round % 9)) % 10)
      const changed = number.slice(0, at) + digit + number.slice(at + 1)
      expect([changed, fits(changed), theirs.isValid(changed)]).toEqual([changed, false, false])
    }
  }
})
