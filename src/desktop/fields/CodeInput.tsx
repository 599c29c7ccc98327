import CodeMirror, { EditorView, type Extension } from '@uiw/react-codemirror'
import { indentUnit } from '@codemirror/language'
import { useEffect, useMemo, useState } from 'react'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { codeLanguages } from './codeLanguages.ts'
import type { InputProps } from './types.ts'
import './rich-text.css'

const TAB = 2

/** Program text of one of twelve languages. */
export default function CodeInput(props: InputProps<FieldOf<'code'>>) {
  const { field, id, value, disabled, invalid, onChange, onBlur } = props
  const [language, setLanguage] = useState<Extension>()
  const load = codeLanguages[field.language]
  useEffect(() => {
    let gone = false
    // Without its colours it is still a text to write in.
    void load().then(
      (loaded) => gone || setLanguage(loaded),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [load])
  const extensions = useMemo(
    () => [
      indentUnit.of(' '.repeat(TAB)),
      EditorView.contentAttributes.of({ id, 'aria-label': field.label }),
      EditorView.lineWrapping,
      ...(language ? [language] : []),
    ],
    [language, id, field.label],
  )
  return (
    <div className={invalid ? 'code-input rich-text-wrong' : 'code-input'} data-language={field.language}>
      <CodeMirror
        value={typeof value === 'string' ? value : ''}
        minHeight="120px"
        maxHeight="480px"
        placeholder={missing(field)}
        editable={!disabled}
        readOnly={Boolean(disabled)}
        indentWithTab
        basicSetup={{ tabSize: TAB }}
        extensions={extensions}
        onChange={(text) => onChange(text || null)}
        {...(onBlur && { onBlur })}
      />
    </div>
  )
}
