/** Values that one text holds, joined by commas: SQL text for triggers and queries alike. */

/** An array of them, as text and without spaces; of nothing, none. `text`: a column with its table, or any expression. */
export const partsOf = (text: string): string => `string_to_array(replace(coalesce(${text}, ''), ' ', ''), ',')`
