// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { chooseOther, type Membership } from '#headless/forms/membership.ts'

const NAME = 'selectedroles'

function formOf(mode: 'add' | 'edit', roles: string) {
  const values: Record<string, unknown> = { [NAME]: roles }
  const membership = { extras: { values: { [NAME]: roles } }, roles: [], elsewhere: [] } as Membership
  return {
    values,
    membership,
    choose: (...chosen: string[]) =>
      chooseOther(
        {
          mode,
          values,
          set: (name, value) => void (values[name] = value),
          untype: (...names) => names.forEach((name) => delete values[name]),
        },
        membership,
        NAME,
        chosen,
      ),
  }
}

test('roles that are chosen go with those there were when that began, none of them being some too', () => {
  const { values, membership, choose } = formOf('edit', 'r1,r2')
  choose('r1')
  expect(values).toEqual({ [NAME]: 'r1', lastselectedroles: ',r1,r2' })
  // Somebody else gave one, and the form has heard of it: what is taken away is still only what was.
  membership.extras.values![NAME] = 'r1,r2,r3'
  choose('r1', 'r4')
  expect(values).toEqual({ [NAME]: 'r1,r4', lastselectedroles: ',r1,r2' })
  const none = formOf('edit', '')
  none.choose('r1')
  expect(none.values).toEqual({ [NAME]: 'r1', lastselectedroles: ',' })
})

test('what is chosen as it was is no change; a new person has no others', () => {
  const { values, choose } = formOf('edit', 'r1')
  choose('r1', 'r2')
  choose('r1')
  // What somebody else gives from now on is heard of again.
  expect(values).toEqual({})
  const made = formOf('add', '')
  made.choose('r1')
  expect(made.values).toEqual({ [NAME]: 'r1' })
})
