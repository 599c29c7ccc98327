import { Alert, Modal, Slider } from 'antd'
import type { KeyboardEvent } from 'react'
import { useCropping } from '#headless/forms/cropping.ts'
import './upload.css'

interface Props {
  file: File
  onCancel(): void
  onDone(square: File): void
}

const STEP = 8
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** Cuts the square out of a picture that becomes an avatar. */
export default function CropModal({ file, onCancel, onDone }: Props) {
  const cropping = useCropping(file)
  const { url, placing, width, height } = cropping
  const byKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    cropping.move(...step)
  }
  return (
    <Modal
      open
      title="裁剪图片"
      width={360}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: !url }}
      onCancel={onCancel}
      onOk={async () => onDone(await cropping.cut())}
    >
      {cropping.broken ? (
        <Alert type="warning" showIcon title="图片无法打开，请换一张" />
      ) : (
        <>
          <div
            className="crop-frame"
            role="application"
            aria-label="拖动图片，或用方向键移动"
            tabIndex={0}
            onKeyDown={byKey}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => event.buttons && cropping.move(event.movementX, event.movementY)}
          >
            {url && (
              <img
                src={url}
                alt="要裁剪的图片"
                draggable={false}
                style={{ width, height, translate: `calc(-50% + ${placing.x}px) calc(-50% + ${placing.y}px)` }}
              />
            )}
          </div>
          <Slider
            min={1}
            max={4}
            step={0.05}
            value={placing.zoom}
            ariaLabelForHandle="缩放"
            tooltip={{ open: false }}
            onChange={cropping.zoom}
          />
        </>
      )}
    </Modal>
  )
}
