export { FigureCell as Cell } from '../base/TextCell.tsx'
