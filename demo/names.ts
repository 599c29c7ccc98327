import type { Chance } from './chance.ts'

const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'
const GIVEN =
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 建华 文博 子轩 雨桐 思远 嘉怡 浩然 梓涵 志强 晓燕 国栋 海燕 俊杰 婷婷 雪梅 振宇 佳琪 立新'.split(
    ' ',
  )
const PREFIXES = '130 131 132 135 136 137 138 139 150 151 152 158 159 176 177 180 185 186 187 188 189 198'.split(' ')

export const personName = (chance: Chance) => chance.pick([...SURNAMES]) + chance.pick(GIVEN)

/** Distinct by their last digits, which count. */
export const mobile = (chance: Chance, number: number) =>
  chance.pick(PREFIXES) + chance.digits(3) + String(number).padStart(5, '0')

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** Well-formed, with its check digit. */
export function idCard(chance: Chance, areaCode: string): string {
  const day = `${chance.int(1965, 2004)}${String(chance.int(1, 12)).padStart(2, '0')}${String(chance.int(1, 28)).padStart(2, '0')}`
  const body = `${areaCode}${day}${chance.digits(3)}`
  return body + '10X98765432'[WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(body[index]), 0) % 11]!
}
