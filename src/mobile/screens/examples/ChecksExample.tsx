import { ruleExamples } from '#headless/grid/examples/rules.ts'
import { useRules } from '#headless/grid/examples/useRules.ts'
import { FieldLine } from '../../fields/Input.tsx'
import { Page } from '../../layout/Page.tsx'
import '../detail/detail.css'

/** 开发示例: the named rules of forms. */
export default function ChecksExample() {
  const { values, set, leave, said } = useRules()
  return (
    <Page title="校验规则">
      <div className="vd-form">
        <section className="vd-section">
          {ruleExamples.map((example) => (
            <FieldLine
              key={example.name}
              field={example.field}
              name={example.name}
              value={values[example.name]}
              values={values}
              error={said(example)}
              onChange={(value) => {
                set(example.name, value)
                // What is chosen is not left.
                if (example.field.kind === 'dict') leave(example.name)
              }}
              onLeave={() => leave(example.name)}
            />
          ))}
        </section>
      </div>
    </Page>
  )
}
