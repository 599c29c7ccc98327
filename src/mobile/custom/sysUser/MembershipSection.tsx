import { Input } from 'antd-mobile'
import { lazy, Suspense, useState } from 'react'
import { chooseOther, type Membership } from '#headless/forms/membership.ts'
import { useSource } from '#headless/forms/pickers/useSource.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { department } from '#model/fields.ts'
import { FieldBox } from '../../fields/FieldBox.tsx'
import { FieldLine } from '../../fields/Input.tsx'
import { OptionSheet } from '../../fields/OptionSheet.tsx'
import { Tap } from '../../fields/Tap.tsx'

const PickerSheet = lazy(() => importWithTimeout(import('../../fields/pickers/PickerSheet.tsx')))

const DEPARTMENTS = department('部门', { multiple: true })

interface Props {
  form: FormControls
  membership: Membership
}

export function MembershipSection({ form, membership }: Props) {
  const { elsewhere } = membership
  return (
    <section className="vd-section">
      <h3>角色与部门</h3>
      <Roles form={form} membership={membership} />
      <FieldLine
        field={{
          ...DEPARTMENTS,
          ...(elsewhere.length > 0 && { hint: `另属于您看不到的部门：${elsewhere.join('、')}` }),
        }}
        name="selecteddeparts"
        value={form.values.selecteddeparts}
        values={form.values}
        error={form.errors.selecteddeparts}
        onChange={(chosen) =>
          chooseOther(
            form,
            membership,
            'selecteddeparts',
            String(chosen ?? '')
              .split(',')
              .filter(Boolean),
          )
        }
        onLeave={() => undefined}
      />
      {form.mode === 'add' && (
        <FieldBox
          name="password"
          label="密码"
          required
          hint="至少8位，含字母、数字和特殊字符"
          error={form.errors.password}
        >
          <Input
            type="password"
            aria-label="密码"
            placeholder="请输入密码"
            autoComplete="new-password"
            value={String(form.values.password ?? '')}
            onChange={(value) => form.set('password', value)}
            onBlur={() => form.values.password && form.check('password')}
          />
        </FieldBox>
      )}
    </section>
  )
}

function Roles({ form, membership }: Props) {
  const { roles } = membership
  const source = useSource('sysRole')
  const [open, setOpen] = useState(false)
  // The sheet that lies open stays, whatever comes meanwhile.
  const [sheetOpened, setSheetOpened] = useState<'picker' | 'options'>()
  const show = () => {
    setSheetOpened(source ? 'picker' : 'options')
    setOpen(true)
  }
  const chosen = String(form.values.selectedroles ?? '')
    .split(',')
    .filter(Boolean)
  const give = (values: readonly string[]) => {
    setOpen(false)
    chooseOther(form, membership, 'selectedroles', values)
  }
  const sheet = { title: '角色', visible: open, multiple: true, onClose: () => setOpen(false), onChoose: give }
  return (
    <FieldBox name="selectedroles" label="角色" error={form.errors.selectedroles}>
      <Tap
        label="角色"
        text={chosen.map((id) => roles.find((role) => role.id === id)?.roleName ?? id).join('、')}
        placeholder="请选择角色"
        onTap={show}
        onClear={() => give([])}
      />
      {sheetOpened === 'picker' && source && (
        <Suspense>
          <PickerSheet {...sheet} source={source} values={chosen} />
        </Suspense>
      )}
      {sheetOpened === 'options' && (
        <OptionSheet
          {...sheet}
          options={roles.map(({ id, roleName }) => ({ value: id, text: roleName }))}
          chosen={chosen}
        />
      )}
    </FieldBox>
  )
}
