import type { FormControls } from '#headless/forms/useForm.ts'
import { useDiscardQuestion } from '../../layout/useDiscardQuestion.ts'

/** Leaves a form; asks first when that throws something away. */
export function useDiscard(form: FormControls): (leave: () => void) => void {
  const ask = useDiscardQuestion()
  return (leave) => {
    // Of what could not be loaded nothing is seen, and so nothing is thrown away.
    if (form.loadError || (!form.dirty && !form.unfinished.size)) return leave()
    ask(() => {
      form.unfinished.throwAway()
      form.discard()
      leave()
    })
  }
}
