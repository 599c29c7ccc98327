import type { Resource } from '#model/resource.ts'
import type { ResourceName } from './index.ts'
import { menuUrl } from './menu.ts'

/** What is known of a resource without its definition. */
export interface Entry {
  name: ResourceName
  label: string
  /** Of its list; absent where no menu leads to one. */
  url?: string
  /** What menus of either family call its list. */
  components: readonly string[]
  /** Its records are decided on. */
  approval?: true
  /** The decisions that can be taken on several at once: keys of its actions. */
  together?: readonly string[]
  /** What nobody can add or change has no form. */
  lacks?: readonly ('add' | 'edit')[]
}

/** As it is written into what is built: without what follows from the name. */
export type WrittenEntry = Omit<Entry, 'components'> & Partial<Pick<Entry, 'components'>>

const lackedBy = ({ verbs }: Resource) => (['add', 'edit'] as const).filter((verb) => !verbs.includes(verb))

export const entryOf = (resource: Resource): WrittenEntry => {
  const { name, label, menu, approval } = resource
  const lacks = lackedBy(resource)
  const together = Object.entries(resource.actions ?? {}).flatMap(([key, { batch, decide }]) => (batch && decide ? [key] : []))
  return {
    name: name as ResourceName,
    label,
    ...(menu && { url: menuUrl({ name, menu }) }),
    ...(menu?.component && { components: menu.component }),
    ...(approval && { approval: true }),
    ...(together.length > 0 && { together }),
    ...(lacks.length > 0 && { lacks }),
  }
}

export interface Catalogue {
  entries: readonly Entry[]
  /** Undefined when there is none of that name: for names that come from outside. */
  entryNamed(name: string): Entry | undefined
  /** The definition of that name, if it has come. */
  definitionOf(name: string): Resource | undefined
  /** The same once it has come; rejects when it does not come, and the next call asks anew, or when there is none of that name. */
  bringDefinition(name: string): Promise<Resource>
  /** These have come. */
  know(resources: Readonly<Record<string, Resource>>): void
  /** Calls when more have come; what comes back ends that. */
  followDefinitions(tell: () => void): () => void
}

/** Definitions by name, and how the file is loaded that has them. */
export type DefinitionFile = readonly [names: readonly string[], load: () => Promise<Readonly<Record<string, Resource>>>]

export function catalogueOf(written: readonly WrittenEntry[], files: readonly DefinitionFile[]): Catalogue {
  const entries = written.map((entry): Entry => ({ components: [`rental/${entry.name}List`], ...entry }))
  const byName = new Map<string, Entry>(entries.map((entry) => [entry.name, entry]))
  const come = new Map<string, Resource>()
  const coming = new Map<string, Promise<Resource>>()
  const listeners = new Set<() => void>()

  function know(resources: Readonly<Record<string, Resource>>): void {
    for (const resource of Object.values(resources)) come.set(resource.name, resource)
    listeners.forEach((tell) => tell())
  }

  async function load(name: string): Promise<Resource> {
    try {
      const [, file] = files.find(([names]) => names.includes(name)) ?? []
      if (!file) throw new Error(`There is no resource ${name}`)
      know(await file())
      return come.get(name)!
    } finally {
      coming.delete(name)
    }
  }

  return {
    entries,
    entryNamed: (name) => byName.get(name),
    definitionOf: (name) => come.get(name),
    async bringDefinition(name) {
      const known = come.get(name)
      if (known) return known
      if (!coming.has(name)) coming.set(name, load(name))
      return coming.get(name)!
    },
    know,
    followDefinitions(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
  }
}
