import { describe, expect, it } from 'vitest'
import { isLines } from '#model/resource.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { allResources } from '#resources/index.ts'
import { menuGroups } from '#resources/menu.ts'
import { schemaDifference } from '../../server/db/schema-difference.ts'

describe('definitions and the database', () => {
  it('agree: a changed definition comes with its migration (npm run migration -- name)', async () => {
    expect((await schemaDifference()).statements).toEqual([])
  })
})

describe('every definition', () => {
  it.each(allResources().map((resource) => [resource.name, resource] as const))(
    '%s names only what is there',
    (_, resource) => {
      for (const field of Object.values(resource.fields).flatMap((one) =>
        isLines(one) ? Object.values(one.of) : [one],
      ))
        if (field.kind === 'dict') expect(Object.keys(dictionaries)).toContain(field.dict)
      if (resource.menu) expect(Object.keys(menuGroups)).toContain(resource.menu.group)
      const shown = new Set(resource.form.flatMap((section) => section.fields))
      const required = Object.entries(resource.fields).filter(
        ([, field]) => field.required && !field.readOnly && field.kind !== 'serial',
      )
      for (const [name] of required) expect([...shown], `${name} is required but on no form`).toContain(name)
    },
  )

  it('has a name, path and table of its own', () => {
    for (const key of ['name', 'label', 'path', 'table'] as const) {
      const values = allResources().map((resource) => resource[key])
      expect(new Set(values).size).toBe(values.length)
    }
  })
})
