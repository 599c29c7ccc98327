export const several = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean)
