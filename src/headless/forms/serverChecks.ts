import { isEmptyValue } from '#model/emptiness.ts'
import { snake, type Resource } from '#model/resource.ts'
import { api, ApiError } from '../session/api.ts'

/**
 * What the server says of a value that was typed: that it does not follow the field's check rule, or that another record has
 * it. Undefined when it is well or empty, and also when it could not be asked: saving checks again.
 */
export async function serverMessage(
  resource: Resource,
  name: string,
  value: unknown,
  id: string | undefined,
): Promise<string | undefined> {
  const field = resource.fields[name]
  if (!field || isEmptyValue(value)) return undefined
  const rule = field.kind === 'text' && field.checkRule
  return (
    (rule ? await ruleMessage(rule, String(value)) : undefined) ??
    (field.unique ? await takenMessage(resource, name, value, id) : undefined)
  )
}

async function takenMessage(
  resource: Resource,
  name: string,
  value: unknown,
  id: string | undefined,
): Promise<string | undefined> {
  const fieldName = resource.fields[name]?.column ?? snake(name)
  try {
    await api.get(
      '/sys/duplicate/check',
      { tableName: resource.table, fieldName, fieldVal: String(value), ...(id && { dataId: id }) },
      { quiet: true },
    )
    return undefined
  } catch (error) {
    return error instanceof ApiError && error.status === 200 ? error.message : undefined
  }
}

/** A rule that is gone says nothing of the value. */
async function ruleMessage(ruleCode: string, value: string): Promise<string | undefined> {
  try {
    await api.get('/sys/checkRule/checkByCode', { ruleCode, value: encodeURIComponent(value) }, { quiet: true })
    return undefined
  } catch (error) {
    return error instanceof ApiError && error.status === 200 && error.result !== null ? error.message : undefined
  }
}
