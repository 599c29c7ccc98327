import js from '@eslint/js'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import importX from 'eslint-plugin-import-x'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** The house: each room and the rooms it may import. What is not listed is refused. */
const rooms = {
  'src/model': ['src/cron'],
  'src/cron': [],
  'src/resources': ['src/model'],
  'src/adaptive': [],
  'src/headless': ['src/model', 'src/cron', 'src/resources'],
  'src/oauth2': ['src/model', 'src/headless', 'src/adaptive'],
  'src/desktop': ['src/model', 'src/cron', 'src/resources', 'src/headless', 'src/oauth2', 'src/adaptive'],
  'src/mobile': ['src/model', 'src/cron', 'src/resources', 'src/headless', 'src/oauth2', 'src/adaptive'],
  server: ['src/model', 'src/cron', 'src/resources'],
}
const everything = [...Object.keys(rooms), 'src/main.tsx', 'tests', 'bench']

const zones = Object.entries(rooms).map(([room, allowed]) => ({
  target: `./${room}`,
  from: everything.filter((other) => other !== room && !allowed.includes(other)).map((other) => `./${other}`),
  message: `${room}/ may import ${allowed.length ? allowed.map((name) => `${name}/`).join(', ') : 'nothing but itself'} (README, "The house"). Move what is needed down.`,
}))

const kits = (name, instead) => ({ group: [name, `${name}/*`], message: `${name} is not for this room: ${instead}` })
const noReact = ['react', 'react-dom', 'react-router-dom'].map((name) => kits(name, 'it has no user interface'))
const noKit = [
  kits('antd', 'antd belongs to src/desktop'),
  kits('antd-mobile', 'antd-mobile belongs to src/mobile'),
  kits('@ant-design/icons', 'antd icons belong to src/desktop'),
]
const restricted = (files, patterns) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } })
const noNode = {
  group: ['node:*', 'pg', 'fastify', 'drizzle-orm', 'drizzle-orm/*'],
  message: 'This code runs in a browser too, where there is no Node.',
}
const relativeAcrossRooms = { regex: '^(\\.\\./)+src/', message: 'Across rooms write #model/…, #resources/….' }

const noRawHtml = [
  {
    selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
    message: 'Only the sanitising component writes HTML.',
  },
]

export default tseslint.config(
  { ignores: ['dist/**', 'data/**', 'coverage/**', 'node_modules/**', 'test-results/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  {
    plugins: { 'import-x': importX, 'react-hooks': hooks },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
      'import-x/extensions': ['.ts', '.tsx', '.mjs', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones, basePath: import.meta.dirname }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'no-restricted-imports': ['error', { patterns: [relativeAcrossRooms] }],
      'no-eval': 'error',
      'no-restricted-syntax': ['error', ...noRawHtml],
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'warn',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      // Values of rows are `unknown` on the way between database and wire; their kinds say what they are.
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      'no-control-regex': 'off',
    },
  },
  restricted(['src/model/**', 'src/cron/**', 'src/resources/**'], [relativeAcrossRooms, ...noReact, ...noKit, noNode]),
  restricted(['src/headless/**', 'src/oauth2/**', 'src/adaptive/**'], [relativeAcrossRooms, ...noKit, noNode]),
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
      ],
    },
  },
  // The sanitising component itself.
  { files: ['src/headless/SafeHtml.tsx'], rules: { 'no-restricted-syntax': 'off' } },
  restricted(
    ['src/desktop/**'],
    [relativeAcrossRooms, kits('antd-mobile', 'the desktop shell is drawn with antd'), noNode],
  ),
  restricted(
    ['src/mobile/**'],
    [
      relativeAcrossRooms,
      kits('antd', 'the phone shell is drawn with antd-mobile'),
      kits('@ant-design/icons', 'the phone shell has antd-mobile-icons'),
      noNode,
    ],
  ),
  restricted(['server/**'], [relativeAcrossRooms, ...noReact, ...noKit]),
  // Plain JavaScript stands outside the TypeScript project.
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['tests/**', 'bench/**', 'scripts/**', '**/*.js', '**/*.mjs'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      'no-restricted-imports': 'off',
      // Playwright's fixtures are handed on by a function named `use`.
      'react-hooks/rules-of-hooks': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
    },
  },
  {
    files: ['public/**'],
    languageOptions: {
      sourceType: 'script',
      globals: { window: 'readonly', document: 'readonly', navigator: 'readonly', location: 'readonly' },
    },
  },
  // Read by webviews that know nothing newer.
  { files: ['public/too-old.js'], languageOptions: { ecmaVersion: 5 } },
  {
    files: ['scripts/**', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
)
