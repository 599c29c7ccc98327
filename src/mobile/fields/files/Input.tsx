export { FileInput as Input } from '../base/FileInput.tsx'
