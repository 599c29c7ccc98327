import { Button, Empty, Input, Modal } from 'antd'
import { useState } from 'react'
import { findIcons, ICONS } from '#headless/forms/icons/iconWords.ts'
import type { IconPicker } from '#headless/forms/icons/useIconField.ts'
import { iconName } from '#headless/session/menu.ts'
import { MenuIcon } from '../../layout/icons.tsx'
import './icon.css'

const WIDTH_PX = 680

/** All pictures there are; one click takes one. */
export default function IconModal({ title, value, onClose, onDone }: IconPicker) {
  const [word, setWord] = useState('')
  const found = findIcons(word)
  return (
    <Modal
      open
      title={title}
      width={WIDTH_PX}
      className="tall-modal"
      onCancel={onClose}
      footer={[
        <Button key="clear" disabled={!value} onClick={() => onDone('')}>
          {ICONS.clear}
        </Button>,
        <Button key="close" onClick={onClose}>
          取消
        </Button>,
      ]}
    >
      <Input.Search
        autoFocus
        allowClear
        value={word}
        aria-label={ICONS.search}
        placeholder={ICONS.search}
        onChange={(event) => setWord(event.target.value)}
      />
      {found.length ? (
        <ul className="icon-grid" aria-label={ICONS.list}>
          {found.map(({ name, words }) => (
            <li key={name}>
              <button
                type="button"
                aria-pressed={iconName(value) === name}
                aria-label={`${words} ${name}`}
                title={words}
                onClick={() => onDone(name)}
              >
                <MenuIcon name={name} />
                <small>{name}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Empty description={ICONS.none} />
      )}
    </Modal>
  )
}
