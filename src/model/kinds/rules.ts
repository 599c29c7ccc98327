/** The comparisons a query may use, with the names JeecgBoot gives them. right_like is "starts with". */
export const RULES = {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  like: '包含',
  right_like: '以…开始',
  left_like: '以…结尾',
  in: '在…中',
} as const
export type Rule = keyof typeof RULES
