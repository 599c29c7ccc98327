import { expect, it } from 'vitest'
import { sectionsIn } from '#headless/forms/formSections.ts'
import { allResources, resources } from '#resources/index.ts'

const writable = (resource: (typeof resources)[keyof typeof resources]) => (name: string) => {
  const field = (resource.fields as Record<string, { readOnly?: boolean; kind: string }>)[name]!
  return !field.readOnly && field.kind !== 'serial'
}

it('leaves out of a new record what nobody can fill in, and nothing of one that is there', () => {
  const titles = (mode: 'add' | 'edit') =>
    sectionsIn(resources.complaint, { mode, writable: writable(resources.complaint) }).map(({ title }) => title)
  expect(titles('edit')).toEqual(resources.complaint.form.map(({ title }) => title))
  expect(titles('add').length).toBeLessThan(titles('edit').length)
  for (const resource of allResources().filter(({ verbs }) => verbs.includes('add')))
    for (const { fields } of sectionsIn(resource, { mode: 'add', writable: writable(resource as never) }))
      expect(fields.some(writable(resource as never)), resource.name).toBe(true)
})
