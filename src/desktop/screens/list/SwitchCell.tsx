import { App, Switch } from 'antd'
import { useState } from 'react'
import { useMay } from '#headless/session/access.ts'
import { textOf } from '#headless/records/formats.ts'
import { isOn } from '#model/kinds/switch/values.ts'
import { mayWith, type Row } from '#headless/records/rows.ts'
import { switchField } from '#headless/records/switchField.ts'
import type { FieldOf } from '#model/fields.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { Cell } from '../../fields/Cell.tsx'

interface Props {
  resource: Resource
  field: FieldOf<'switch'>
  row: Row
  name: string
}

/** A switch of a record, turned where it is seen; who may not edit the record sees its word. */
export function SwitchCell({ resource, field, row, name }: Props) {
  const { message } = App.useApp()
  const may = useMay()
  const [busy, setBusy] = useState(false)
  if (!mayWith(resource, row, may).includes('edit')) return <Cell field={field} row={row} name={name} />
  async function turn(on: boolean) {
    setBusy(true)
    try {
      void message.success(await switchField(resource, row, name, field, on))
    } catch (error) {
      void message.warning((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const title = textOf(fieldOf(resource, resource.title)!, row, resource.title)
  return (
    <Switch
      size="small"
      aria-label={`${title} ${field.label}`}
      checked={isOn(field, row[name])}
      loading={busy}
      onChange={(on) => void turn(on)}
    />
  )
}
