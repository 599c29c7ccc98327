import type { Difference, Side } from '#headless/forms/differences.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import { useWorded } from '#headless/forms/useWorded.ts'
import type { Field } from '#model/fields.ts'
import { Cell } from '../../fields/Cell.tsx'
import './conflict.css'

const WHOSE = { mine: '我填的', theirs: '对方的' } as const
const SIDES = ['mine', 'theirs'] as const

interface Props {
  form: FormControls
  conflict: readonly Difference[]
}

/** Somebody changed the record meanwhile: theirs beside mine, place by place, and one tap decides each. */
export function Conflict({ form, conflict }: Props) {
  const keys = conflict.map(({ key }) => key)
  const open = conflict.filter(({ chosen }) => !chosen).length
  return (
    <section className="vd-section vd-differences" role="alert">
      <h3>这条记录刚被别人修改</h3>
      <p>
        {!conflict.length
          ? form.besides
            ? '角色、部门等没有逐项比较，请核对后再次保存'
            : '与您填写的内容没有冲突，再次保存即可'
          : open
            ? `请点选每一项保留谁的内容，还有 ${open} 项未选`
            : '已全部选好，再次保存即可'}
      </p>
      {conflict.length > 1 && (
        <div className="vd-sides">
          <button type="button" onClick={() => form.choose(keys, 'mine')}>
            全部保留我填的
          </button>
          <button type="button" onClick={() => form.choose(keys, 'theirs')}>
            全部用对方的
          </button>
        </div>
      )}
      {conflict.map((one) => (
        <div
          key={one.key}
          role="radiogroup"
          aria-label={one.label}
          className={one.chosen ? 'vd-difference' : 'vd-difference vd-difference-open'}
        >
          <b>{one.label}</b>
          <div className="vd-sides">
            {SIDES.map((side) => (
              <button
                key={side}
                type="button"
                role="radio"
                aria-checked={one.chosen === side}
                onClick={() => form.choose([one.key], side)}
              >
                <small>{WHOSE[side]}</small>
                <Version of={one} side={side} />
              </button>
            ))}
          </div>
        </div>
      ))}
    </section>
  )
}

function Version({ of: { fields, names, order, ...both }, side }: { of: Difference; side: Side }) {
  const row = both[side]
  if (order) return <span>按这个顺序</span>
  if (!row) return <span>没有这一行</span>
  const isField = both.key === both.name
  return names.map((name) => (
    <span key={name}>
      {!isField && <span className="vd-weak">{fields[name]!.label} </span>}
      <Value field={fields[name]!} row={row} name={name} />
    </span>
  ))
}

function Value({ field, row, name }: { field: Field; row: Readonly<Record<string, unknown>>; name: string }) {
  return <Cell brief field={field} row={useWorded(field, row, name)} name={name} empty="空" />
}
