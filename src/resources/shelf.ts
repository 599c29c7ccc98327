/** What stands on a shelf before consumers: new things wait below it, staff put them on and take them off. */
import { dict } from '#model/fields.ts'

export const shelfStatus = dict('状态', 'shelf_status', { readOnly: true, initial: '0' })

export const shelfActions = {
  putOn: { label: '上架', when: { status: ['0'] }, permission: 'shelve', batch: true, confirm: '上架后用户立即可见。' },
  takeOff: {
    label: '下架',
    when: { status: ['1'] },
    permission: 'shelve',
    batch: true,
    confirm: '下架后用户不再看到它，已购买的不受影响。',
  },
} as const
