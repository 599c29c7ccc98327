/** The package has no types of its own. */
declare module 'id-validator' {
  export default class IDValidator {
    makeID(): string
    isValid(id: string): boolean
  }
}
