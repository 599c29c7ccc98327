import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useId } from 'react'
import { MATCHES, ruleChoices, type Condition } from '#headless/lists/advancedQuery/conditions.ts'
import { editorOf, inputValue } from '#headless/lists/advancedQuery/kinds.ts'
import type { AdvancedQuery } from '#headless/lists/advancedQuery/useAdvancedQuery.ts'
import { RULES, type Rule } from '#model/kinds/rules.ts'
import { ruleNamed, type Askable, type Match } from '#model/query.ts'
import { Value } from './Value.tsx'

interface Props {
  asked: AdvancedQuery
  /** Of the form, for the button that runs it and stands elsewhere. */
  id: string
  onRun: () => void
}

/** Field, rule and value, line by line. Enter in a value runs them. */
export function Conditions({ asked, id: form, onRun }: Props) {
  const id = useId()
  const { conditions, match } = asked.draft
  const values = Object.fromEntries(conditions.map(({ field, val }) => [field, val]))
  return (
    <form
      id={form}
      className="query-lines"
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault()
        onRun()
      }}
    >
      <div className="query-match">
        <label htmlFor={`${id}-match`}>匹配模式</label>
        <Select<Match>
          id={`${id}-match`}
          value={match}
          options={Object.entries(MATCHES).map(([value, label]) => ({ value: value as Match, label }))}
          style={{ width: 140 }}
          onChange={asked.setMatch}
        />
      </div>
      {conditions.map((condition, index) => (
        <Line key={condition.key} asked={asked} condition={condition} number={index + 1} values={values} />
      ))}
      <Button type="dashed" block icon={<PlusOutlined />} disabled={!asked.mayAdd} onClick={asked.add}>
        添加条件
      </Button>
    </form>
  )
}

interface LineProps {
  asked: AdvancedQuery
  condition: Condition
  number: number
  values: Readonly<Record<string, string>>
}

function Line({ asked, condition, number, values }: LineProps) {
  const id = useId()
  const { key, field: name, rule: text, val } = condition
  const problem = asked.problems[key]
  const found = asked.fields.find((one) => one.name === name)
  const rule = ruleNamed(text)
  const fits = found?.rules.find((one) => one === rule)
  const rules = found ? ruleChoices(found.field, found.rules) : rule ? [{ value: rule, text: RULES[rule] }] : []
  return (
    <div className="query-line" role="group" aria-label={`第${number}行`}>
      <Select<string>
        aria-label={`第${number}行字段`}
        value={name || null}
        placeholder="选择字段"
        options={choices(asked.fields, name)}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(next) => asked.setField(key, next)}
      />
      <Select<Rule>
        aria-label={`第${number}行规则`}
        value={fits ?? rule ?? null}
        placeholder="规则"
        disabled={!found}
        options={rules.map(({ value, text: label }) => ({ value, label }))}
        onChange={(next) => asked.setRule(key, next)}
      />
      <div className="query-value">
        {found && fits ? (
          <>
            <label className="unseen" htmlFor={`${id}-value`}>{`第${number}行值`}</label>
            <Value
              // Another field or another way of asking has an input of its own, with nothing of the one before.
              key={`${name} ${editorOf(found.field, fits).kind}`}
              field={editorOf(found.field, fits)}
              name={name}
              id={`${id}-value`}
              value={inputValue(editorOf(found.field, fits), val)}
              values={values}
              invalid={Boolean(problem)}
              onChange={(value) => asked.setVal(key, value)}
            />
          </>
        ) : (
          <span className="query-none">{val || '先选择字段'}</span>
        )}
        {problem && (
          <p role="alert" className="query-problem">
            {problem}
          </p>
        )}
      </div>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`删除第${number}行`}
        onClick={() => asked.remove(key)}
      />
    </div>
  )
}

/** A field that is no choice any more is named as it was kept. */
function choices(fields: readonly Askable[], name: string) {
  const options = fields.map(({ name: value, field: { label } }) => ({ value, label }))
  return name && !options.some(({ value }) => value === name) ? [{ value: name, label: name }, ...options] : options
}
