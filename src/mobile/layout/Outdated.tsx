import { NoticeBar } from 'antd-mobile'
import { beginAnew } from '#headless/connection/leaving.ts'
import './outdated.css'

/** The server has a newer build, and something here is not saved yet. */
export default function Outdated() {
  return (
    <NoticeBar
      className="vd-outdated"
      color="info"
      content="系统已更新，请保存后刷新"
      extra={
        <button type="button" className="vd-outdated-reload" onClick={beginAnew}>
          刷新
        </button>
      }
    />
  )
}
