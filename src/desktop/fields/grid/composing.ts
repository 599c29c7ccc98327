const OF_INPUT_METHOD = 229

/**
 * Is the key meant for an input method? WebKit tells the end of a word before the key that ended it
 * (https://bugs.webkit.org/show_bug.cgi?id=165004): that key says no more that it composes, only its code still does.
 */
export const composes = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === OF_INPUT_METHOD
