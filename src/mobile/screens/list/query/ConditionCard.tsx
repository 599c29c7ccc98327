import { DeleteOutline } from 'antd-mobile-icons'
import { useState, type ReactNode } from 'react'
import { ruleChoices, type Condition } from '#headless/lists/advancedQuery/conditions.ts'
import { editorOf, inputValue } from '#headless/lists/advancedQuery/kinds.ts'
import type { AdvancedQuery } from '#headless/lists/advancedQuery/useAdvancedQuery.ts'
import type { Rule } from '#model/kinds/rules.ts'
import { ruleNamed } from '#model/query.ts'
import { FieldLine } from '../../../fields/Input.tsx'
import { OptionSheet } from '../../../fields/OptionSheet.tsx'
import { Tap } from '../../../fields/Tap.tsx'

interface Props {
  asked: AdvancedQuery
  condition: Condition
  number: number
  values: Readonly<Record<string, string>>
}

/** One condition: field, rule, value, one below the other. */
export function ConditionCard({ asked, condition, number, values }: Props) {
  const [choosing, setChoosing] = useState<'field' | 'rule'>()
  const close = () => setChoosing(undefined)
  const { key, field: name, rule: text, val } = condition
  const problem = asked.problems[key]
  const found = asked.fields.find((one) => one.name === name)
  const fits = found?.rules.find((one) => one === ruleNamed(text))
  const rules = found ? ruleChoices(found.field, found.rules) : []
  const editor = found && fits && editorOf(found.field, fits)
  return (
    <section className="vd-condition" role="group" aria-label={`第${number}行`}>
      <header>
        <b>第{number}行</b>
        <button
          type="button"
          className="vd-icon-button"
          aria-label={`删除第${number}行`}
          onClick={() => asked.remove(key)}
        >
          <DeleteOutline />
        </button>
      </header>
      <Row label="字段">
        <Tap label="字段" text={found?.field.label ?? name} placeholder="选择字段" onTap={() => setChoosing('field')} />
      </Row>
      <Row label="规则">
        <Tap
          label="规则"
          text={rules.find(({ value }) => value === fits)?.text ?? text}
          placeholder="选择规则"
          disabled={!found}
          onTap={() => setChoosing('rule')}
        />
      </Row>
      {editor ? (
        <FieldLine
          // Another editor must not show what was typed into the one before.
          key={`${name} ${editor.kind}`}
          field={editor}
          name={name}
          value={inputValue(editor, val)}
          values={values}
          error={problem}
          onLeave={() => undefined}
          onChange={(value) => asked.setVal(key, value)}
        />
      ) : (
        problem && (
          <p role="alert" className="vd-error">
            {problem}
          </p>
        )
      )}
      <OptionSheet
        title="选择字段"
        visible={choosing === 'field'}
        options={asked.fields.map(({ name: value, field: { label } }) => ({ value, text: label }))}
        chosen={name ? [name] : []}
        onClose={close}
        onChoose={([next]) => {
          close()
          asked.setField(key, next ?? '')
        }}
      />
      <OptionSheet
        title="选择规则"
        visible={choosing === 'rule'}
        options={rules}
        chosen={fits ? [fits] : []}
        onClose={close}
        onChoose={([next]) => {
          close()
          if (next) asked.setRule(key, next as Rule)
        }}
      />
    </section>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="vd-field">
    <div className="vd-label">{label}</div>
    <div className="vd-input">{children}</div>
  </div>
)
