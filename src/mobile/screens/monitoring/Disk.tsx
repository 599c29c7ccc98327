import { ProgressBar } from 'antd-mobile'
import { DISK, useVolumes } from '#headless/monitoring/metrics.ts'
import { Nothing } from '../../layout/Nothing.tsx'
import { Sheet } from './Sheet.tsx'

/** Every volume of this node, how much of it is used and left. */
export default function Disk() {
  const { data = [], error, isPending, refetch } = useVolumes()
  return (
    <Sheet
      title={DISK.title}
      about={DISK.about}
      loading={isPending}
      error={error}
      onAgain={() => refetch({ throwOnError: true })}
    >
      {data.length ? (
        data.map(({ name, percent, full, words }) => (
          <section key={name} className={full ? 'vd-section vd-volume-full' : 'vd-section'} aria-label={name}>
            <h3>{name}</h3>
            <div role="progressbar" aria-label={`${name}${DISK.used}`} aria-valuenow={percent}>
              <ProgressBar percent={percent} text />
            </div>
            <p>{words}</p>
          </section>
        ))
      ) : (
        <Nothing>{DISK.none}</Nothing>
      )}
    </Sheet>
  )
}
