import { CloseCircleFill, RightOutline } from 'antd-mobile-icons'

interface TapProps {
  label: string
  text: string
  placeholder: string
  disabled?: boolean | undefined
  onTap(): void
  onClear?: (() => void) | undefined
}

/** Looks like an input, opens something to choose from. */
export const Tap = ({ label, text, placeholder, disabled, onTap, onClear }: TapProps) => (
  <span className="vd-tap">
    <button type="button" disabled={disabled} aria-label={`${label}：${text || placeholder}`} onClick={onTap}>
      <span className={text ? undefined : 'vd-placeholder'}>{text || placeholder}</span>
      {!(text && onClear) && <RightOutline />}
    </button>
    {text && onClear && !disabled && (
      <button type="button" className="vd-icon-button" aria-label={`清除${label}`} onClick={onClear}>
        <CloseCircleFill />
      </button>
    )}
  </span>
)
