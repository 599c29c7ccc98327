import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Checkbox, Drawer, InputNumber, Radio } from 'antd'
import { useState, type PointerEvent } from 'react'
import { COLUMN_WIDTH, movedColumn, useColumns, type ColumnSetting } from '#headless/lists/columns.ts'
import { dragRow } from '#headless/lists/dragRow.ts'
import { useDensity } from '#headless/session/density.ts'
import { DENSITIES, DENSITY_WORDS, type Density } from '#model/density.ts'
import { moved } from '#model/ordering.ts'
import { fieldOf, type Resource } from '#model/resource.ts'

/** Which columns the list shows, in which order and how wide; and how close the rows of all lists stand. */
export default function ColumnSettings({ resource, onClose }: { resource: Resource; onClose: () => void }) {
  const { all, changed, change, reset } = useColumns(resource)
  const [density, setDensity] = useDensity()
  const set = (name: string, part: Partial<ColumnSetting>) =>
    change(all.map((column) => (column.name === name ? { ...column, ...part } : column)))
  const [held, setHeld] = useState<readonly ColumnSetting[]>()
  const take = ({ button, currentTarget }: PointerEvent, from: number) => {
    const line = currentTarget.closest('li')
    if (button !== 0 || !line) return
    let order: readonly ColumnSetting[] = all
    dragRow(line, {
      over: (place) => setHeld((order = moved(all, from, place))),
      drop: () => {
        setHeld(undefined)
        if (order.some(({ name }, index) => name !== all[index]?.name)) change(order)
      },
      cancel: () => setHeld(undefined),
    })
  }
  return (
    <Drawer
      open
      title="列设置"
      size={420}
      onClose={onClose}
      extra={
        <Button disabled={!changed} onClick={reset}>
          恢复默认
        </Button>
      }
    >
      <div className="setting">
        密度（全部列表）
        <Radio.Group
          aria-label="密度"
          optionType="button"
          value={density}
          options={DENSITIES.map((value) => ({ value, label: DENSITY_WORDS[value] }))}
          onChange={({ target }) => setDensity(target.value as Density)}
        />
      </div>
      <ul className="column-settings" aria-label="列">
        {(held ?? all).map(({ name, shown, width }, index) => {
          const label = fieldOf(resource, name)?.label ?? name
          return (
            <li key={name} data-row-key={name}>
              <span
                className="order-handle"
                title="拖动排序"
                // The text around is not marked while it is dragged.
                onMouseDown={(event) => event.preventDefault()}
                onPointerDown={(event) => take(event, index)}
              >
                <HolderOutlined />
              </span>
              <Checkbox
                checked={shown}
                disabled={name === resource.title}
                onChange={({ target }) => set(name, { shown: target.checked })}
              >
                {label}
              </Checkbox>
              <InputNumber<number>
                value={width ?? null}
                min={COLUMN_WIDTH.least}
                max={COLUMN_WIDTH.most}
                placeholder="自动"
                aria-label={`${label}宽度`}
                suffix="px"
                controls={false}
                onChange={(next) => change(all.map((column) => withWidth(column, name, next)))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                aria-label={`${label}上移`}
                disabled={!index}
                onClick={() => change(movedColumn(all, name, -1))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                aria-label={`${label}下移`}
                disabled={index === all.length - 1}
                onClick={() => change(movedColumn(all, name, 1))}
              />
            </li>
          )
        })}
      </ul>
    </Drawer>
  )
}

function withWidth(column: ColumnSetting, name: string, width: number | null): ColumnSetting {
  if (column.name !== name) return column
  const { width: _, ...rest } = column
  return width ? { ...rest, width } : rest
}
