import { choices } from '#model/choices.ts'

export const providerLevels = choices('pb_provider_level', '服务商级别', {
  province: ['1', '省级代理', 'purple'],
  city: ['2', '市级代理', 'geekblue'],
  district: ['3', '区县代理', 'blue'],
  chain: ['4', '连锁门店', 'cyan'],
  merchant: ['5', '商户', 'green'],
})

export const subjectTypes = choices('pb_subject_type', '主体类型', {
  person: ['1', '个人'],
  soleTrader: ['2', '个体工商户'],
  firm: ['3', '企业'],
})

export const industries = choices('pb_industry', '行业', {
  hotel: ['1', '酒店'],
  internetCafe: ['2', '网吧'],
  catering: ['3', '餐饮'],
  ktv: ['4', '酒吧KTV'],
  spa: ['5', '足浴洗浴'],
  beauty: ['6', '美容'],
  chess: ['7', '棋牌室'],
  cinema: ['8', '影院'],
  mall: ['9', '商场'],
  hospital: ['10', '医院'],
  hub: ['11', '交通枢纽'],
  taxi: ['12', '出租车'],
  other: ['99', '其他'],
})
