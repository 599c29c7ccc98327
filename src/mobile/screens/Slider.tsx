import type { CSSProperties } from 'react'
import { useSlide } from '#headless/session/useSlide.ts'
import './slider.css'

/** 「请按住滑块拖动」: by finger, mouse or arrow keys. */
export function Slider({ fault, onPass }: { fault: string | undefined; onPass: () => void }) {
  const { at, passed, text, handle } = useSlide(onPass)
  return (
    <>
      <div className={passed ? 'vd-slider vd-passed' : 'vd-slider'} style={{ '--at': at } as CSSProperties}>
        <i />
        <span>{text}</span>
        <b
          {...handle}
          role="slider"
          tabIndex={0}
          aria-label="滑块验证"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(at)}
          aria-valuetext={text}
        >
          {passed ? '✓' : '»'}
        </b>
      </div>
      {fault && (
        <p role="alert" className="vd-error">
          {fault}
        </p>
      )}
    </>
  )
}
