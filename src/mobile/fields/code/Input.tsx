export { ProseInput as Input } from '../base/ProseInput.tsx'
