const phone = document.querySelector('iframe')
const form = document.forms[0]
const inbox = document.querySelector('.inbox')
const hello = document.querySelector('.hello')
const greet = (greeting) => {
  hello.hidden = !greeting
  phone.hidden = greeting
}
const status = document.querySelector('[role=status]')

const cookie = (name) => new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(document.cookie)?.[1]
const keep = (name, value) => (document.cookie = `${name}=${value}; Path=/; SameSite=Lax`)
const post = async (path, data = {}) =>
  (await fetch(path, { method: 'POST', headers: { 'x-demo': JSON.stringify(data) } })).json()

const choices = await (await fetch('/__demo/choices')).json()
const fill = (select, options, name) => {
  for (const { value, text } of options) select.add(new globalThis.Option(text, value))
  select.value = cookie(name) ?? options[0].value
  keep(name, select.value)
  select.onchange = () => {
    keep(name, select.value)
    // Another phone: nothing of the person before is on it.
    localStorage.clear()
    sessionStorage.clear()
    phone.src = 'about:blank'
    greet(true)
    shown = ''
    void look()
  }
}
let shown = ''
fill(
  form.elements.user,
  choices.people.map(({ userId, name }) => ({ value: userId, text: `${name}（${userId}）` })),
  'demo_user',
)
fill(
  form.elements.client,
  choices.clients.map(({ name, label }) => ({ value: name, text: label })),
  'demo_client',
)

const open = (url) => {
  const target = new URL(url, location.href)
  phone.src = target.href
  greet(false)
}
form.elements.home.onclick = () => open('/')
hello.querySelector('button').onclick = () => open('/')
form.elements.ask.onclick = async () => {
  status.textContent = '正在提交…'
  status.textContent = (await post('/__demo/withdrawal')).said
  await look()
}

function element(name, text, more = {}) {
  return Object.assign(document.createElement(name), { textContent: text, ...more })
}

function draw(entry) {
  const item = element('li', '')
  item.append(element('strong', entry.title))
  for (const line of entry.lines) item.append(element('p', line))
  if (entry.state) item.append(element('p', entry.state, { className: 'state' }))
  const buttons = element('div', '')
  if (entry.url && !entry.buttons.some(({ url }) => url))
    buttons.append(element('button', '打开', { onclick: () => open(entry.url) }))
  for (const { text, key, url } of entry.state ? [] : entry.buttons) {
    const onclick = url
      ? () => open(url)
      : async () => {
          status.textContent = `正在${text}…`
          await post('/__demo/press', { taskId: entry.taskId, key })
          status.textContent = `已按下“${text}”`
          await look()
        }
    buttons.append(' ', element('button', text, { onclick }))
  }
  item.append(buttons)
  return item
}

async function look() {
  const entries = await (await fetch('/__demo/inbox')).json()
  const now = JSON.stringify(entries)
  if (now === shown) return
  shown = now
  inbox.replaceChildren(...entries.map(draw))
  if (!entries.length) inbox.append(element('li', '还没有消息。点击“有人申请提现”试试'))
}
setInterval(() => void look().catch(() => undefined), 2000)
await look()
