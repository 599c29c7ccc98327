import type { TextFormat } from './fields.ts'
import { typedCode, typedMobile } from './typedMobile.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** GB 11643: date inside and check digit. */
function isIdCard(value: string): boolean {
  if (!/^\d{17}[\dXx]$/.test(value)) return false
  const date = `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`
  const parsed = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date) return false
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(value[index]), 0)
  return '10X98765432'[sum % 11] === value[17]!.toUpperCase()
}

const pattern = (regex: RegExp) => (value: string) => regex.test(value)

const capital = (value: string) => typedCode(value).toUpperCase()

interface Format {
  fits: (value: string) => boolean
  /** The exact sentence when it does not fit. */
  message: string
  /** The one way of writing that is kept, of what people write in several. */
  plain?: (value: string) => string
}

/** Named formats of text. */
export const formats: Record<TextFormat, Format> = {
  mobile: {
    fits: pattern(/^1[3-9]\d{9}$/),
    message: '请输入正确手机号',
    plain: typedMobile,
  },
  phone: {
    fits: pattern(/^(0\d{2,3}-?)?\d{7,8}(-\d{1,6})?$|^1[3-9]\d{9}$|^400-?\d{3}-?\d{4}$/),
    message: '请输入正确的座机号',
    // The hyphen after the area code says something.
    plain: typedCode,
  },
  email: { fits: pattern(/^[\w.+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/), message: '邮箱格式不正确' },
  userName: { fits: pattern(/^\w+$/), message: '只允许字母、数字、下划线' },
  url: { fits: pattern(/^https?:\/\/\S+$/), message: '请输入以http和https开头的网址' },
  bankCard: {
    fits: pattern(/^[1-9]\d{9,19}$/),
    message: '请输入正确的银行卡号码',
    plain: (value) => typedCode(value).replace(/-/g, ''),
  },
  idCard: { fits: isIdCard, message: '请输入正确的身份证号码', plain: capital },
  certificate: { fits: pattern(/^[A-Za-z0-9]{1,50}$/), message: '请输入正确的证件号码' },
  creditCode: { fits: pattern(/^[0-9A-HJ-NPQRTUWXY]{18}$/), message: '请输入正确的统一社会信用代码', plain: capital },
  plate: {
    // Ordinary plates have five signs after the letter of the city, those of electric cars six.
    fits: pattern(/^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-HJ-NP-Z][A-HJ-NP-Z0-9]{5,6}$/),
    message: '请输入正确的车牌号',
    // 粤B·12345 as it stands on the plate.
    plain: (value) => capital(value).replace(/[·•・.-]/g, ''),
  },
  qq: { fits: pattern(/^\d{5,12}$/), message: '请输入正确的QQ号码' },
  english: { fits: pattern(/^[A-Za-z]+$/), message: '请输入英文字符' },
  natural: { fits: pattern(/^\d+$/), message: '请输入自然数' },
  digitsAndLines: { fits: pattern(/^[\d\r\n]+$/), message: '请输入数字和换行符' },
  letters20: { fits: pattern(/^[A-Za-z0-9]{0,20}$/), message: '请输入20位以内的英文字符和数字' },
  name: { fits: pattern(/^[\u4e00-\u9fffA-Za-z ]{2,100}$/), message: '请输入2到100位的中英文字符和空格' },
  code: { fits: pattern(/^[A-Za-z0-9_.:-]+$/), message: '只允许字母、数字和 _ . : -' },
}
