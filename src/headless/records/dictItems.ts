import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { resources } from '#resources/index.ts'
import { itemStates } from '#resources/system/dictionary.ts'
import { api } from '../session/api.ts'
import { sendOnce } from '../session/idempotency.ts'
import { deleteSeen } from './deletion.ts'
import { forgetResource } from '../session/queries.ts'
import { wayOf } from '../session/ways.ts'
import { removalWithConsequence, type Removal } from './removal.ts'
import { pageOf, type Row } from './rows.ts'

const { sysDictItem } = resources

export interface ItemsQuery {
  page: number
  size: number
  itemText: string
}

/** Items of one dictionary in their order, those switched off too. */
export const useDictItems = (dictId: string, { page, size, itemText }: ItemsQuery) =>
  useQuery({
    queryKey: [sysDictItem.name, 'of', dictId, page, size, itemText],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      pageOf(
        await api.get(
          `${sysDictItem.path}/list`,
          { dictId, pageNo: page, pageSize: size, ...(itemText && { itemText: `*${itemText}*` }) },
          { quiet: true, signal },
        ),
      ),
  })

/** Switched off, an item is no longer offered; records that hold it keep its name. */
export async function switchItem(row: Row, on: boolean): Promise<string> {
  const { id, version } = row
  const body = wayOf(sysDictItem).change({ id, version, row }, { status: on ? itemStates.on : itemStates.off })
  const { message } = await sendOnce({ method: 'PUT', url: `${sysDictItem.path}/edit`, body })
  await forgetResource(sysDictItem)
  return message
}

async function deleteItem(id: string): Promise<void> {
  await deleteSeen(sysDictItem, { id })
  await forgetResource(sysDictItem)
}

export const removalOfItem = ({ id, itemText }: Row): Removal =>
  removalWithConsequence(`字典项“${String(itemText)}”`, '已使用它的记录将只显示数据值。', () => deleteItem(id))
