import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { SHORTCUTS_HINT, useShortcuts, type Shortcuts } from '#headless/workplace/shortcuts.ts'
import { MenuIcon } from '../../layout/MenuIcon.tsx'
import { Nothing } from '../../layout/Nothing.tsx'
import './shortcuts.css'

/** The ways a person chooses, and choosing them. */
export function ShortcutCard() {
  const shortcuts = useShortcuts()
  const [choosing, setChoosing] = useState(false)
  const { shown, possible, kept } = shortcuts
  return (
    <section className="card" aria-label="快捷入口">
      <h2 className="shortcuts-head">
        快捷入口
        {kept && possible.length > 0 && (
          <Button type="link" size="small" onClick={() => setChoosing(true)}>
            自选
          </Button>
        )}
      </h2>
      {shown.length ? (
        <ul className="entries">
          {shown.map(({ key, path, title, icon }) => (
            <li key={key}>
              <Link to={path}>
                <MenuIcon name={icon} /> {title}
              </Link>
            </li>
          ))}
        </ul>
      ) : possible.length ? (
        <Nothing action="选择快捷入口" onAction={() => setChoosing(true)}>
          还没有快捷入口。
        </Nothing>
      ) : (
        <Nothing>还没有可用的菜单，请联系管理员授权。</Nothing>
      )}
      {choosing && <Choosing {...shortcuts} onClose={() => setChoosing(false)} />}
    </section>
  )
}

function Choosing({ shown, possible, chosen, most, save, onClose }: Shortcuts & { onClose: () => void }) {
  const [paths, setPaths] = useState(() => shown.map(({ path }) => path))
  const keep = (next: readonly string[] | null) => {
    void save(next)
    onClose()
  }
  return (
    <Modal
      open
      title="自选快捷入口"
      onCancel={onClose}
      footer={[
        chosen && (
          <Button key="first" onClick={() => keep(null)}>
            恢复默认
          </Button>
        ),
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="save" type="primary" onClick={() => keep(paths)}>
          保存
        </Button>,
      ]}
    >
      <p>{SHORTCUTS_HINT}</p>
      <Select
        mode="multiple"
        aria-label="快捷入口"
        style={{ width: '100%' }}
        placeholder="选择页面"
        optionFilterProp="label"
        maxCount={most}
        value={paths}
        onChange={setPaths}
        options={possible.map(({ path, title }) => ({ value: path, label: title }))}
      />
    </Modal>
  )
}
