import { expect, test } from 'vitest'
import { plainAddress } from '#headless/session/address.ts'

test.each([
  ['/user/login/', '/user/login'],
  ['/finance/x//?a=/b/#/c/', '/finance/x?a=/b/#/c/'],
  ['/a/', '/a'],
  ['/finance/x?to=/y/', '/finance/x?to=/y/'],
  ['/finance/x', '/finance/x'],
  ['/', '/'],
  ['/?a=1', '/?a=1'],
  ['//evil.example/', '//evil.example/'],
  ['/\\evil.example/', '/\\evil.example/'],
])('%s is the page %s', (address, plain) => expect(plainAddress(address)).toBe(plain))
