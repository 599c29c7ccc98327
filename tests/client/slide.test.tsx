// @vitest-environment jsdom
/** A10: the slider is moved by keys as by a finger, on both shells. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Slider as DesktopSlider } from '../../src/desktop/screens/alteration/Slider.tsx'
import { Slider as PhoneSlider } from '../../src/mobile/screens/alteration/Slider.tsx'

afterEach(cleanup)

interface Props {
  onPass: () => void
}
const sliders = [
  ['desktop', ({ onPass }: Props) => <DesktopSlider error={undefined} onPass={onPass} />],
  ['phone', ({ onPass }: Props) => <PhoneSlider fault={undefined} onPass={onPass} />],
] as const

describe.each(sliders)('the slider of the %s', (_, Slider) => {
  const shown = () => {
    const onPass = vi.fn()
    render(<Slider onPass={onPass} />)
    const slider = screen.getByRole('slider', { name: '滑块验证' })
    const press = (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(slider, { key }))
    const at = () => slider.getAttribute('aria-valuenow')
    return { onPass, slider, press, at }
  }

  it('passes at the far end only, by End or step by step', () => {
    const { onPass, press, at } = shown()
    expect(screen.getByText('请按住滑块拖动')).toBeTruthy()
    press('ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown')
    expect(at()).toBe('0')
    press(...Array.from({ length: 9 }, () => 'ArrowRight'))
    expect(at()).toBe('90')
    expect(onPass).not.toHaveBeenCalled()
    press('Home')
    expect(at()).toBe('0')
    press('End')
    expect(at()).toBe('100')
    expect(onPass).toHaveBeenCalledOnce()
    expect(screen.getByText('验证通过')).toBeTruthy()
    // It stays there.
    press('Home', 'End')
    expect(at()).toBe('100')
    expect(onPass).toHaveBeenCalledOnce()
  })

  it('goes back when it is left on the way, and leaves other keys to the page', () => {
    const { onPass, slider, press, at } = shown()
    press('ArrowRight', 'ArrowRight')
    expect(at()).toBe('20')
    fireEvent.blur(slider)
    expect(at()).toBe('0')
    expect(fireEvent.keyDown(slider, { key: 'Tab' })).toBe(true)
    expect(fireEvent.keyDown(slider, { key: 'ArrowRight' })).toBe(false)
    expect(onPass).not.toHaveBeenCalled()
  })
})
