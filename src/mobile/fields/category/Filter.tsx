import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { FilterProps } from '../types.ts'

const CategoryInput = lazy(() => importWithTimeout(import('../pickers/CategoryInput.tsx')))

export const Filter = ({ field, name, filters, set }: FilterProps<'category'>) => (
  <div className="vd-box">
    <Suspense>
      <CategoryInput
        multiple
        field={field}
        value={filters[name]}
        onChange={(next) => set({ [name]: String(next ?? '') })}
      />
    </Suspense>
  </div>
)
