import { CACHE, cacheText, MONITOR, useCacheFacts } from '#headless/monitoring/metrics.ts'
import { Nothing } from '../../layout/Nothing.tsx'
import { Sheet } from './Sheet.tsx'

/** What stands where JeecgBoot shows Redis: answers kept in the process, and the database. */
export default function CacheFacts() {
  const { data = [], error, isPending, refetch } = useCacheFacts()
  return (
    <Sheet
      title={CACHE.title}
      about={CACHE.about}
      loading={isPending}
      error={error}
      onAgain={() => refetch({ throwOnError: true })}
    >
      {data.length ? (
        <dl className="vd-section">
          {data.map((fact) => (
            <div key={fact.key}>
              <dt>{fact.description}</dt>
              <dd>{cacheText(fact)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <Nothing action={MONITOR.again} onAction={() => void refetch()}>
          {CACHE.none}
        </Nothing>
      )}
    </Sheet>
  )
}
