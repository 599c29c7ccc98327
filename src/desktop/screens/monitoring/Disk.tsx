import { Empty, Progress } from 'antd'
import { DISK, useVolumes } from '#headless/monitoring/metrics.ts'
import { Sheet } from './Sheet.tsx'
import './disk.css'

/** Every volume of this node, how much of it is used and left. */
export default function Disk() {
  const { data = [], error, isFetching, refetch } = useVolumes()
  return (
    <Sheet title={DISK.title} about={DISK.about} loading={isFetching} error={error} onAgain={refetch}>
      <ul className="volumes">
        {data.map(({ name, percent, full, words }) => (
          <li key={name}>
            <h3>{name}</h3>
            <Progress percent={percent} status={full ? 'exception' : 'normal'} aria-label={`${name}${DISK.used}`} />
            <p>{words}</p>
          </li>
        ))}
      </ul>
      {!data.length && !isFetching && !error && <Empty description={DISK.none} />}
    </Sheet>
  )
}
