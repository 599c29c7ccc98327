export { Input } from '../file/Input.tsx'
