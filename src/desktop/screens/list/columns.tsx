import type { TableColumnsType } from 'antd'
import { Link } from 'react-router-dom'
import type { Row } from '#headless/rows.ts'
import { textOf } from '#headless/formats.ts'
import { kinds } from '#model/kinds.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { Cell } from '../../fields/Cell.tsx'

interface Options {
  listPath: string
  sort: string
}

/** The columns a resource's list names; its title leads to the record. */
export const columnsOf = (resource: Resource, { listPath, sort }: Options): NonNullable<TableColumnsType<Row>> =>
  resource.list.columns.flatMap((name) => {
    const field = fieldOf(resource, name)
    if (!field) return []
    const kind = kinds[field.kind]
    const sorted = sort.replace(/^-/, '') === name
    return [
      {
        key: name,
        dataIndex: name,
        title: field.label,
        className: 'cell',
        align: kind.align,
        sorter: kind.sortable && !field.mask,
        sortOrder: sorted ? (sort.startsWith('-') ? ('descend' as const) : ('ascend' as const)) : null,
        showSorterTooltip: false,
        render: (_: unknown, row: Row) =>
          name === resource.title ? (
            <Link to={`${listPath}/${encodeURIComponent(row.id)}`}>{textOf(field, row, name) || '未命名'}</Link>
          ) : (
            <Cell field={field} row={row} name={name} />
          ),
      },
    ]
  })
