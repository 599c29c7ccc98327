/** The sheet from the right in which a list, a log or a report is narrowed. */
import { Button, Popup } from 'antd-mobile'
import type { ReactNode } from 'react'
import { useBackToClose } from '../layout/back.ts'
import './form.css'
import '../layout/sheet.css'

interface SideProps {
  visible: boolean
  onClose(): void
  /** A `SearchForm`, which begins anew whenever the sheet opens. */
  children: ReactNode
}

export function SearchSide({ visible, onClose, children }: SideProps) {
  useBackToClose(visible, onClose)
  return (
    <Popup visible={visible} position="right" onMaskClick={onClose} bodyClassName="vd-side" destroyOnClose>
      {children}
    </Popup>
  )
}

interface FormProps {
  onSearch(): void
  onReset(): void
  /** One section a filter. */
  children: ReactNode
  /** What lies over the form: the sheets that its sections open. */
  over?: ReactNode
}

export function SearchForm({ onSearch, onReset, children, over }: FormProps) {
  return (
    <form
      className="vd-side-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      <h2 className="vd-sheet-title">筛选</h2>
      <div className="vd-side-body">{children}</div>
      {over}
      <div className="vd-buttons">
        <Button size="large" onClick={onReset}>
          重置
        </Button>
        <Button size="large" color="primary" type="submit">
          查询
        </Button>
      </div>
    </form>
  )
}
