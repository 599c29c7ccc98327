import { ImageViewer } from 'antd-mobile'

/** Pictures over the whole screen, to be swiped and zoomed; a tap closes. */
export default function PictureViewer({ urls, at, onClose }: { urls: string[]; at: number; onClose(): void }) {
  return <ImageViewer.Multi visible images={urls} defaultIndex={at} onClose={onClose} />
}
