export { AreaInput as Input } from '../AreaInput.tsx'
