import { createContext } from 'react'
import type { Resource } from '#model/resource.ts'

/** The record a form changes, for inputs that several people fill in together. None while a record is added. */
export const EditedRecord = createContext<{ resource: Resource; id: string } | undefined>(undefined)
