/**
 * What oxlint looks at: ESLint's and typescript-eslint's recommended rules, who may import which library, and hooks.
 * The borders of the rooms and forbidden syntax are in `eslint.config.js`. No rule is in both; an exception in the code
 * names its tool (`oxlint-disable-next-line`, `eslint-disable-next-line`).
 */
/** Rules of one level. */
const all = (level, names) => Object.fromEntries(names.split(/\s+/).map((name) => [name, level]))

const recommended = `
  for-direction no-async-promise-executor no-case-declarations no-compare-neg-zero no-cond-assign
  no-constant-binary-expression no-constant-condition no-debugger no-delete-var no-dupe-else-if no-duplicate-case
  no-empty no-empty-character-class no-empty-pattern no-empty-static-block no-eval no-ex-assign no-extra-boolean-cast
  no-fallthrough no-global-assign no-invalid-regexp no-irregular-whitespace no-loss-of-precision
  no-misleading-character-class no-nonoctal-decimal-escape no-prototype-builtins no-regex-spaces no-self-assign
  no-shadow-restricted-names no-sparse-arrays no-unassigned-vars no-unexpected-multiline no-unsafe-finally
  no-unsafe-optional-chaining no-unused-expressions no-unused-labels no-unused-private-class-members
  no-useless-assignment no-useless-backreference no-useless-catch no-useless-escape preserve-caught-error require-yield
  use-isnan valid-typeof no-array-constructor
  typescript/ban-ts-comment typescript/no-duplicate-enum-values typescript/no-empty-object-type
  typescript/no-explicit-any typescript/no-extra-non-null-assertion typescript/no-misused-new typescript/no-namespace
  typescript/no-non-null-asserted-optional-chain typescript/no-require-imports typescript/no-this-alias
  typescript/no-unnecessary-type-constraint typescript/no-unsafe-declaration-merging
  typescript/no-unsafe-function-type typescript/no-wrapper-object-types typescript/prefer-as-const
  typescript/prefer-namespace-keyword typescript/triple-slash-reference`.trim()

/** Ask the compiler for types, so only of what is in the TypeScript project. */
const typed = `
  typescript/await-thenable typescript/no-array-delete typescript/no-duplicate-type-constituents
  typescript/no-floating-promises typescript/no-for-in-array typescript/no-implied-eval typescript/no-misused-promises
  typescript/no-redundant-type-constituents typescript/no-unnecessary-type-assertion typescript/no-unsafe-argument
  typescript/no-unsafe-assignment typescript/no-unsafe-call typescript/no-unsafe-enum-comparison
  typescript/no-unsafe-member-access typescript/no-unsafe-return typescript/no-unsafe-unary-minus
  typescript/only-throw-error typescript/prefer-promise-reject-errors typescript/restrict-plus-operands`.trim()

const modern = 'no-var prefer-const prefer-rest-params prefer-spread'

/** What the compiler refuses in TypeScript, for the files it does not read. */
const compiled = `
  constructor-super getter-return no-class-assign no-const-assign no-dupe-class-members no-dupe-keys no-func-assign
  no-import-assign no-new-native-nonconstructor no-obj-calls no-redeclare no-setter-return no-this-before-super no-undef
  no-unreachable no-unsafe-negation no-with`.trim()

const kits = (name, instead) => ({ group: [name, `${name}/*`], message: `${name} is not for this room: ${instead}` })
const noReact = ['react', 'react-dom', 'react-router-dom'].map((name) => kits(name, 'it has no user interface'))
const noKit = [
  kits('antd', 'antd belongs to src/desktop'),
  kits('antd-mobile', 'antd-mobile belongs to src/mobile'),
  kits('@ant-design/icons', 'antd icons belong to src/desktop'),
]
const noNode = {
  group: ['node:*', 'pg', 'fastify', 'drizzle-orm', 'drizzle-orm/*'],
  message: 'This code runs in a browser too, where there is no Node.',
}
const relativeAcrossRooms = { regex: '^(\\.\\./)+src/', message: 'Across rooms write #model/…, #resources/….' }
const relativeIntoPackages = { regex: '^(\\.\\./)+packages/', message: 'Packages go by their names: @voltdesk/….' }
const restrict = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: [relativeAcrossRooms, relativeIntoPackages, ...patterns] }],
})

export default {
  plugins: ['typescript', 'react', 'import'],
  categories: { correctness: 'off' },
  options: { typeAware: true, respectEslintDisableDirectives: false, reportUnusedDisableDirectives: 'warn' },
  ignorePatterns: ['dist/**', 'dist-server/**', 'data/**', 'coverage/**', 'node_modules/**', 'test-results/**'],
  rules: {
    ...all('error', recommended),
    ...all('error', typed),
    ...restrict(),
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'warn',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'typescript/no-misused-promises': [
      'error',
      { checksVoidReturn: { attributes: false, arguments: false, properties: false } },
    ],
  },
  overrides: [
    { files: ['**/*.ts', '**/*.tsx'], rules: all('error', modern) },
    {
      files: ['src/model/**', 'src/cron/**', 'src/resources/**'],
      rules: restrict(...noReact, ...noKit, noNode),
    },
    { files: ['src/headless/**', 'src/oauth2/**', 'src/adaptive/**'], rules: restrict(...noKit, noNode) },
    { files: ['src/desktop/**'], rules: restrict(kits('antd-mobile', 'the desktop shell is drawn with antd'), noNode) },
    {
      files: ['src/mobile/**'],
      rules: restrict(
        kits('antd', 'the phone shell is drawn with antd-mobile'),
        kits('@ant-design/icons', 'the phone shell has antd-mobile-icons'),
        noNode,
      ),
    },
    { files: ['server/**', 'packages/**'], rules: restrict(...noReact, ...noKit) },
    { files: ['**/*.js', '**/*.mjs'], rules: { ...all('off', typed), ...all('error', compiled) } },
    {
      files: ['tests/**', 'packages/*/tests/**', 'bench/**', 'scripts/**', '**/*.js', '**/*.mjs'],
      rules: {
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-return': 'off',
        'no-restricted-imports': 'off',
        // Playwright's fixtures are handed on by a function named `use`.
        'react/rules-of-hooks': 'off',
        'typescript/no-explicit-any': 'off',
      },
    },
    {
      files: ['public/**'],
      globals: { window: 'readonly', document: 'readonly', navigator: 'readonly', location: 'readonly' },
    },
    {
      files: ['tests/hosts/demo/desk.js'],
      globals: {
        URL: 'readonly',
        document: 'readonly',
        fetch: 'readonly',
        localStorage: 'readonly',
        location: 'readonly',
        sessionStorage: 'readonly',
        setInterval: 'readonly',
      },
    },
    {
      files: ['scripts/**', '**/*.mjs'],
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
  ],
}
