import { Button } from 'antd-mobile'
import { useMemo, useRef, type ReactNode } from 'react'
import { EditedRecord } from '#headless/forms/editedRecord.ts'
import { useForm, type Extras, type FormControls } from '#headless/forms/useForm.ts'
import type { Values } from '#headless/forms/startValues.ts'
import { UNKNOWN } from '#headless/records/useRecord.ts'
import { sectionsIn } from '#headless/forms/formSections.ts'
import { UnfinishedUploads, useUnfinished } from '#headless/forms/unfinishedUploads.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { Cell } from '../../fields/Cell.tsx'
import { FieldLine } from '../../fields/Input.tsx'
import { askToDiscard } from '../../layout/discard.ts'
import { Failed } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { useLeaving } from '../../layout/useLeaving.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import { Conflict } from './Conflict.tsx'
import '../detail/detail.css'

export interface FormProps {
  resource: Resource
  /** The record to change; absent to add one. */
  id?: string | undefined
  /** What a new record starts with besides the definition. */
  start?: Values | undefined
  extras?: Extras | undefined
  /** Draws what is saved together with the record but is no field of it. */
  more?: ((form: FormControls) => ReactNode) | undefined
}

/** Adds or changes a record of any resource. */
export default function FormPage({ resource, id, start, extras, more }: FormProps) {
  const form = useForm(resource, { id, start, extras })
  const recordId = form.row?.id
  const { thrownAway } = form
  const edited = useMemo(
    () => (recordId === undefined ? undefined : { resource, id: recordId, thrownAway }),
    [resource, recordId, thrownAway],
  )
  const uploads = useUnfinished(form.unfinished)
  const { leave, leaveNow } = useLeaving({
    // Of what could not be loaded nothing is seen, and so nothing is thrown away.
    dirty: !form.loadError && (form.dirty || uploads),
    discard() {
      form.unfinished.throwAway()
      form.discard()
    },
  })
  const throwAway = async () => {
    if (await askToDiscard()) form.discard()
  }
  const body = useRef<HTMLFormElement>(null)
  const save = async () => {
    const saved = await form.submit()
    if (!saved) {
      // After the errors are drawn.
      setTimeout(() =>
        (
          body.current?.querySelector('.vd-difference-open') ??
          body.current?.querySelector('.vd-differences, .vd-conflict, .vd-wrong')
        )?.scrollIntoView({ block: 'center' }),
      )
      return
    }
    leaveNow()
  }
  return (
    <Page
      title={`${form.mode === 'add' ? '新增' : '编辑'}${resource.label}`}
      onBack={leave}
      footer={
        !form.loading &&
        !form.loadError && (
          <div className="vd-buttons">
            <Button
              block
              size="large"
              color="primary"
              loading={form.sending !== 'idle'}
              // What stands in the button is not drawn while it waits.
              loadingText={form.sending === 'unknown' ? UNKNOWN : '保存'}
              onClick={() => void save()}
            >
              保存
            </Button>
          </div>
        )
      }
    >
      {form.loading ? (
        <Blocks />
      ) : form.loadError ? (
        <Failed error={form.loadError} onRetry={form.retry} />
      ) : (
        <form
          ref={body}
          className="vd-form"
          noValidate
          // Nobody sees the button behind the keyboard: its Enter ends the typing.
          onSubmit={(event) => {
            event.preventDefault()
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
          }}
        >
          {form.dirty && (form.restored || form.elsewhere) && (
            <p className="vd-restored" role="status">
              {form.elsewhere || '已恢复上次未保存的内容'}
              <button type="button" onClick={() => void throwAway()}>
                放弃
              </button>
            </p>
          )}
          {form.problem && (
            <p role="alert" className="vd-conflict">
              {form.problem}
            </p>
          )}
          {form.conflict && <Conflict form={form} conflict={form.conflict} />}
          <UnfinishedUploads value={form.unfinished}>
            <EditedRecord value={edited}>
              {sectionsIn(resource, form).map(({ title, fields }) => (
                <section key={title} className="vd-section">
                  <h3>{title}</h3>
                  {fields.map((name) => (
                    <FormField key={name} resource={resource} form={form} name={name} />
                  ))}
                </section>
              ))}
            </EditedRecord>
          </UnfinishedUploads>
          {more?.(form)}
        </form>
      )}
    </Page>
  )
}

function FormField({ resource, form, name }: { resource: Resource; form: FormControls; name: string }) {
  const field = fieldOf(resource, name)!
  if (form.writable(name))
    return (
      <FieldLine
        field={field}
        name={name}
        value={form.values[name]}
        values={form.values}
        error={form.errors[name]}
        errors={form.errors}
        onChange={(value) => form.set(name, value)}
        onLeave={() => form.check(name)}
      />
    )
  // Nothing to read yet in what the server will write.
  if (form.mode === 'add') return null
  return (
    <div className="vd-field">
      <div className="vd-label">{field.label}</div>
      <div className="vd-input vd-weak">
        <Cell field={field} name={name} row={form.row ?? form.values} />
      </div>
    </div>
  )
}
