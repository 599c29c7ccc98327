import { Alert, Button, Radio } from 'antd'
import type { Difference, Side } from '#headless/forms/differences.ts'
import { textOf } from '#headless/records/formats.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import { targetOf } from '#headless/records/target.ts'
import { useWorded } from '#headless/forms/useWorded.ts'
import type { Field } from '#model/fields.ts'
import { Cell } from '../../fields/Cell.tsx'

const WHOSE = { mine: '我的', theirs: '对方的' } as const

interface Props {
  form: FormControls
  conflict: readonly Difference[]
}

/** Somebody was faster: both versions of every place that differs, and which one to go on with. */
export function Conflict({ form, conflict }: Props) {
  const keys = conflict.map(({ key }) => key)
  const open = conflict.filter(({ chosen }) => !chosen).length
  return (
    <Alert
      type="warning"
      showIcon
      title={
        conflict.length
          ? `记录已被他人修改，请选择每一项保留谁的内容后再次保存${open ? `（还有 ${open} 项未选）` : ''}`
          : form.besides
            ? '记录已被他人修改，角色、部门等没有逐项比较，请核对后再次保存'
            : '记录已被他人修改，与您填写的内容没有冲突，再次保存即可'
      }
      description={
        conflict.length > 0 && (
          <>
            <div className="conflict-all">
              <Button size="small" onClick={() => form.choose(keys, 'mine')}>
                全部保留我的
              </Button>
              <Button size="small" onClick={() => form.choose(keys, 'theirs')}>
                全部用对方的
              </Button>
            </div>
            {conflict.map((one) => (
              <fieldset key={one.key} className={one.chosen ? 'conflict-place' : 'conflict-place conflict-open'}>
                <legend>{one.label}</legend>
                <Radio.Group
                  value={one.chosen}
                  aria-label={one.label}
                  onChange={({ target }) => form.choose([one.key], target.value as Side)}
                >
                  {(['mine', 'theirs'] as const).map((side) => (
                    <Radio key={side} value={side}>
                      {WHOSE[side]}：<Version of={one} side={side} />
                    </Radio>
                  ))}
                </Radio.Group>
              </fieldset>
            ))}
          </>
        )
      }
    />
  )
}

function Version({ of: { fields, names, order, ...both }, side }: { of: Difference; side: Side }) {
  const row = both[side]
  if (order) return '按这个顺序'
  if (!row) return '没有这一行'
  if (both.key === both.name) return <Value field={fields[both.name]!} row={row} name={both.name} />
  return names.map((name) => (
    <span key={name} className="conflict-fact">
      {fields[name]!.label} <Value field={fields[name]!} row={row} name={name} />
    </span>
  ))
}

function Value({ field, row, name }: { field: Field; row: Readonly<Record<string, unknown>>; name: string }) {
  const worded = useWorded(field, row, name)
  // No link within a choice, and nothing is cut: what differs may be at the end.
  const drawn = ['image', 'images', 'file', 'files', 'switch'].includes(field.kind)
  return targetOf(field, row) || !drawn ? (
    textOf(field, worded, name) || '—'
  ) : (
    <Cell whole field={field} row={worded} name={name} />
  )
}
