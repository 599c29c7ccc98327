import { ApiError } from './api.ts'

/** Some lists of the contract say success:false when there is nothing in them (contract.md §6.1, §6.2, §4.4). */
export async function orNone<T>(asked: Promise<T[] | null>): Promise<T[]> {
  try {
    return (await asked) ?? []
  } catch (error) {
    if (error instanceof ApiError && error.status === 200) return []
    throw error
  }
}
