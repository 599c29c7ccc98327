import { Fragment, useContext } from 'react'
import { textOf } from '#headless/records/formats.ts'
import { useNamed } from '#headless/records/recordPath.ts'
import { GoContext } from '../../layout/go.ts'
import type { CellProps } from '../types.ts'

/** Each record that is named leads to its page, for whoever has it. */
export function RecordCell({ field, name, row }: CellProps<'ref' | 'refs' | 'refByType' | 'text'>) {
  const go = useContext(GoContext)
  const named = useNamed(field, row, name, textOf(field, row, name))
  return named.map(({ path, text }, index) => (
    <Fragment key={index}>
      {index > 0 && '、'}
      {path && go ? (
        <a
          href={path}
          onClick={(event) => {
            event.preventDefault()
            go.to(path)
          }}
        >
          {text}
        </a>
      ) : (
        text
      )}
    </Fragment>
  ))
}
