import { LONGEST } from '../../lengths.ts'
import { choiceSheet, commas, eachOf } from '../base/choiceEntry.ts'
import { atMost } from '../base/textEntry.ts'
import type { FieldOf } from '../../fields.ts'
import type { Entry } from '../entry.ts'

export const AREA_WANTED = '请选择省、市、区县'

export const area: Entry<FieldOf<'area'>> = {
  check: ({ multiple }) => atMost(LONGEST.many).regex(multiple ? /^\d{6}(,\d{6})*$/ : /^\d{6}$/, AREA_WANTED),
  sheet: {
    ...choiceSheet,
    read: ({ multiple = false }, text, _, lookup) =>
      eachOf(
        text,
        multiple,
        (part) => lookup.area(part) ?? { problem: `没有“${part}”这个区域，请写成 省/市/区县 或六位代码` },
      ),
    example: () => '广东省/深圳市/南山区',
    note: (field) => `省/市/区县，或六位代码${commas(field)}`,
  },
}
