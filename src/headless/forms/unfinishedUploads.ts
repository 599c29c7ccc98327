import { createContext } from 'react'

/** By input: why a form cannot be saved yet. An upload tells the form only its end, so the form asks here before it saves. */
export type Unfinished = Map<object, string>
export const UnfinishedUploads = createContext<Unfinished | undefined>(undefined)
