/** The number of a device as it is printed on it, in its code perhaps within an address. */
export const PRINTED_NUMBER = '\\d{8,20}'
