/** What a table needs of the kit's tree to know which rows are chosen, without the tree that is drawn. */
export { conductCheck } from '@rc-component/tree/es/utils/conductUtil'
export { convertDataToEntities } from '@rc-component/tree/es/utils/treeUtil'

type Key = string | number | bigint

export const arrAdd = (list: readonly Key[] = [], value: Key): Key[] =>
  list.includes(value) ? [...list] : [...list, value]
export const arrDel = (list: readonly Key[] = [], value: Key): Key[] => list.filter((one) => one !== value)
