import { lazy } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { filterBy } from '../base/filterBy.tsx'

const AreaInput = lazy(() => importWithTimeout(import('../AreaInput.tsx')))

export const Filter = filterBy(AreaInput, { anyLevel: true })
