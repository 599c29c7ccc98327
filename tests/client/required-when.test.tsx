// @vitest-environment jsdom
/** What another value makes necessary is asked for by the check and marked on both shells. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { queryClient } from '#headless/session/queries.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import { checkOf, isRequired, problemsOf } from '#model/checks.ts'
import { missing } from '#model/emptiness.ts'
import type { Field } from '#model/fields.ts'
import { allResources, resources } from '#resources/index.ts'
import { FieldItem } from '../../src/desktop/screens/form/FieldItem.tsx'
import { FieldLine } from '../../src/mobile/fields/Input.tsx'

const nothing = () => undefined

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
})
afterEach(cleanup)

/** What actions ask for. */
const asked = allResources().flatMap((resource) =>
  Object.entries(resource.actions).flatMap(([action, { input = {} }]) =>
    Object.entries<Field>(input).flatMap(([name, field]) =>
      field.requiredWhen ? [{ path: `${resource.name}.${action}.${name}`, input, name, field }] : [],
    ),
  ),
)
it('asks an action for what its answers make necessary', () => {
  expect(asked.map(({ path }) => path)).toContain('card.sell.outTradeNo')
  for (const { path, input, name, field } of asked) {
    const needed = Object.fromEntries(Object.entries(field.requiredWhen!).map(([by, values]) => [by, values[0]]))
    expect(Object.keys(input), path).toEqual(expect.arrayContaining(Object.keys(needed)))
    expect(problemsOf({ fields: input }, needed)[name], path).toBe(missing(field))
    // Both shells ask it of what is typed.
    expect(checkOf(field, needed).safeParse(null).error?.issues[0]?.message, path).toBe(missing(field))
    expect(checkOf(field, {}).safeParse(null).success, path).toBe(true)
  }
})

it('reads each of several values that stand in one field', () => {
  const { areaCodes } = resources.notice.fields
  expect([isRequired(areaCodes, { target: '1,5' }), isRequired(areaCodes, { target: '1,2' })]).toEqual([true, false])
})

const conditional = allResources().flatMap((resource) =>
  Object.entries<Field>(resource.fields).flatMap(([name, field]) =>
    field.requiredWhen ? [{ resource, name, field, when: field.requiredWhen }] : [],
  ),
)
it('hangs on fields that are there', () => {
  expect(conditional.length).toBeGreaterThan(10)
  for (const { resource, name, when } of conditional)
    for (const by of Object.keys(when)) expect(Object.keys(resource.fields), `${resource.name}.${name}`).toContain(by)
})

it.each(conditional.map((one) => [`${one.resource.name}.${one.name}`, one] as const))(
  '%s is refused empty and marked while it is needed, and neither otherwise',
  (_, { resource, name, field, when }) => {
    const marked = (values: Record<string, unknown>) => {
      const form = { values, errors: {}, mode: 'add', writable: () => true, set: nothing, check: nothing }
      const { container } = render(
        <QueryClientProvider client={queryClient}>
          <Form>
            <FieldItem resource={resource} form={form as unknown as FormControls} name={name} idPrefix="f" />
          </Form>
          <FieldLine
            field={field}
            name={name}
            value={null}
            values={values}
            error=""
            onChange={nothing}
            onLeave={nothing}
          />
        </QueryClientProvider>,
      )
      const marks = [
        container.querySelector('.ant-form-item-required') !== null,
        container.querySelector('.vd-required') !== null,
      ]
      cleanup()
      return marks
    }
    const needed = Object.fromEntries(Object.entries(when).map(([by, values]) => [by, values[0]]))
    expect(problemsOf(resource, needed)[name]).toBe(missing(field))
    expect(marked(needed)).toEqual([true, true])
    expect(problemsOf(resource, {})[name]).toBeUndefined()
    expect(marked({})).toEqual([false, false])
  },
)
