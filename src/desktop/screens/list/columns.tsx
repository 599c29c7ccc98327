import type { TableColumnsType } from 'antd'
import { Link } from 'react-router-dom'
import type { ColumnSetting } from '#headless/lists/columns.ts'
import { parentPathOf, type Row } from '#headless/records/rows.ts'
import { textOf } from '#headless/records/formats.ts'
import { kinds } from '#model/kinds/index.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { cut } from '../../fields/base/Ellipsis.tsx'
import { Cell } from '../../fields/Cell.tsx'
import { SwitchCell } from './SwitchCell.tsx'

interface Options {
  listPath: string
  sort: string
  columns: readonly ColumnSetting[]
}

/** Drawn by the style sheet: two pictures of the kit in every head are a tenth of what a list draws. */
const sortMarks = ({ sortOrder }: { sortOrder?: 'ascend' | 'descend' | null }) => (
  <span className="sort-marks" data-order={sortOrder ?? undefined} aria-hidden="true" />
)

/** A cell of that width cuts what is longer; without a width it is as wide as its words. */
const fixedAt = (width: number | undefined) => (width ? { style: { width, minWidth: width, maxWidth: width } } : {})

/** The columns this person wants; the title leads to the record. */
export const columnsOf = (
  resource: Resource,
  { listPath, sort, columns }: Options,
): NonNullable<TableColumnsType<Row>> =>
  columns.flatMap(({ name, shown, width }) => {
    const field = fieldOf(resource, name)
    if (!field || !shown) return []
    const kind = kinds[field.kind]
    const sorted = sort.replace(/^-/, '') === name
    return [
      {
        key: name,
        dataIndex: name,
        title: field.label,
        className: `cell${width ? ' cell-cut' : ''}${name === resource.title ? ' cell-title' : ''}`,
        align: kind.align,
        sorter: kind.sortable && !field.mask && !field.computed,
        sortOrder: sorted ? (sort.startsWith('-') ? ('descend' as const) : ('ascend' as const)) : null,
        showSorterTooltip: false,
        sortIcon: sortMarks,
        // What a width hides is there on hover.
        onCell: (row: Row) => ({ ...fixedAt(width), ...(width && { title: textOf(field, row, name) }) }),
        onHeaderCell: () => fixedAt(width),
        render: (_: unknown, row: Row) =>
          name === resource.title ? (
            <>
              <Link to={`${listPath}/${encodeURIComponent(row.id)}`} {...cut(textOf(field, row, name) || '未命名')} />
              {parentPathOf(row) && (
                <div className="cell-path" title={parentPathOf(row)}>
                  {parentPathOf(row)}
                </div>
              )}
            </>
          ) : field.kind === 'switch' && field.inList ? (
            <SwitchCell resource={resource} field={field} row={row} name={name} />
          ) : (
            <Cell field={field} row={row} name={name} />
          ),
      },
    ]
  })
