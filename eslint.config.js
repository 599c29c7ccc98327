import parser from '@typescript-eslint/parser'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import compat from 'eslint-plugin-compat'
import importX from 'eslint-plugin-import-x'

/** What oxlint cannot say: the borders of the rooms and forbidden syntax. Every other rule is in `oxlint.config.js`. */

/** The house: each room and the rooms it may import. What is not listed is refused. */
const rooms = {
  // What is not rental: used by the name in its package.json, and knows nothing of the product.
  'packages/pglite-server': [],
  'packages/sheets': [],
  'src/model': ['src/cron'],
  'src/cron': [],
  'src/resources': ['src/model'],
  'src/adaptive': ['src/model'],
  'src/headless': ['src/model', 'src/cron', 'src/resources'],
  'src/oauth2': ['src/model', 'src/headless', 'src/adaptive'],
  'src/desktop': ['src/model', 'src/cron', 'src/resources', 'src/headless', 'src/oauth2', 'src/adaptive'],
  'src/mobile': ['src/model', 'src/cron', 'src/resources', 'src/headless', 'src/oauth2', 'src/adaptive'],
  server: ['src/model', 'src/cron', 'src/resources', 'demo', 'packages/pglite-server', 'packages/sheets'],
  // Loaded only when asked for.
  demo: ['server', 'src/model', 'src/cron', 'src/resources'],
}
const everything = [...Object.keys(rooms), 'src/main.tsx', 'src/ahead.ts', 'tests', 'bench']

/** Rooms inside a room, from the ground up: each may import those below it, never those above. */
export const floors = {
  server: [
    'kernel',
    'db',
    'people',
    'files',
    'resource',
    'jobs',
    'figures',
    'notify',
    'chat',
    'tasks',
    'money',
    'business',
    'seed',
    'system',
    'sockets',
    'http',
  ],
  'src/headless': [
    'connection',
    'session',
    'tasks',
    'records',
    'messages',
    'lists',
    'todos',
    'forms',
    'grid',
    'figures',
    'reports',
    'monitoring',
    'workplace',
  ],
}

const zones = [
  ...Object.entries(rooms).map(([room, allowed]) => ({
    target: `./${room}`,
    from: everything.filter((other) => other !== room && !allowed.includes(other)).map((other) => `./${other}`),
    message: `${room}/ may import ${allowed.length ? allowed.map((name) => `${name}/`).join(', ') : 'nothing but itself'} (README, "The house"). Move what is needed down.`,
  })),
  ...Object.entries(floors).flatMap(([house, order]) =>
    order.slice(0, -1).map((room, at) => ({
      target: `./${house}/${room}`,
      from: order.slice(at + 1).map((above) => `./${house}/${above}`),
      message: `${house}/${room}/ may import ${order.slice(0, at).join(', ') || 'nothing'} beside it (README, "The house"). Move what is needed down.`,
    })),
  ),
  ...floors.server.map((room) => ({
    target: `./server/${room}`,
    from: ['./demo'],
    message: 'The demo is read only by whoever starts the server (server/serve.ts).',
  })),
]

const noRawHtml = [
  {
    selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
    message: 'Only the sanitising component writes HTML.',
  },
]

/** What `src/adaptive/polyfills.ts` fills, in the words of eslint-plugin-compat. */
const FILLED = ['Object.hasOwn', 'URL.canParse']

export default [
  { ignores: ['dist/**', 'dist-server/**', 'data/**', 'coverage/**', 'node_modules/**', 'test-results/**'] },
  { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parser } },
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
      'import-x/extensions': ['.ts', '.tsx', '.mjs', '.js'],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones, basePath: import.meta.dirname }],
      'no-restricted-syntax': ['error', ...noRawHtml],
    },
  },
  {
    files: ['server/money/**', 'server/business/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.object.name="Object"][callee.property.name="assign"]',
          message: 'It takes any name, also one that no field has any more: set fields of a record by `put`.',
        },
      ],
    },
  },
  {
    files: ['src/**', 'server/resource/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...noRawHtml,
        {
          selector: 'SwitchStatement',
          message: 'Use a map with a key per kind: the compiler finds the kind you forgot.',
        },
        {
          selector:
            'CallExpression[callee.property.name=/^(assign|replace|reload)$/]:matches([callee.object.name="location"], [callee.object.property.name="location"])',
          message: 'A popup that closes would call the journey off: leave by `src/headless/connection/leaving.ts`.',
        },
        {
          // `compat` knows them only on what is written out as an array.
          selector: 'CallExpression[callee.property.name=/^to(Sorted|Reversed|Spliced|WellFormed)$/]',
          message: 'Chromium 87 and Safari 14 have no such method: copy, then sort, reverse or splice.',
        },
      ],
    },
  },
  // What the promised browsers lack (chrome87, safari14: vite.config.ts) and `src/adaptive/polyfills.ts` does not fill.
  {
    files: ['src/**'],
    plugins: { compat },
    settings: { browsers: ['chrome 87', 'safari 14'], polyfills: FILLED },
    rules: { 'compat/compat': 'error' },
  },
  // The sanitising component itself.
  { files: ['src/headless/records/SafeHtml.tsx'], rules: { 'no-restricted-syntax': 'off' } },
  // The one way out, and the chat clients' own.
  {
    files: ['src/headless/connection/leaving.ts', 'src/adaptive/{wecom,dingtalk}.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  // Only scripts that are no modules can break these two; oxlint does not know them.
  {
    files: ['public/**'],
    languageOptions: { sourceType: 'script' },
    rules: { 'no-octal': 'error', 'no-dupe-args': 'error' },
  },
  // Read by webviews that know nothing newer.
  { files: ['public/too-old.js'], languageOptions: { ecmaVersion: 5 } },
]
