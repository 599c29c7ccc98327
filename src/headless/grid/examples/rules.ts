import { dict, longText, text, type Field } from '#model/fields.ts'
import { formRules, maxChosen, maxLength, minChosen, minLength, type FormRule, type TextRule } from '#model/patterns.ts'

/** One field for each named rule of forms (acceptance U01–U03), on either shell. */
export interface RuleExample {
  name: string
  field: Field
  /** What is said of a filled-in value; undefined when it fits. */
  judge(value: unknown): string | undefined
}

const labels: { readonly [R in FormRule]: string } = {
  mobile: '手机号',
  userName: '用户名',
  userNameLength: '用户名长度',
  email: '邮箱',
  natural: '自然数',
  landline: '座机号',
  bankCard: '银行卡号',
  certificate: '证件号码',
  idCard: '身份证号',
  qq: 'QQ号码',
  digitsAndLines: '数字和换行',
  english: '英文字符',
  url: '网址',
  letters20: '英文和数字',
  name: '名称',
  text255: '备注',
}
/** An input of one line takes no line breaks and no 256th character. */
const LONG: readonly FormRule[] = ['digitsAndLines', 'text255']

const ofText = (name: string, field: Field, { fits, message }: TextRule): RuleExample => ({
  name,
  field,
  judge: (value) => (value === null || value === undefined || fits(String(value)) ? undefined : message),
})
const ofCount = (name: string, label: string, { fits, message }: ReturnType<typeof minChosen>): RuleExample => ({
  name,
  field: dict(label, 'priority', { multiple: true }),
  judge: (value) =>
    fits(
      String(value ?? '')
        .split(',')
        .filter(Boolean).length,
    )
      ? undefined
      : message,
})

export const ruleExamples: readonly RuleExample[] = [
  ...(Object.keys(formRules) as FormRule[]).map((name) =>
    ofText(name, LONG.includes(name) ? longText(labels[name]) : text(labels[name]), formRules[name]),
  ),
  ofText('min', text('至少三位'), minLength(3)),
  ofText('max', text('至多五位'), maxLength(5)),
  ofCount('few', '至少两项', minChosen(2)),
  ofCount('many', '至多两项', maxChosen(2)),
]
