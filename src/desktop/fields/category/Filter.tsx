import { lazy } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { filterBy } from '../base/filterBy.tsx'

const CategoryInput = lazy(() => importWithTimeout(import('../pickers/CategoryInput.tsx')))

export const Filter = filterBy(CategoryInput, { multiple: true })
