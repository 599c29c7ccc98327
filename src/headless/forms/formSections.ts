import type { Resource } from '#model/resource.ts'
import type { FormControls } from './useForm.ts'

/** The sections of a form that have something in them: of a new record the server's own fields are not there yet. */
export const sectionsIn = (
  resource: Resource,
  { mode, writable }: Pick<FormControls, 'mode' | 'writable'>,
): Resource['form'] => (mode === 'add' ? resource.form.filter(({ fields }) => fields.some(writable)) : resource.form)
