import { todoKey } from '#headless/todos/todoPages.ts'
import { useTodo } from '#headless/todos/useTodo.ts'
import { useDefinition } from '#headless/session/useDefinition.ts'
import { entryNamed } from '#resources/catalogue.ts'
import { useGo } from '../../layout/go.ts'
import { recordAddress } from '../../layout/places.ts'
import { Button } from '../../layout/plain.tsx'

/** One more than is shown: the list may still name what was just decided. */
const ASKED = 2

/** From a decided record to what is most urgent now, in its place: going back leads to the queue from any of them. */
export default function NextItem({ resource, id }: { resource: string; id: string }) {
  const go = useGo()
  const todo = useTodo(ASKED)
  const next = todo.data?.records.find((item) => todoKey(item) !== todoKey({ resource, id }))
  const kind = next && entryNamed(next.resource)
  // It is there when somebody goes on.
  useDefinition(next?.resource)
  if (todo.isError && !todo.data) return null
  if (todo.data && !next)
    return (
      <p role="status" className="vd-none-left">
        待办已全部处理
      </p>
    )
  return (
    <Button
      size="large"
      color="primary"
      disabled={!kind}
      onClick={() => kind && go.to(recordAddress(kind, next.id), { replace: true })}
    >
      下一条
    </Button>
  )
}
