import { WarningFilled } from '@ant-design/icons'
import { Button } from 'antd'

interface Props {
  title?: string
  problem: string
  onRetry: () => void
}

/** The menu did not come, and it may be asked again. Not the kit's Result: it brings the drawings of every kind of result. */
export const NoMenu = ({ title = '菜单加载失败', problem, onRetry }: Props) => (
  <div role="alert" className="no-menu">
    <WarningFilled aria-hidden />
    <h1>{title}</h1>
    <p>{problem}</p>
    <Button type="primary" onClick={onRetry}>
      重试
    </Button>
  </div>
)
