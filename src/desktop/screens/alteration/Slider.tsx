import { useSlide } from '#headless/session/useSlide.ts'
import './slider.css'

/** 「请按住滑块拖动」: by mouse, finger or arrow keys. */
export function Slider({ error, onPass }: { error: string | undefined; onPass: () => void }) {
  const { passed, text, style, handle } = useSlide(onPass)
  return (
    <div className="login-field">
      <div className={passed ? 'slider slider-passed' : 'slider'} style={style}>
        <span className="slider-way" />
        <span className="slider-text">{text}</span>
        <span {...handle} className="slider-handle" />
      </div>
      <div className="login-error" role={error ? 'alert' : undefined}>
        {error}
      </div>
    </div>
  )
}
