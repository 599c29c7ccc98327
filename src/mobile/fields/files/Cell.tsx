export { FileCell as Cell } from '../base/FileCell.tsx'
