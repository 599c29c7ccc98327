/** The modules of a build and what each imports, as the bundler hands it over. */
export interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds?: string[]; code?: string | null } | null
}
