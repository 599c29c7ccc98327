import type { Among } from '#headless/records/target.ts'
import { useReferences } from '#headless/records/useReferences.ts'
import { OptionSheet } from './OptionSheet.tsx'

const NONE: Among = {}

interface ReferenceSheetProps {
  title: string
  /** The resource to choose from. */
  of: string | undefined
  ids: readonly string[]
  among?: Among
  visible: boolean
  multiple?: boolean | undefined
  max?: number | undefined
  onClose(): void
  onChoose(ids: string[]): void
}

/** Records of another resource, searched on the server as one types. */
export function ReferenceSheet({ of, ids, among = NONE, ...rest }: ReferenceSheetProps) {
  const { options, search, loading, error, chosen, keyword } = useReferences(of, { ids, open: rest.visible, among })
  const missing = keyword ? [] : chosen.filter(({ value }) => !options.some((option) => option.value === value))
  return (
    <OptionSheet
      {...rest}
      options={[...missing, ...options]}
      chosen={ids}
      search={search}
      loading={loading}
      error={error?.message}
    />
  )
}
