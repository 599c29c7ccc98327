import type { CSSProperties } from 'react'
import { useSlide } from '#headless/session/useSlide.ts'
import './slider.css'

/** 「请按住滑块拖动」: by mouse, finger or arrow keys. */
export function Slider({ error, onPass }: { error: string | undefined; onPass: () => void }) {
  const { at, passed, text, handle } = useSlide(onPass)
  return (
    <div className="login-field">
      <div className={passed ? 'slider slider-passed' : 'slider'} style={{ '--at': at } as CSSProperties}>
        <span className="slider-way" />
        <span className="slider-text">{text}</span>
        <span
          {...handle}
          className="slider-handle"
          role="slider"
          tabIndex={0}
          aria-label="滑块验证"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(at)}
          aria-valuetext={text}
        >
          {passed ? '✓' : '»'}
        </span>
      </div>
      <div className="login-error" role={error ? 'alert' : undefined}>
        {error}
      </div>
    </div>
  )
}
