import { Suspense } from 'react'
import { wasAsked } from '#headless/records/decision.ts'
import type { Row } from '#headless/records/rows.ts'
import { stepAt } from '#model/deciding.ts'
import type { Resource } from '#model/resource.ts'
import type { ResourceName } from '#resources/index.ts'
import Detail from '../../screens/detail/Detail.tsx'
import type { RecordProps } from '../index.ts'
import { EffectTable } from './EffectTable.tsx'
import { furtherFacts } from './further-facts.ts'
import { Summary } from './Summary.tsx'

/** A record that somebody decides on: what they must see stands first, the same facts as on the phone. */
export default function DecisionDetail(props: RecordProps) {
  return <Detail {...props} above={(row) => <BeforeDeciding resource={props.resource} row={row} />} />
}

function BeforeDeciding({ resource, row }: { resource: Resource; row: Row }) {
  const Further = furtherFacts[resource.name as ResourceName]
  return (
    <>
      {wasAsked(resource, row) && <Summary resource={resource} row={row} />}
      {Further && (
        <Suspense fallback={null}>
          <Further row={row} />
        </Suspense>
      )}
      {stepAt(resource, row) && <EffectTable row={row} />}
    </>
  )
}
