import type { TextFormat } from '#model/fields.ts'
import { LineInput, type Keyboard } from '../base/LineInput.tsx'
import { Scan } from '../Scan.tsx'
import type { InputProps } from '../types.ts'

/** Which keyboard a text of that format wants. */
const keyboards: Partial<Record<TextFormat, Keyboard>> = {
  mobile: 'tel',
  phone: 'tel',
  email: 'email',
  bankCard: 'numeric',
  natural: 'numeric',
  qq: 'numeric',
  url: 'url',
}

export const Input = (props: InputProps<'text'>) => (
  <LineInput
    {...props}
    keyboard={props.field.format && keyboards[props.field.format]}
    beside={
      !props.disabled && (
        <Scan
          field={props.field}
          onScanned={(text) => {
            props.onChange(text)
            // Nobody was in it to leave it: it is checked all the same.
            props.onLeave()
          }}
        />
      )
    }
  />
)
