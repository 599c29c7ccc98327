// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../src/headless/session/queries.ts'
import { Cell } from '../../src/mobile/fields/Cell.tsx'
import { FieldLine } from '../../src/mobile/fields/Input.tsx'
import { allResources } from '../../src/resources/index.ts'

const nothing = () => undefined

for (const resource of allResources())
  test(`every field of ${resource.label} can be read and filled in on the phone`, () => {
    for (const [name, field] of Object.entries(resource.fields)) {
      const { unmount } = render(
        <QueryClientProvider client={queryClient}>
          <Cell field={field} name={name} row={{}} />
          <FieldLine
            field={field}
            name={name}
            value={null}
            values={{}}
            error="请检查"
            onChange={nothing}
            onLeave={nothing}
          />
        </QueryClientProvider>,
      )
      expect(screen.getByRole('alert').textContent).toBe('请检查')
      expect(document.querySelector('.vd-label')?.textContent).toContain(field.label)
      unmount()
    }
  })
