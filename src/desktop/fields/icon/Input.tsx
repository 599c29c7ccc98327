import { lazy } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

export const Input = lazy(() => importWithTimeout(import('./IconInput.tsx')))
