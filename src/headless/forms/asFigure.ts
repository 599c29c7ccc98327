import { plainCharacters } from '#model/kinds/base/typedNumber.ts'

/**
 * What is typed into an input for a figure, in the characters of one. Where they are as many as before the input is told at
 * once: React would write them anew by itself and leave the caret behind the last of them.
 */
export function asFigure(text: string): string {
  const plain = plainCharacters(text)
  const input = document.activeElement
  if (plain === text || plain.length !== text.length) return plain
  if (input instanceof HTMLInputElement && input.value === text) {
    const caret = input.selectionStart
    input.value = plain
    input.setSelectionRange(caret, caret)
  }
  return plain
}
