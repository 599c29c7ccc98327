import { Form } from 'antd'
import type { FormControls } from '#headless/forms/useForm.ts'
import { isRequired } from '#model/checks.ts'
import { kinds } from '#model/kinds/index.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { standing } from '#model/typed.ts'
import { Cell } from '../../fields/Cell.tsx'
import { Input } from '../../fields/Input.tsx'

interface Props {
  resource: Resource
  form: FormControls
  name: string
  idPrefix: string
}

/** One field of a form with its label, hint and sentence. What may not be changed any more is shown as text. */
export function FieldItem({ resource, form, name, idPrefix }: Props) {
  const field = fieldOf(resource, name)
  if (!field) return null
  const writable = form.writable(name)
  if (!writable && form.mode === 'add') return null
  const id = `${idPrefix}-${name}`
  const error = form.errors[name]
  const inner = Object.fromEntries(
    Object.entries(form.errors)
      .filter(([path]) => path.startsWith(`${name}.`))
      .map(([path, message]) => [path.slice(name.length + 1), message]),
  )
  return (
    <Form.Item
      className={kinds[standing(field, form.values).kind].wide ? 'form-wide' : ''}
      label={field.label}
      htmlFor={id}
      required={writable && isRequired(field, form.values)}
      extra={field.hint}
      {...((error || Object.keys(inner).length > 0) && { validateStatus: 'error' as const })}
      {...(error && { help: error })}
    >
      {writable ? (
        <Input
          field={field}
          name={name}
          id={id}
          value={form.values[name]}
          values={form.values}
          errors={inner}
          invalid={Boolean(error)}
          onChange={(value) => form.set(name, value)}
          onBlur={() => form.check(name)}
        />
      ) : (
        <Cell whole field={field} row={form.values} name={name} />
      )}
    </Form.Item>
  )
}
