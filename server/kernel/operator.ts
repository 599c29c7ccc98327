/** The tenant every installation starts with: whoever runs the platform. */
export const OPERATOR = 1
