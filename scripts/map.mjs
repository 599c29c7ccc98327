/**
 * `npm run map` writes `docs/map.md`: the rooms of the house and the arrows between them, read from the imports. With
 * `--check` it only says whether that page is still true.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { floors } from '../eslint.config.js'
import { filesBelow } from './fingerprint.mjs'
import { root } from './install.mjs'

const page = join(root, 'docs/map.md')

/** What a file imports, types too, as paths from the project's folder. */
const importsOf = (file) =>
  ts
    .preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .flatMap((name) =>
      name.startsWith('#')
        ? [`src/${name.slice(1)}`]
        : name.startsWith('@voltdesk/')
          ? [`packages/${name.slice('@voltdesk/'.length)}/src`]
          : name.startsWith('.')
            ? [normalize(join(dirname(file), name))]
            : [],
    )

/** The room of a file in that house; undefined when it stands beside them. */
function roomIn(house, file) {
  const [room, inside] = file.startsWith(`${house}/`) ? file.slice(house.length + 1).split('/') : []
  return inside === undefined ? undefined : room
}

function arrowsIn(house) {
  const arrows = new Map()
  for (const file of filesBelow(house).filter((path) => /\.tsx?$/.test(path)))
    for (const imported of importsOf(file)) {
      const [from, to] = [roomIn(house, file), roomIn(house, imported)]
      if (from && to && from !== to) arrows.set(`${from} ${to}`, (arrows.get(`${from} ${to}`) ?? 0) + 1)
    }
  return [...arrows].map(([key, count]) => [...key.split(' '), count])
}

/** How many files there are, and their lines. */
function sizes(folder) {
  const counts = filesBelow(folder)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1)
    .sort((a, b) => a - b)
  const at = (share) => counts[Math.min(counts.length - 1, Math.floor(counts.length * share))]
  return `${counts.length} | ${at(0.5)} | ${at(0.9)}`
}

/** Who uses what is not rental: rooms of the server, and packages one another. */
function packagesPicture() {
  const names = readdirSync(join(root, 'packages'))
  const arrows = new Map()
  const users = [...floors.server.map((room) => `server/${room}`), ...names.map((name) => `packages/${name}/src`)]
  for (const user of users)
    for (const file of filesBelow(user).filter((path) => /\.tsx?$/.test(path)))
      for (const name of names)
        for (const imported of importsOf(file))
          if (imported.startsWith(`packages/${name}/`) && user !== `packages/${name}/src`)
            arrows.set(`${user} ${name}`, (arrows.get(`${user} ${name}`) ?? 0) + 1)
  const found = [...arrows].map(([key, count]) => [...key.split(' '), count])
  const row = (name) => {
    const by = found.filter(([, to]) => to === name).map(([from, , count]) => `${from} ${count}`)
    return `| ${name} | ${sizes(`packages/${name}/src`)} | ${by.join(', ')} |`
  }
  return [
    '## packages/',
    '',
    'What is not rental; each imports nothing of the product.',
    '',
    '```mermaid',
    'flowchart BT',
    ...found.map(([from, to]) => `  ${from} --> ${to}`),
    '```',
    '',
    '| Package | Files | Lines (median) | Lines (p90) | Imported by |',
    '|---|---|---|---|---|',
    ...names.map(row),
    '',
  ]
}

function picture(house, order) {
  const arrows = arrowsIn(house).sort(
    ([a, b], [c, d]) => order.indexOf(a) - order.indexOf(c) || order.indexOf(b) - order.indexOf(d),
  )
  const back = arrows.filter(([from, to]) => order.indexOf(to) > order.indexOf(from))
  const lines = (room) => {
    const onto = arrows.filter(([from]) => from === room).map(([, to, count]) => `${to} ${count}`)
    return `| ${room} | ${sizes(`${house}/${room}`)} | ${onto.join(', ')} |`
  }
  return [
    `## ${house}/`,
    '',
    `${order.length} rooms, ${arrows.length} arrows, ${back.length} of them back.`,
    '',
    '```mermaid',
    'flowchart BT',
    ...arrows.map(([from, to]) => `  ${from} --> ${to}`),
    '```',
    '',
    '| Room | Files | Lines (median) | Lines (p90) | Imports from |',
    '|---|---|---|---|---|',
    ...order.map(lines),
    '',
  ]
}

const text = [
  '# The rooms and their arrows',
  '',
  'Made from the imports by `npm run map`, types included. From the ground up: what stands below knows nothing of what stands',
  'above, and the linter refuses an arrow back.',
  '',
  ...Object.entries(floors).flatMap(([house, order]) => picture(house, order)),
  ...packagesPicture(),
].join('\n')

if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (arrowsOnly(readFileSync(page, 'utf8')) !== arrowsOnly(text)) {
  console.error('docs/map.md 已过时，请运行 npm run map')
  process.exit(1)
}

/** Lines are counted for who reads; only the arrows must be true. */
function arrowsOnly(written) {
  return written
    .split('\n')
    .filter((line) => line.includes('-->') || line.startsWith('## '))
    .join('\n')
}
