import { useEffect, useState } from 'react'

/** Side of the cut-out square in px. */
export const CROPPED = 256
/** Side of the frame on the page in px. */
export const FRAME = 240
const QUALITY = 0.9

/** Where the picture lies behind the frame: its middle against the frame's, in px of the page. */
export interface Placing {
  x: number
  y: number
  /** 1: the shorter side fills the frame. */
  zoom: number
}

export interface Cropping {
  url: string | undefined
  /** The picture cannot be read. */
  broken: boolean
  placing: Placing
  /** Size of the picture on the page at this zoom. */
  width: number
  height: number
  move(dx: number, dy: number): void
  zoom(to: number): void
  /** The square within the frame as a file of its own. */
  cut(): Promise<File>
}

/** Chooses a square of a picture: dragged and zoomed behind a frame that stands still. */
export function useCropping(file: File): Cropping {
  const [picture, setPicture] = useState<{ url: string; image: HTMLImageElement }>()
  const [broken, setBroken] = useState(false)
  const [placing, setPlacing] = useState<Placing>({ x: 0, y: 0, zoom: 1 })
  useEffect(() => {
    const url = URL.createObjectURL(file)
    const image = new Image()
    image.onload = () => setPicture({ url, image })
    image.onerror = () => setBroken(true)
    image.src = url
    return () => {
      image.onload = null
      image.onerror = null
      URL.revokeObjectURL(url)
    }
  }, [file])

  const natural = picture?.image
  const scale = natural ? (FRAME / Math.min(natural.naturalWidth, natural.naturalHeight)) * placing.zoom : 1
  const width = (natural?.naturalWidth ?? 0) * scale
  const height = (natural?.naturalHeight ?? 0) * scale
  const inside = ({ x, y, zoom }: Placing): Placing => {
    const grown = zoom / placing.zoom
    const most = (side: number) => Math.max((side * grown - FRAME) / 2, 0)
    return { x: clamp(x, most(width)), y: clamp(y, most(height)), zoom }
  }

  return {
    url: picture?.url,
    broken,
    placing,
    width,
    height,
    move: (dx, dy) => setPlacing((before) => inside({ ...before, x: before.x + dx, y: before.y + dy })),
    zoom: (zoom) => setPlacing((before) => inside({ ...before, zoom })),
    async cut() {
      const canvas = document.createElement('canvas')
      canvas.width = CROPPED
      canvas.height = CROPPED
      const side = FRAME / scale
      const left = natural!.naturalWidth / 2 - (FRAME / 2 + placing.x) / scale
      const top = natural!.naturalHeight / 2 - (FRAME / 2 + placing.y) / scale
      canvas.getContext('2d')!.drawImage(natural!, left, top, side, side, 0, 0, CROPPED, CROPPED)
      // Only PNG keeps what is transparent.
      const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
      if (!blob) throw new Error('图片无法裁剪')
      const name = `${file.name.replace(/\.[^.]*$/, '')}.${type === 'image/png' ? 'png' : 'jpg'}`
      return new File([blob], name, { type })
    },
  }
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, -most), most)
