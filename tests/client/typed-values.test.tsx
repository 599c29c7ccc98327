// @vitest-environment jsdom
/** A field that another field of the record decides is, for every reader, what it stands for. */
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#headless/session/queries.ts'
import { textOf } from '#headless/records/formats.ts'
import { startWith } from '#headless/forms/startValues.ts'
import { checkOf, draftSchema, problemsOf } from '#model/checks.ts'
import { standsFor } from '#model/typed.ts'
import { enableStates } from '#resources/enabled.ts'
import { configGroups } from '#resources/finance/appConfig.ts'
import { valueTypes } from '#resources/finance/configValue.ts'
import { resources } from '#resources/index.ts'
import { Cell as DesktopCell } from '../../src/desktop/fields/Cell.tsx'
import { Input as DesktopInput } from '../../src/desktop/fields/Input.tsx'
import { Cell as PhoneCell } from '../../src/mobile/fields/Cell.tsx'
import { FieldLine } from '../../src/mobile/fields/Input.tsx'

const { appConfig } = resources
const field = appConfig.fields.configValue
const row = (valueType: string, configValue: unknown) => ({ valueType, configValue })
const draw = (what: ReactNode) => render(<QueryClientProvider client={queryClient}>{what}</QueryClientProvider>)

test('it stands for the kind of its type, as itself, and for the same field each time', () => {
  expect(standsFor(field, { valueType: valueTypes.json })).toMatchObject({ kind: 'code', language: 'JSON', label: '参数值', required: true }) // prettier-ignore
  expect(standsFor(field, { valueType: valueTypes.number })).toMatchObject({ kind: 'decimal', scale: 4 })
  expect(standsFor(field, { valueType: valueTypes.number })).toBe(
    standsFor(field, { valueType: valueTypes.number, other: 1 }),
  )
  for (const strange of [{}, { valueType: null }, { valueType: '99' }, { valueType: 'constructor' }])
    expect(standsFor(field, strange).kind).toBe('longText')
})

test('its value is checked as what it is, and kept as text', () => {
  const check = (valueType: string, value: unknown) => checkOf(field, { valueType }).safeParse(value)
  expect(check('2', 12.5).data).toBe('12.5')
  expect(check('2', '甲').error!.issues[0]!.message).toBe('请输入数字')
  // An untouched switch is off.
  expect(check('3', null).data).toBe('N')
  expect(check('4', '').error!.issues[0]!.message).toBe('请选择参数值')
  expect(check('1', ' ').error!.issues[0]!.message).toBe('请输入参数值')
  expect(check('6', '{"a": 1}').data).toBe('{"a": 1}')
})

test('a whole record is judged with its type; a part of one with what the rest says', () => {
  const draft = { groupCode: configGroups.basic, configKey: 'a.b', configName: '名', valueType: valueTypes.json, configValue: '{', needAudit: 'N', status: enableStates.on } // prettier-ignore
  const result = draftSchema(appConfig, 'add').safeParse(draft)
  expect(result.error!.issues.map(({ path, message }) => [path[0], message])).toEqual([['configValue', '不是完整的 JSON']]) // prettier-ignore
  expect(problemsOf(appConfig, row('2', '甲'))).toEqual({ configValue: '请输入数字' })
  expect(problemsOf(appConfig, { ...row('2', '101'), valueRange: '1-100' })).toEqual({
    configValue: '应在 1 到 100 之间',
  })
  expect(problemsOf(appConfig, row('2', null))).toEqual({})
})

test('words are those of its kind', () => {
  expect(textOf(field, row('3', 'Y'), 'configValue')).toBe('是')
  expect(textOf(field, row('5', '<p>甲<b>乙</b></p>'), 'configValue')).toBe('甲乙')
  expect(textOf(field, row('1', '<p>'), 'configValue')).toBe('<p>')
})

test('what an action asks starts as the value it replaces', () => {
  const { input } = appConfig.actions.change
  expect(startWith(input, row('6', '{"a":1}'))).toEqual({ newValue: '{"a":1}' })
})

test('cells of both shells', async () => {
  const both = (valueType: string, value: string) => {
    const shown = row(valueType, value)
    return draw(
      <>
        <div data-testid="desktop">
          <DesktopCell whole field={field} row={shown} name="configValue" />
        </div>
        <div data-testid="phone">
          <PhoneCell field={field} row={shown} name="configValue" />
        </div>
      </>,
    )
  }
  const on = both('3', 'Y')
  expect(screen.getByTestId('desktop').querySelector('.ant-tag')!.textContent).toBe('是')
  expect(screen.getByTestId('phone').querySelector('.vd-tone')!.textContent).toBe('是')
  on.unmount()
  const pictured = both('4', 'temp/a.png')
  expect(screen.getAllByRole('img')).toHaveLength(2)
  pictured.unmount()
  const json = both('6', '{"a": 1}')
  expect([...document.querySelectorAll('pre')].map((pre) => pre.textContent)).toEqual(['{"a": 1}', '{"a": 1}'])
  json.unmount()
  both('5', '<p>甲<script>alert(1)</script></p>')
  await vi.waitFor(() => expect(document.querySelectorAll('.rich-text p, .vd-rich-text p')).toHaveLength(2))
  expect(document.querySelector('script')).toBeNull()
})

test('a card shows one line and nothing that could be pressed', () => {
  draw(
    <button type="button">
      <PhoneCell brief field={field} row={row('4', 'temp/a.png')} name="configValue" />
      <PhoneCell brief field={field} row={row('5', '<h2>甲</h2><p>乙</p>')} name="configValue" />
    </button>,
  )
  expect(document.querySelectorAll('button')).toHaveLength(1)
  expect(document.querySelector('h2')).toBeNull()
  expect(screen.getByRole('img')).toBeTruthy()
})

test('inputs of both shells give text', () => {
  const given = vi.fn()
  const shared = { field, name: 'configValue', onChange: given }
  const onDesktop = draw(<DesktopInput {...shared} id="a" value="N" values={{ valueType: valueTypes.toggle }} />)
  fireEvent.click(screen.getByRole('switch'))
  expect(given).toHaveBeenLastCalledWith('Y')
  onDesktop.rerender(
    <QueryClientProvider client={queryClient}>
      <DesktopInput {...shared} id="a" value="10" values={{ valueType: valueTypes.number }} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByRole('spinbutton'), { target: { value: '12.5' } })
  expect(given).toHaveBeenLastCalledWith('12.5')
  onDesktop.unmount()

  const line = { ...shared, error: undefined, onLeave: () => undefined }
  const onPhone = draw(<FieldLine {...line} value="N" values={{ valueType: valueTypes.toggle }} />)
  fireEvent.click(screen.getByRole('switch'))
  expect(given).toHaveBeenLastCalledWith('Y')
  onPhone.rerender(
    <QueryClientProvider client={queryClient}>
      <FieldLine {...line} value="10" values={{ valueType: valueTypes.number }} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByRole('textbox', { name: '参数值' }), { target: { value: '12.5' } })
  expect(given).toHaveBeenLastCalledWith('12.5')
})
