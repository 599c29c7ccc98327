import { choices } from '#model/choices.ts'

export const sexes = choices('sex', '性别', {
  male: ['1', '男'],
  female: ['2', '女'],
})
