import { Form } from 'antd'
import { ruleExamples } from '#headless/grid/examples/rules.ts'
import { useRules } from '#headless/grid/examples/useRules.ts'
import { Input } from '../../fields/Input.tsx'

/** 开发示例: the named rules of forms. */
export default function ChecksExample() {
  const { values, set, leave, said } = useRules()
  return (
    <div className="card">
      <h2>校验规则</h2>
      <Form layout="vertical" className="form-grid">
        {ruleExamples.map((example) => {
          const { name, field } = example
          const problem = said(example)
          return (
            <Form.Item
              key={name}
              label={field.label}
              htmlFor={`example-${name}`}
              {...(problem && { validateStatus: 'error' as const, help: problem })}
            >
              <Input
                field={field}
                name={name}
                id={`example-${name}`}
                value={values[name]}
                values={values}
                invalid={Boolean(problem)}
                onChange={(value) => set(name, value === '' ? null : value)}
                onBlur={() => leave(name)}
              />
            </Form.Item>
          )
        })}
      </Form>
    </div>
  )
}
