/** The OLE container around an .xls. SheetJS has it but does not type it. */
interface Cfb {
  read(file: Buffer, options: { type: 'buffer' }): object
  find(container: object, path: string): { content?: Uint8Array } | null
  write(container: object, options: { type: 'buffer' }): Buffer
  utils: {
    cfb_new(): object
    cfb_add(container: object, path: string, content: Uint8Array): void
    cfb_del(container: object, path: string): void
  }
}

/** Loaded only when an .xls is met. */
export const loadCfb = async (): Promise<Cfb> => ((await import('xlsx')) as unknown as { CFB: Cfb }).CFB
