import { WarningFilled } from '@ant-design/icons'
import { Button } from 'antd'

/** The menu did not come, and it may be asked again. Not the kit's Result: it brings the drawings of every kind of result. */
export const NoMenu = ({ problem, onRetry }: { problem: string; onRetry: () => void }) => (
  <div role="alert" className="no-menu">
    <WarningFilled aria-hidden />
    <h1>菜单加载失败</h1>
    <p>{problem}</p>
    <Button type="primary" onClick={onRetry}>
      重试
    </Button>
  </div>
)
