/** What the specs of the administration stand on: one page for all tests of a shell, and records no other test knows. */
import type { Locator } from '@playwright/test'
import { DESKTOP, calling, expect, ready, test, type PHONE, type Page } from './browser.ts'
import { choose, tableReady, tableRows } from './antd.ts'
import { PASSWORD, stateOf } from './people.ts'
import { moveTo } from './router.ts'
import { cards, top } from './touch.ts'

export const admin = calling('admin')
export const unique = (name: string): string => `${name}${Math.random().toString(36).slice(2, 8)}`

const FIRST = 'First#2026'

/** So many pages stay alive behind the one that is shown; more of them slow everything down. */
const MOST_MOVES = 8

export interface Console {
  isPhone: boolean
  /** The administrator's page, at this address. */
  open(address: string): Promise<Page>
  /** What a list shows: its rows, or its cards. */
  records(): Locator
  /** A button that can be seen. */
  press(name: string | RegExp): Promise<void>
  /** Something that hangs on a record, or can be done with it; on the phone it stands on the page of the record. */
  use(record: string, what: string): Promise<void>
  /** Opens a branch of a tree. */
  unfold(record: string): Promise<void>
  /** What is asked before it is done. */
  sure(yes: string | RegExp): Promise<void>
  /** An input by its label, in a form or in what is passed in. */
  input(label: string, form?: Locator): Locator
  /** An option of a field, by its words; `keyword` asks for it first. */
  pick(label: string, option: string, keyword?: string): Promise<void>
  /** The page of a record. */
  show(record: string): Promise<void>
  /** It stands on the page; a message only where it came after the last click. */
  said(text: string | RegExp): Promise<void>
}

/** The words of a button, behind the name of its picture where it has one. */
const alone = (name: string | RegExp) => (typeof name === 'string' ? new RegExp(`^([a-z-]+ )?${name}$`) : name)

/** A choice of the sheet that is open on the phone; the one before may still be on its way out. */
export const sheetLine = (page: Page, text: string): Locator =>
  page.locator('.adm-action-sheet').getByText(text, { exact: true }).last()

/** Runs in a page: messages stay for seconds, and what an earlier step was answered is no answer to the next. */
function answeredBefore(): void {
  const mark = () => {
    for (const message of document.querySelectorAll<HTMLElement>('.ant-message-notice, .adm-toast-main'))
      message.dataset.before = ''
  }
  addEventListener('pointerdown', mark, true)
}

/** One page for all tests of this size, in which the administrator moves as people do. What fails begins a new one. */
export function consoleAt(size: typeof DESKTOP | typeof PHONE): Console {
  const isPhone = size !== DESKTOP
  let page: Page
  let moves = 0
  test.beforeAll(async ({ windows }) => {
    moves = 0
    page = await (await windows.take(size, stateOf('admin'))).newPage()
    await page.addInitScript(answeredBefore)
  })
  test.afterAll(async ({ windows }) => windows.giveBack(page.context(), false))
  return {
    isPhone,
    async open(address) {
      // What is on its way out goes back in the history, and must not meet what is asked for next.
      if (moves) await ready(page)
      if (moves % MOST_MOVES) await moveTo(page, address)
      else {
        if (moves) await page.evaluate(() => sessionStorage.clear())
        await page.goto(address)
      }
      moves += 1
      return page
    },
    records: () => (isPhone ? cards(page) : tableRows(page)),
    press: (name) =>
      page
        .getByRole('button', { name: alone(name) })
        .filter({ visible: true })
        .last()
        .click(),
    async use(record, what) {
      if (isPhone) {
        const card = cards(page).filter({ hasText: record })
        // Not of the list: what can be done stands behind its cards too.
        const detail = top(page).filter({ has: page.locator('.vd-detail') })
        const own = detail.getByRole('button', { name: what, exact: true })
        const more = detail.getByRole('button', { name: '更多', exact: true })
        await expect(card.or(own).or(more).first()).toBeVisible()
        if (await card.count()) await card.tap()
        await expect(own.or(more).first()).toBeVisible()
        // Begun with what the list knew, of which what may be done is only a part.
        await ready(page)
        if (await own.count()) return own.tap()
        await more.tap()
        return sheetLine(page, what).tap()
      }
      await tableReady(page)
      const row = tableRows(page).filter({ hasText: record })
      const button = row.getByRole('button', { name: what, exact: true })
      if (await button.count()) return button.click()
      await row.getByRole('button', { name: /更多/ }).click()
      await page.getByRole('menuitem', { name: what, exact: true }).click()
    },
    unfold: (record) =>
      isPhone
        ? top(page)
            .getByRole('button', { name: `展开${record}`, exact: true })
            .tap()
        : tableRows(page)
            .filter({ has: page.getByRole('link', { name: record, exact: true }) })
            .locator('.ant-table-row-expand-icon')
            .click(),
    sure: (yes) =>
      page
        .locator('[role=dialog], .vd-sheet')
        .filter({ visible: true })
        .last()
        .getByRole('button', { name: yes, exact: true })
        .click(),
    input: (label, form = isPhone ? page.locator('body') : page.getByRole('dialog').last()) =>
      form
        .getByLabel(new RegExp(`^\\*? ?${label}$`))
        .and(page.locator('input, textarea'))
        .filter({ visible: true }),
    async pick(label, option, keyword) {
      if (!isPhone) return choose(page.getByRole('dialog').last(), label, option, keyword)
      const words = page.locator('.vd-label').filter({ hasText: new RegExp(`^\\*?${label}$`) })
      const line = page.locator('.vd-field').filter({ has: words, visible: true }).last()
      const shown = line.getByRole('option', { name: option, exact: true })
      const button = line.getByRole('button').first()
      await expect(shown.or(button).first()).toBeVisible()
      // What is chosen already would be taken back.
      if (await shown.count())
        return void ((await shown.getAttribute('aria-selected')) === 'true' || (await shown.tap()))
      await button.tap()
      const sheet = page.locator('.vd-sheet:visible, .vd-sheet-full:visible').last()
      if (keyword) await sheet.getByRole('searchbox').fill(keyword)
      await sheet.getByRole('option', { name: option }).first().tap()
      const done = sheet.getByRole('button', { name: /^确定 \d+$/ })
      if (await done.count()) await done.tap()
    },
    async show(record) {
      const one = (isPhone ? cards(page) : tableRows(page)).filter({ hasText: record })
      await (isPhone ? one : one.getByRole('link', { name: '详情', exact: true })).click()
    },
    said: (text) =>
      expect(
        page.locator(':not([data-before], [data-before] *)').and(page.getByText(text)).filter({ visible: true }).last(),
      ).toBeVisible(),
  }
}

export async function madeDepart(): Promise<{ id: string; departName: string }> {
  const departName = unique('试部')
  const [root] = (await admin.get('/sys/sysDepart/queryIdTree')).result as { key: string }[]
  expect(await admin.post('/sys/sysDepart/add', { departName, parentId: root!.key })).toMatchObject({ success: true })
  const found = (await admin.get(`/sys/sysDepart/searchBy?keyWord=${encodeURIComponent(departName)}`)).result
  return (found as { id: string; departName: string }[])[0]!
}

export async function madePerson(more: object = {}): Promise<{ id: string; username: string }> {
  const username = unique('tool_')
  const draft = { username, realname: username, password: PASSWORD, ...more }
  expect(await admin.post('/sys/user/add', draft)).toMatchObject({ success: true })
  return { id: (await admin.rows(`/sys/user/list?username=${username}`))[0]!.id, username }
}

interface Signed {
  success: boolean
  message: string
  result: { token: string } | null
}
/** Whether this person comes in with this password, and what the server says. */
export async function signingIn(username: string, password = PASSWORD): Promise<Signed> {
  const answer = await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot/sys/mLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return (await answer.json()) as Signed
}

/** Somebody new who has chosen a password of their own, without which nothing is open to them. */
export async function madeReader(more: object = {}): Promise<{ id: string; username: string; token: string }> {
  const made = await madePerson({ ...more, password: FIRST })
  const { result } = await signingIn(made.username, FIRST)
  const own = { oldpassword: FIRST, password: PASSWORD, confirmpassword: PASSWORD }
  const answer = await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot/sys/user/updatePassword`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-Access-Token': result!.token },
    body: JSON.stringify(own),
  })
  expect(await answer.json()).toMatchObject({ success: true })
  return { ...made, token: (await signingIn(made.username)).result!.token }
}

interface Menu {
  id: string
  name: string
  url?: string | null
  perms?: string | null
  children?: Menu[] | null
}
/** An entry of the menu by what is known of it. */
export async function menuWith(known: Partial<Pick<Menu, 'name' | 'url' | 'perms'>>): Promise<Menu | undefined> {
  const search = (menus: readonly Menu[]): Menu | undefined => {
    for (const menu of menus) {
      const is = Object.entries(known).every(([key, value]) => menu[key as keyof typeof known] === value)
      const found = is ? menu : search(menu.children ?? [])
      if (found) return found
    }
    return undefined
  }
  return search((await admin.get('/sys/permission/list')).result as Menu[])
}
