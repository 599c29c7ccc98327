const LENGTH = 2

/** 苹果香蕉 → 苹果;香蕉: a `;` after every two characters. */
export function tagged(text: string): string {
  const characters = [...text.replaceAll(';', '')]
  const words = Array.from({ length: Math.ceil(characters.length / LENGTH) }, (_, at) =>
    characters.slice(at * LENGTH, (at + 1) * LENGTH).join(''),
  )
  return words.join(';')
}

export const tagsIn = (text: string): string[] => text.split(';').filter(Boolean)
