import type { FieldOf } from '../../fields.ts'
import { choiceLike } from '../base/choiceLike.ts'
import type { Kind } from '../kind.ts'

/** 440000 stands for the whole province and 440300 for the whole city. */
export const areaPrefix = (code: string): string => {
  const short = code.replace(/(0000|00)$/, '')
  return short === code ? code : `${short}*`
}

export const area: Kind<FieldOf<'area'>> = {
  ...choiceLike,
  rules: ['eq', 'ne', 'in', 'right_like'],
  width: 180,
  worded: 'area',
  filter: areaPrefix,
  condition: { type: 'pca', dbType: 'string', one: ({ label }) => ({ kind: 'area', label }) },
  cell: ({ multiple }) => ({
    type: 'sel_search_async',
    chosen: 'areas',
    ...(multiple && { props: { mode: 'multiple' } }),
  }),
}
