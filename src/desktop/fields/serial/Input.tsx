/** The server writes it. */
export const Input = () => null
