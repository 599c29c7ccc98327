import { useSlide } from '#headless/session/useSlide.ts'
import './slider.css'

/** 「请按住滑块拖动」: by finger, mouse or arrow keys. */
export function Slider({ fault, onPass }: { fault: string | undefined; onPass: () => void }) {
  const { passed, text, style, handle } = useSlide(onPass)
  return (
    <>
      <div className={passed ? 'vd-slider vd-passed' : 'vd-slider'} style={style}>
        <i />
        <span>{text}</span>
        <b {...handle} />
      </div>
      {fault && (
        <p role="alert" className="vd-error">
          {fault}
        </p>
      )}
    </>
  )
}
