export { PictureCell as Cell } from '../base/PictureCell.tsx'
