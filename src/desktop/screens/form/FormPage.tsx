import { Button } from 'antd'
import { useLocation, useNavigate } from 'react-router-dom'
import { closeTabs, useTabWork } from '#headless/session/tabs.ts'
import { useForm, type Extras } from '#headless/forms/useForm.ts'
import { UNKNOWN } from '#headless/records/useRecord.ts'
import { useShown } from '#headless/records/useShown.ts'
import type { FormProps } from '../../custom/index.ts'
import { FormBody, type More } from './FormBody.tsx'
import { useDiscard } from './useDiscard.ts'

interface Props extends FormProps {
  extras?: Extras
  more?: More
}

/** The form as a page of its own: `/add` and `/{id}/edit`. */
export default function FormPage({ resource, listPath, id, extras, more }: Props) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const form = useForm(resource, { id, extras })
  useTabWork(pathname, () => form.dirty || form.unfinished.size > 0)
  const shown = useShown()
  const discard = useDiscard(form)
  const back = id ? `${listPath}/${encodeURIComponent(id)}` : listPath

  async function leave() {
    await navigate(back)
    closeTabs(pathname)
  }
  async function save() {
    if (!(await form.submit())) return
    // Whoever went on to something else meanwhile stays there.
    if (shown.current) await leave()
    else closeTabs(pathname)
  }

  return (
    <section className="card">
      <h2>{id ? '编辑' : '新增'}</h2>
      <FormBody resource={resource} form={form} more={more} onSubmit={() => void save()} />
      <div className="form-foot">
        {form.sending === 'unknown' && <span role="status">{UNKNOWN}…</span>}
        <Button disabled={form.sending !== 'idle'} onClick={() => discard(() => void leave())}>
          取消
        </Button>
        <Button
          type="primary"
          loading={form.sending !== 'idle'}
          disabled={form.loading || Boolean(form.loadError)}
          onClick={() => void save()}
        >
          保存
        </Button>
      </div>
    </section>
  )
}
