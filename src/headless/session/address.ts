/** `/finance/x/?a=1` and `/finance/x?a=1` are one page. What begins with two slashes is somebody else's address. */
export const plainAddress = (address: string): string => address.replace(/^(\/[^/\\?#][^?#]*?)\/+(?=[?#]|$)/, '$1')
