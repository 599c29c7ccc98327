import DOMPurify from 'dompurify'
import { STYLES } from '#model/richText.ts'

const CODE_LANGUAGE = /^language-[\w-]{1,30}$/

const purify = DOMPurify(window)

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.hasAttribute('style')) keepStyles(node as HTMLElement)
  // A class would dress the text as a piece of ours; only the language of a code block is its own.
  if (node.tagName !== 'CODE' || !CODE_LANGUAGE.test(node.className)) node.removeAttribute('class')
  // A link must not take the page of a half-typed form away.
  if (node.tagName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer')
  }
})

/** Written as text, not through `style`: the browser would add what it knows about a shorthand. */
function keepStyles(element: HTMLElement): void {
  const kept = Object.entries(STYLES).flatMap(([name, fits]) => {
    const value = element.style.getPropertyValue(name)
    return value && fits.test(value) ? [`${name}: ${value}`] : []
  })
  if (kept.length) element.setAttribute('style', `${kept.join('; ')};`)
  else element.removeAttribute('style')
}

/** HTML that may become part of the page, whoever sent it. */
export const cleanHtml = (html: string): string =>
  purify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'audio', 'video'],
    FORBID_ATTR: ['id', 'name'],
  })
