export { TextCell as Cell } from '../base/TextCell.tsx'
