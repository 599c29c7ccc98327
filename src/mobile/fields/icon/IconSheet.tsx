import { Button, Popup, SearchBar } from 'antd-mobile'
import { useState } from 'react'
import { findIcons, ICONS } from '#headless/forms/icons/iconWords.ts'
import type { IconPicker } from '#headless/forms/icons/useIconField.ts'
import { iconName } from '#headless/session/menu.ts'
import { useBackToClose } from '../../layout/back.ts'
import { MenuIcon } from '../../layout/icons.tsx'
import '../../layout/sheet.css'
import './icon.css'

/** All pictures there are; one tap takes one. */
export default function IconSheet({ title, value, onClose, onDone }: IconPicker) {
  useBackToClose(true, onClose)
  const [word, setWord] = useState('')
  const found = findIcons(word)
  return (
    <Popup visible bodyClassName="vd-sheet vd-sheet-tall" onMaskClick={onClose}>
      <div className="vd-sheet-bar">
        <Button fill="none" onClick={onClose}>
          取消
        </Button>
        <h2 className="vd-sheet-title">{title}</h2>
        <Button fill="none" disabled={!value} onClick={() => onDone('')}>
          {ICONS.clear}
        </Button>
      </div>
      <div className="vd-sheet-search">
        <SearchBar placeholder={ICONS.search} value={word} onChange={setWord} />
      </div>
      <div className="vd-sheet-list">
        {found.length ? (
          <ul className="vd-icons" aria-label={ICONS.list}>
            {found.map(({ name, words }) => (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={iconName(value) === name}
                  aria-label={`${words} ${name}`}
                  onClick={() => onDone(name)}
                >
                  <MenuIcon name={name} />
                  <small>{words.split(' ')[0]}</small>
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p className="vd-none">{ICONS.none}</p>
        )}
      </div>
    </Popup>
  )
}
