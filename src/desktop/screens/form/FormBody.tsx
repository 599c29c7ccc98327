import { Alert, Button, Form, Skeleton } from 'antd'
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react'
import { sectionsIn } from '#headless/forms/formSections.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import { EditedRecord } from '#headless/forms/editedRecord.ts'
import { UnfinishedUploads } from '#headless/forms/unfinishedUploads.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { useFirstField } from '../../layout/focus.ts'
import { useDiscardQuestion } from '../../layout/useDiscardQuestion.ts'
import { Conflict } from './Conflict.tsx'
import { FieldItem } from './FieldItem.tsx'

/** Draws what is saved together with the record but is no field of it (`Extras`). */
export type More = (form: FormControls, idPrefix: string) => ReactNode

interface Props {
  resource: Resource
  form: FormControls
  more?: More | undefined
  onSubmit: () => void
}

/** The sections of a resource's form. Enter saves. */
export function FormBody({ resource, form, more, onSubmit }: Props) {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const ask = useDiscardQuestion()
  const failed = Object.keys(form.errors).length > 0
  const recordId = form.row?.id
  const { thrownAway } = form
  const edited = useMemo(
    () => (recordId === undefined ? undefined : { resource, id: recordId, thrownAway }),
    [resource, recordId, thrownAway],
  )
  useFirstField(body, !form.loading && !form.loadError)
  useEffect(() => {
    if (!form.refusals || !failed) return
    const item = body.current?.querySelector('.ant-form-item-has-error')
    // A grid hears its keys in an input of its own, behind its buttons.
    const input = item?.querySelector<HTMLElement>('.grid-catcher') ?? item?.querySelector('input, textarea, button')
    if (input instanceof HTMLElement) input.focus()
    // Only when saving was tried, by whichever button: while typing the focus stays where it is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [form.refusals])

  useEffect(() => {
    // The sentence above has come into sight by itself; the choice that it asks for is what comes next.
    if (form.asked) body.current?.querySelector<HTMLElement>('.conflict-open input')?.focus()
  }, [form.asked])

  if (form.loadError)
    return (
      <Alert
        type="warning"
        showIcon
        title={form.loadError.message}
        action={
          <Button size="small" onClick={form.retry}>
            重试
          </Button>
        }
      />
    )
  if (form.loading) return <Skeleton active />
  const listed = new Set(resource.form.flatMap(({ fields }) => fields))
  const rest = Object.keys(form.values).filter(
    (name) => fieldOf(resource, name) && !listed.has(name) && form.errors[name],
  )
  return (
    <div ref={body}>
      <div className="form-said">
        {form.dirty && (form.restored || form.elsewhere) && (
          <Alert
            type="info"
            showIcon
            title={form.elsewhere || '已恢复上次未提交的内容'}
            action={
              <Button size="small" onClick={() => ask(form.discard)}>
                放弃
              </Button>
            }
          />
        )}
        {form.conflict && (
          <InSight>
            <Conflict form={form} conflict={form.conflict} />
          </InSight>
        )}
        {form.problem && (
          <InSight key={form.problem}>
            <Alert role="alert" type="warning" showIcon title={form.problem} />
          </InSight>
        )}
      </div>
      <Form layout="vertical" onFinish={onSubmit}>
        {sectionsIn(resource, form).map(({ title, fields }) => (
          <fieldset key={title} className="form-section">
            <legend>{title}</legend>
            <div className="form-grid">
              <UnfinishedUploads value={form.unfinished}>
                <EditedRecord value={edited}>
                  {fields.map((name) => (
                    <FieldItem key={name} resource={resource} form={form} name={name} idPrefix={id} />
                  ))}
                </EditedRecord>
              </UnfinishedUploads>
            </div>
          </fieldset>
        ))}
        {more?.(form, id)}
        {rest.map((name) => (
          <Alert key={name} type="warning" title={`${fieldOf(resource, name)!.label}：${form.errors[name]}`} />
        ))}
        {/* Enter in a field saves only when a form has a submit button. */}
        <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" />
      </Form>
    </div>
  )
}

/** What stands above a long form comes to where the person is when it appears. */
function InSight({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={box} tabIndex={-1} className="in-sight">
      {children}
    </div>
  )
}
