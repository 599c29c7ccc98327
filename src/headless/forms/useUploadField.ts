import { useState } from 'react'
import { pathsOf, type FileValue } from '../records/fileValues.ts'
import { takes, type UploadField } from './uploadField.ts'
import { useUploads, type Item, type UploadsOptions } from './useUploads.ts'

interface Options extends Pick<UploadsOptions, 'value' | 'say'> {
  field: UploadField
  disabled: boolean
  onChange(paths: string | null): void
  /** Time to check the field. */
  onLeave: (() => void) | undefined
}

/** The files of one field, and the list over the form in which several are put in order. */
export function useUploadField({ field, value, disabled, onChange, onLeave, say }: Options) {
  const { wanted, most } = takes(field)
  const [listing, setListing] = useState(false)
  const change = (paths: string | null) => {
    onChange(paths)
    onLeave?.()
  }
  const uploads = useUploads({ value, wanted, most, onChange: change, say })
  return {
    wanted,
    most,
    uploads,
    /** Something may be chosen: there is room, or the only one gives way. */
    takesMore: !disabled && (uploads.room > 0 || most === 1),
    /** For the button that opens the list; a single file has none. */
    manage: most > 1 &&
      !disabled && {
        children: wanted.pictures ? '管理图片' : '管理文件',
        disabled: uploads.busy,
        onClick: () => setListing(true),
      },
    /** What the list is drawn with while it is open. */
    list: listing && {
      title: field.label,
      files: uploads.items.filter(({ status }) => status === 'done'),
      wanted,
      most,
      onClose: () => setListing(false),
      onConfirm(files: readonly FileValue[]) {
        setListing(false)
        change(pathsOf(files))
      },
    },
  }
}

/** The buttons of one file: in words, and as a screen reader says them. */
export function buttonsOf({ name, status }: Item) {
  const remove = status === 'uploading' ? '取消' : '删除'
  return {
    retry: { text: '重试', label: `重试${name}` },
    remove: { text: remove, label: `${remove}${name}` },
  }
}

/** The same in the list in which they are put in order. */
export const listButtonsOf = (item: Item) => ({
  ...buttonsOf(item),
  up: { text: '上移', label: `上移${item.name}` },
  down: { text: '下移', label: `下移${item.name}` },
  remove: { text: buttonsOf(item).remove.text, label: `删除${item.name}` },
})
