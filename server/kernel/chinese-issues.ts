import { z } from 'zod'
import { listed } from '#model/listed.ts'

const TYPES: Record<string, string> = {
  string: '应为文字',
  number: '应为数字',
  int: '应为整数',
  boolean: '应为 true 或 false',
  array: '应为数组',
  object: '应为对象',
  date: '应为日期',
}

/** Sentences for what a schema does not word itself. */
export const chinese: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return '不能为空'
      return (issue as { format?: string }).format === 'safeint' ? '应为整数' : (TYPES[issue.expected] ?? '格式不正确')
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? '不能为空' : `至少${issue.minimum}个字符`
      if (issue.origin === 'array') return `至少${issue.minimum}项`
      return `不能小于${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `最多${issue.maximum}个字符`
      if (issue.origin === 'array') return `最多${issue.maximum}项`
      return `不能大于${issue.maximum}`
    case 'invalid_value':
      return `应为 ${issue.values.map(String).join('、')} 之一`
    case 'unrecognized_keys':
      return `未知参数：${listed(issue.keys)}`
    default:
      return '格式不正确'
  }
}

// Also where a schema is asked without naming it: nobody reads an English sentence.
z.config({ customError: chinese })
