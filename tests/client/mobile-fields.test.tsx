// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../src/headless/session/queries.ts'
import { Cell } from '../../src/mobile/fields/Cell.tsx'
import { FieldLine } from '../../src/mobile/fields/Input.tsx'
import { NumberFilter } from '../../src/mobile/fields/base/NumberFilter.tsx'
import { decimal, integer, money, percent, type Field } from '../../src/model/fields.ts'
import { allResources, resources } from '../../src/resources/index.ts'

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

test('what may be below zero is typed with all keys: an iPhone has no minus among those for figures', () => {
  const keysOf = (field: Field) => {
    const { unmount } = render(
      <FieldLine field={field} name="n" value={null} values={{}} error={undefined} onChange={nothing} onLeave={nothing} />,
    ) // prettier-ignore
    const keys = screen.getByRole('textbox').inputMode
    unmount()
    return keys ?? ''
  }
  const { extend } = resources.userCard.actions
  expect(keysOf(extend.input.days)).toBe('')
  expect(keysOf(decimal('经度', { scale: 6, min: -180, max: 180 }))).toBe('')
  expect(keysOf(money('差额', { signed: true }))).toBe('')
  expect([integer('数量', { min: 0 }), money('金额'), percent('比例')].map(keysOf)).toEqual(['numeric', 'decimal', 'decimal']) // prettier-ignore
  for (const [field, keys] of [
    [money('差额', { signed: true }), ''],
    [money('金额'), 'decimal'],
  ] as const) {
    // prettier-ignore
    const { unmount } = render(<NumberFilter field={field} name="n" filters={{}} set={nothing} />)
    expect(screen.getAllByRole('textbox').map((one) => one.inputMode ?? '')).toEqual([keys, keys])
    unmount()
  }
})
