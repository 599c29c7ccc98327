import { createContext } from 'react'
import type { Resource } from '#model/resource.ts'

/** What is to be done when a person throws away what they typed into a form, while it still stands there. */
export type ThrownAway = Set<() => void>

/** The record a form changes, for inputs that several people fill in together. None while a record is added. */
export const EditedRecord = createContext<{ resource: Resource; id: string; thrownAway: ThrownAway } | undefined>(
  undefined,
)
