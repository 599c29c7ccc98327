import type {
  DraftOfFields,
  Field,
  Fields,
  FieldOf,
  LineFields,
  RowOfFields,
  StoredOfFields,
  SystemColumn,
} from './fields.ts'
import { SYSTEM_COLUMNS } from './fields.ts'
import { valueOf, type Choices } from './choices.ts'
import type { Action, Called, When } from './action.ts'
import type { Figure, FigureOf } from './figure.ts'
import { withDecisions, type Approval, type approvalFields } from './approval.ts'

/**
 * Which rows a person sees: everything, the tenant's, the department's and below, only their own, or (for people, who
 * may belong to several tenants) those whose `relTenantIds` names the tenant.
 */
export type Scope = 'platform' | 'tenant' | 'department' | 'own' | 'members'
export const VERBS = ['add', 'edit', 'delete', 'export', 'import'] as const
export type Verb = (typeof VERBS)[number]

/** Fields that together name one record. */
export type UniqueSet = readonly [string, ...string[]]

/** A sentence per field, as `check` reports it. */
export type Problems<K extends string = string> = Partial<Record<K, string>>

type Key<F extends Fields> = keyof F & string
type AnyKey<F extends Fields> = Key<F> | SystemColumn
/** A required whole number: every record has a place. */
type PlaceKey<F extends Fields> = {
  [K in Key<F>]: F[K] extends { kind: 'integer'; required: true } ? K : never
}[Key<F>]

type DictKey<F extends Fields> = { [K in Key<F>]: F[K] extends { kind: 'dict' } ? K : never }[Key<F>]

export interface Card<K extends string = string> {
  subtitle?: K
  badge?: K
  aside?: K
  facts?: readonly K[]
}

/** Conditions of fields name fields and states of the same record. */
type Conditions<F extends Fields> = {
  readonly [P in keyof F]: F[P] extends { requiredWhen: unknown } ? { readonly requiredWhen: When<F> } : unknown
}

type ApprovalOf<F extends Fields, A extends string> = {
  [P in DictKey<F>]: Approval<Key<F>, A, Called<F[P]>> & { state: P }
}[DictKey<F>]

export interface ResourceDefinition<
  F extends Fields,
  A extends Readonly<Record<string, Action<NoInfer<F>>>>,
  N extends string = string,
  G extends string = string,
> {
  /** camelCase name of the business, as in `resources.userWithdrawal`. */
  name: N
  label: string
  /** Path of its endpoints below the API prefix; `/rental/userWithdrawal` follows from the name, `/sys/sysDepart` too. */
  path?: string
  /** `rental_user_withdrawal`, `sys_depart` follow from the name. */
  table?: string
  /**
   * Its rows stand in a table that the server keeps by hand (`server/db/tables.ts`), with the system columns: of that table
   * those that hold these values.
   */
  keptElsewhere?: Readonly<Record<string, string | number | boolean>>
  /** The field that names a record to a person. */
  title: NoInfer<Key<F>>
  scope: Scope
  fields: F & NoInfer<Conditions<F>>
  /** Prefix of its permission codes; `rental:{name}` when not said. */
  permission?: string
  /** What may be done besides reading; all five when not said. */
  verbs?: readonly Verb[]
  /** State in which a verb is possible. */
  when?: { readonly [V in Verb]?: When<NoInfer<F>> }
  /** Sets of fields that together may occur once in a tenant. */
  unique?: readonly (readonly [NoInfer<Key<F>>, ...NoInfer<Key<F>>[]])[]
  /** The field that points at the record above it: the list is a tree. */
  tree?: { parent: NoInfer<Key<F>> }
  list: {
    columns: readonly NoInfer<AnyKey<F>>[]
    filters: readonly NoInfer<AnyKey<F>>[]
    /** `-createTime`: minus is descending. What `order` names when not said. */
    sort?: NoInfer<AnyKey<F>> | `-${NoInfer<AnyKey<F>>}`
    /** The number that keeps the places of the records: whoever may edit them may move them by hand. */
    order?: NoInfer<PlaceKey<F>>
    card: Card<NoInfer<AnyKey<F>>>
    /** Fields added up under the list, over everything the query finds. */
    totals?: readonly NoInfer<Key<F>>[]
    /** Records that came to nothing are not added up: `value` of `field`, which people call `word`. */
    totalsWithout?: { field: NoInfer<Key<F>>; value: string; word: string }
    /** The dictionary whose items divide the list into tabs; one of the filters. */
    groups?: NoInfer<DictKey<F>>
    /** Where its records come from when nobody adds them: what an empty list says after 还没有…，. */
    source?: string
    /** Said beside the name where one is chosen, for what follows from the choice: of a switch its label, when it is on. */
    besideTitle?: readonly NoInfer<Key<F>>[]
  }
  form: readonly { title: string; fields: readonly NoInfer<Key<F>>[] }[]
  excel?: { import: readonly NoInfer<Key<F>>[] }
  actions?: A
  /** Somebody else decides on it. Needs the fields of `approvalFields`. */
  approval?: [keyof typeof approvalFields] extends [Key<F>]
    ? ApprovalOf<NoInfer<F>, NoInfer<keyof A & string>>
    : 'spread approvalFields into the fields'
  /** What is counted in it, by names that dashboards use; its list is filtered by what a figure narrows. */
  figures?: { readonly [P in G]: FigureOf<NoInfer<F>> }
  menu?: Menu
  /** A contract module of JeecgBoot: its clients send no version, so a stale write is not noticed. */
  contract?: boolean
  /** Rules over several fields; each problem is one sentence. */
  check?(draft: Partial<RowOfFields<F>>): Problems<Key<F>> | undefined
}

export interface Menu {
  /** Key of a group in `resources/menu.ts`. */
  group: string
  icon: string
  order: number
  /** `/{group}/{name}` when not said. */
  url?: string
  /** Names under which a server may send it; the first is ours. JeecgBoot's Vue 2 and Vue 3 names follow. */
  component?: readonly string[]
  hidden?: boolean
}

export interface Resource<
  F extends Fields = Fields,
  A extends Readonly<Record<string, Action>> = Readonly<Record<string, Action>>,
  N extends string = string,
  G extends string = string,
> {
  readonly name: N
  readonly label: string
  readonly path: string
  readonly table: string
  readonly keptElsewhere?: Readonly<Record<string, string | number | boolean>>
  readonly title: string
  readonly scope: Scope
  readonly fields: F
  readonly permission: string
  readonly verbs: readonly Verb[]
  readonly when: { readonly [V in Verb]?: When }
  readonly unique: readonly UniqueSet[]
  readonly tree?: { readonly parent: string }
  readonly list: {
    readonly columns: readonly string[]
    readonly filters: readonly string[]
    readonly sort: string
    readonly order?: string
    readonly card: Card
    readonly totals: readonly string[]
    readonly totalsWithout?: { readonly field: string; readonly value: string; readonly word: string }
    readonly groups?: string
    readonly source?: string
    readonly besideTitle?: readonly string[]
  }
  readonly form: readonly { readonly title: string; readonly fields: readonly string[] }[]
  readonly excel: { readonly import: readonly string[] }
  readonly actions: A
  readonly approval?: Approval
  readonly figures: { readonly [P in G]: Figure }
  readonly menu?: Menu
  readonly contract: boolean
  check?(draft: Record<string, unknown>): Problems | undefined
}

const isSystem = (name: string) => name.startsWith('sys')
/** What a name in camelCase is called in the database. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The one way to make a resource. Fills in what the definition leaves to custom. */
export function defineResource<
  const F extends Fields,
  const A extends Readonly<Record<string, Action<NoInfer<F>>>> = Readonly<Record<never, never>>,
  const N extends string = string,
  const G extends string = never,
>(definition: ResourceDefinition<F, A, N, G>): Resource<F, A, N, G> {
  const { name, list, check, approval: declared, ...rest } = definition
  const fields = fieldsByValue(definition.fields) as F
  const approval = declared && approvalByValue(fields, declared as Approval)
  return {
    ...rest,
    name,
    path: definition.path ?? `${isSystem(name) ? '/sys' : '/rental'}/${name}`,
    table: definition.table ?? `${isSystem(name) ? '' : 'rental_'}${snake(name)}`,
    fields,
    permission: definition.permission ?? `rental:${name}`,
    verbs: definition.verbs ?? VERBS,
    when: mapped(definition.when ?? {}, (when) => whenByValue(fields, when as When)),
    unique: [
      ...Object.keys(fields)
        .filter((key) => fields[key]?.unique || fields[key]?.kind === 'serial')
        .map((key): UniqueSet => [key]),
      ...(definition.unique ?? []),
    ],
    list: { ...list, sort: list.sort ?? list.order ?? '-createTime', totals: list.totals ?? [] },
    excel: definition.excel ?? { import: editable(fields) },
    actions: withDecisions(actionsByValue(fields, definition.actions ?? {}) as A, approval),
    ...(approval && { approval }),
    figures: figuresByValue(fields, definition.figures ?? {}) as Resource<F, A, N, G>['figures'],
    contract: definition.contract ?? false,
    ...(check && { check: (draft: Record<string, unknown>) => check(draft as Partial<RowOfFields<F>>) }),
  }
}

// A definition speaks in names; what reads a resource compares records and needs the values.
const mapped = <V, W>(record: Readonly<Record<string, V>>, turn: (value: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, turn(value)]))

const valueIn = (fields: Fields, name: string, called: string): string => {
  const field = fields[name]
  return field?.kind === 'dict' && field.choices ? valueOf(field.choices, called) : called
}

const whenByValue = (fields: Fields, when: When): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(when).map(([name, called = []]) => [name, called.map((one) => valueIn(fields, name, one))]),
  )

const fieldsByValue = (fields: Fields): Fields =>
  mapped(fields, (field) => {
    const known = field.requiredWhen ? { ...field, requiredWhen: whenByValue(fields, field.requiredWhen) } : field
    return known.kind === 'lines' ? { ...known, of: fieldsByValue(known.of) as LineFields } : known
  })

const actionsByValue = (fields: Fields, actions: Readonly<Record<string, Action>>): Record<string, Action> =>
  mapped(actions, (action) => ({
    ...action,
    ...(action.when && { when: whenByValue(fields, action.when) }),
    ...(action.input && { input: fieldsByValue(action.input) }),
  }))

const figuresByValue = (fields: Fields, figures: Readonly<Record<string, Figure>>): Record<string, Figure> =>
  mapped(figures, (figure) => ({ ...figure, ...(figure.when && { when: whenByValue(fields, figure.when) }) }))

const approvalByValue = (fields: Fields, approval: Approval): Approval => ({
  ...approval,
  passed: valueIn(fields, approval.state, approval.passed),
  rejected: valueIn(fields, approval.state, approval.rejected),
})

/** Names of the fields a person fills in, in the order of the definition. */
export const editable = <F extends Fields>(fields: F): (keyof F & string)[] =>
  Object.keys(fields).filter((key) => !fields[key]!.readOnly && fields[key]!.kind !== 'serial')

/** Names of the fields that people see, in the order of the definition. */
export const shownFields = ({ fields }: Pick<Resource, 'fields'>): string[] =>
  Object.keys(fields).filter((key) => !fields[key]!.hidden)

/** The field of that name, a system column included; undefined when there is none. */
export const fieldOf = (resource: Pick<Resource, 'fields'>, name: string): Field | undefined =>
  Object.hasOwn(resource.fields, name)
    ? resource.fields[name]
    : Object.hasOwn(SYSTEM_COLUMNS, name)
      ? SYSTEM_COLUMNS[name as SystemColumn]
      : undefined

/** The same where the name is the program's own: without such a field the program is wrong. */
export function knownField(resource: Pick<Resource, 'fields'>, name: string): Field {
  const field = fieldOf(resource, name)
  if (!field) throw new Error(`There is no field ${name}`)
  return field
}

export function knownAction({ name, actions }: Pick<Resource, 'name' | 'actions'>, wanted: string): Action {
  const action = actions[wanted]
  if (!action) throw new Error(`${name} has no action ${wanted}`)
  return action
}

export function knownFigure({ name, figures }: Pick<Resource, 'name' | 'figures'>, wanted: string): Figure {
  const figure = figures[wanted]
  if (!figure) throw new Error(`${name} has no figure ${wanted}`)
  return figure
}

export function knownApproval({ name, approval }: Pick<Resource, 'name' | 'approval'>): Approval {
  if (!approval) throw new Error(`${name} has no approval`)
  return approval
}

type ChoiceKey<F extends Fields> = { [P in Key<F>]: F[P] extends { choices: Choices } ? P : never }[Key<F>]

/** `const is = whether(userWithdrawal, 'status')`: then `is(row, 'waiting', 'review')` says whether the record stands so. */
export const whether =
  <F extends Fields, K extends ChoiceKey<F>>(resource: Resource<F>, field: K) =>
  (row: Readonly<Record<string, unknown>>, ...names: readonly Called<F[K]>[]): boolean =>
    matches(row, { [field]: names.map((name) => valueIn(resource.fields, field, name)) })

/** A record as it travels: money as '12.00', times as local text, lines within it. */
export type Wire<R> = R extends { readonly fields: infer F extends Fields } ? RowOfFields<F> : never
/** A record as its table has it: 分 as `bigint`, times as local text; lines have tables of their own. */
export type Stored<R> = R extends { readonly fields: infer F extends Fields } ? StoredOfFields<F> : never
export type DraftOf<R> = R extends { readonly fields: infer F extends Fields } ? DraftOfFields<F> : never

/** Does the record stand in a state where this is possible? */
export const matches = (row: Record<string, unknown>, when: When | undefined): boolean =>
  !when || Object.entries(when).every(([field, values]) => values?.includes(String(row[field] ?? '')))

/** `rental:userWithdrawal:approve` */
export const permissionOf = (resource: Resource, verb: string): string =>
  `${resource.permission}:${resource.actions[verb]?.permission ?? verb}`

type TargetOf<F> = F extends { kind: 'ref' | 'refs'; to: infer T extends string }
  ? T
  : F extends { kind: 'refByType'; to: Readonly<Record<string, infer T extends string>> }
    ? T
    : F extends { kind: 'lines'; of: infer L extends LineFields }
      ? { [P in keyof L]: TargetOf<L[P]> }[keyof L]
      : never
type TargetsOf<R> = R extends Resource<infer F> ? { [P in keyof F]: TargetOf<F[P]> }[keyof F] : never
type Unknown<R> = Exclude<{ [N in keyof R]: TargetsOf<R[N]> }[keyof R], keyof R>
type Misnamed<R> = { [N in keyof R]: R[N] extends Resource ? never : N }[keyof R]

/** The table of contents. Does not compile when a reference, also one inside lines, points at a resource that is not in it. */
export function register<const R extends Readonly<Record<string, unknown>>>(
  resources: R &
    ([Misnamed<R>] extends [never] ? unknown : { 'not a resource': Misnamed<R> }) &
    ([Unknown<R>] extends [never] ? unknown : { 'refers to a resource that is not registered': Unknown<R> }),
): R {
  for (const [key, resource] of Object.entries(resources as Record<string, Resource>))
    if (key !== resource.name) throw new Error(`Resource ${resource.name} is registered as ${key}`)
  return resources
}

export const isLines = (field: Field): field is FieldOf<'lines'> => field.kind === 'lines'

/** Verbs and actions there are on a record of this resource, whatever its state. */
export const doableWith = (resource: Resource): string[] => [
  ...resource.verbs.filter((verb) => verb === 'edit' || verb === 'delete'),
  ...Object.entries(resource.actions).flatMap(([name, action]) => (action.creates ? [] : [name])),
]

/** What keeps somebody from a verb or an action of a record: a state it is not in, or a permission they lack. */
export type Barrier = { state: When } | { permission: string }

/** Undefined when it is possible. `lacks` answers with the permission that is missing, if it is. */
export function barrierTo(
  resource: Resource,
  row: Record<string, unknown>,
  name: string,
  lacks: (permission: string) => string | undefined,
): Barrier | undefined {
  const when = resource.actions[name]?.when ?? resource.when[name as Verb]
  if (when && !matches(row, when)) return { state: when }
  const permission = lacks(permissionOf(resource, name))
  return permission === undefined ? undefined : { permission }
}

/** Verbs and actions that are possible with a record in its state, of those whose permission `may` grants. */
export const possibleWith = (
  resource: Resource,
  row: Record<string, unknown>,
  may: (permission: string) => boolean,
): string[] =>
  doableWith(resource).filter(
    (name) => !barrierTo(resource, row, name, (permission) => (may(permission) ? undefined : permission)),
  )
