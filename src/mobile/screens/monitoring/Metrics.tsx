import { METRIC_PAGES, useMetrics, type MetricPage } from '#headless/monitoring/metrics.ts'
import { Sheet } from './Sheet.tsx'

/** Figures of the process, the machine or the requests, each under the name the contract has for it. */
export default function Metrics({ page }: { page: MetricPage }) {
  const { title, about } = METRIC_PAGES[page]
  const { figures, again } = useMetrics(page)
  return (
    <Sheet title={title} about={about} loading={false} onAgain={again}>
      <dl className="vd-section">
        {figures.map(({ key, label, text, meaning }) => (
          <div key={key}>
            <dt>
              {label}
              {meaning && <small>{meaning}</small>}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}
