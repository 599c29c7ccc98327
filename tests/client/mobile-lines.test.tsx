// @vitest-environment jsdom
/** Sub-tables on the phone: pictures are seen, and what stands below is written as what stands above. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { file, image, lines, money, text } from '#model/fields.ts'
import { LineTotals } from '../../src/mobile/fields/LineTotals.tsx'
import { Steps } from '../../src/mobile/fields/Steps.tsx'

afterEach(cleanup)

test('a picture and a file of a row are not their paths', () => {
  const field = lines('奖品', { name: text('名称'), picture: image('图片'), paper: file('证明'), none: image('背面') })
  render(<Steps field={field} lines={[{ id: '1', name: '甲', picture: 'a/1.png', paper: 'b/证明.pdf', none: null }]} />)
  expect(screen.getByAltText('图片').getAttribute('src')).toContain('a/1.png')
  expect(screen.getByRole('link', { name: /证明\.pdf/ })).toBeTruthy()
  expect(document.body.textContent).not.toContain('1.png')
  expect(document.body.textContent).toContain('背面—')
})

test('an average of money keeps its decimals', () => {
  const fields = { amount: money('金额', { statistics: ['sum', 'average'] }) }
  render(<LineTotals fields={fields} rows={[{ amount: '10.00' }, { amount: '15.00' }]} />)
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['25.00', '12.50'])
})
