/** The page names the scripts its address will need, and they are those the client then asks for. */
import { as, calling, expect, PHONE, test } from './browser.ts'

test.describe('a link tapped on the phone', () => {
  test.use(as('ops_manager', PHONE))

  test('fetches what the decision needs in one step', async ({ page }) => {
    const { result } = await calling('ops_manager').get('/sys/todo/list')
    const todo = (result.records as { resource: string; id: string }[]).find((one) => one.resource === 'userWithdrawal')
    expect(todo).toBeDefined()
    const asked: string[] = []
    const signed: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      asked.push(pathname)
      // As the scripts ask.
      if (request.headers()['x-sign']) signed.push(pathname)
    })
    const answer = await page.goto(`/finance/userWithdrawal/${todo!.id}`)
    const html = await answer!.text()
    const named = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)].map(([, href]) => href!)
    expect(named.length).toBeGreaterThan(5)
    await expect(page.getByRole('button', { name: '通过', exact: true })).toBeEnabled()
    // Said once the record is shown.
    await expect.poll(() => asked.indexOf('/jeecg-boot/sys/notify/opened')).toBeGreaterThan(0)
    const before = asked.slice(0, asked.indexOf('/jeecg-boot/sys/notify/opened'))
    // The page asks for the record itself, and nobody asks again.
    expect(before.filter((path) => path.endsWith('/queryById'))).toHaveLength(1)
    expect(signed).not.toContain('/jeecg-boot/rental/userWithdrawal/queryById')
    const scripts = before.filter((path) => path.endsWith('.js'))
    // Everything that ran until then was named in the page, but for the entry itself.
    const unnamed = scripts.filter((path) => !named.includes(path) && !html.includes(`src="${path}"`))
    expect(unnamed).toEqual([])
    // What moves is not what she waits for.
    expect(before.filter((path) => /\/(motion|pull-to-refresh)-/.test(path))).toEqual([])
    // And nothing was named in vain.
    expect(named.filter((path) => !asked.includes(path))).toEqual([])
  })
})
