import { Alert, Button, Segmented } from 'antd'
import { useVisits, VISIT_SPANS, VISITS } from '#headless/monitoring/visits.ts'
import './visits.css'

/** So many days have room for their names. */
const SPACED = 8

/** Visits a day as bars, each said in words too. */
export function VisitStatistics() {
  const { span, setSpan, figures, bars, failed, again } = useVisits()
  return (
    <section className="card visits" aria-label={VISITS.title}>
      <dl>
        {figures.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {failed ? (
        <Alert
          type="warning"
          showIcon
          title={failed.message}
          action={
            <Button size="small" onClick={again}>
              {VISITS.again}
            </Button>
          }
        />
      ) : bars.length ? (
        <ol className={bars.length > SPACED ? 'visit-bars visit-bars-many' : 'visit-bars'} aria-label={VISITS.perDay}>
          {bars.map(({ tian, type, percent, words }) => (
            <li key={tian} title={words}>
              <i style={{ height: `calc((100% - 16px) * ${percent / 100})` }} />
              <small aria-hidden="true">{type}</small>
              <span className="unseen">{words}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="visit-bars">{VISITS.none}</p>
      )}
      <Segmented aria-label={VISITS.perDay} options={[...VISIT_SPANS]} value={span} onChange={setSpan} />
    </section>
  )
}
