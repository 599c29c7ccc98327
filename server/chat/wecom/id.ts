/** WeCom's accounts do not tell capitals apart. */
export const idOf = (userId: string): string => userId.toLowerCase()
