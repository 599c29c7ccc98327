import { snake, type Resource } from '#model/resource.ts'
import { api, ApiError } from '../session/api.ts'

/**
 * What the server says when another record has this value; undefined when it is free or empty, and also when it could
 * not be asked: saving checks again.
 */
export async function takenMessage(
  resource: Resource,
  name: string,
  value: unknown,
  id: string | undefined,
): Promise<string | undefined> {
  if (value === null || value === undefined || value === '') return undefined
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

/** Does a value follow a code rule of the server? Its message when not. */
export async function ruleMessage(ruleCode: string, value: string): Promise<string | undefined> {
  if (!value) return undefined
  try {
    await api.get('/sys/checkRule/checkByCode', { ruleCode, value: encodeURIComponent(value) }, { quiet: true })
    return undefined
  } catch (error) {
    return error instanceof ApiError && error.status === 200 ? error.message : undefined
  }
}
