import { choices } from '#model/choices.ts'
/** What stands on a shelf before consumers: new things wait below it, staff put them on and take them off. */
import { choice } from '#model/fields.ts'

export const shelfStates = choices('shelf_status', '上架状态', {
  on: ['1', '上架', 'green'],
  off: ['0', '下架', 'default'],
})

export const shelfStatus = choice('状态', shelfStates, { readOnly: true, initial: 'off' })

export const shelfActions = {
  putOn: {
    label: '上架',
    when: { status: ['off'] },
    permission: 'shelve',
    batch: true,
    confirm: '上架后用户立即可见。',
  },
  takeOff: {
    label: '下架',
    when: { status: ['on'] },
    permission: 'shelve',
    batch: true,
    confirm: '下架后用户不再看到它，已购买的不受影响。',
  },
} as const
