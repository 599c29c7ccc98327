/** What Chromium 87 and Safari 14 (old DingTalk and WeCom) lack and we or our packages call. Only fills gaps. */
const fill = (target: object, name: string, value: unknown) => {
  if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
}

function at<T>(this: ArrayLike<T>, index: number): T | undefined {
  const whole = Math.trunc(index) || 0
  return this[whole < 0 ? this.length + whole : whole]
}
function findLast<T>(this: T[], fits: (value: T, index: number, all: T[]) => boolean): T | undefined {
  for (let index = this.length - 1; index >= 0; index--) if (fits(this[index]!, index, this)) return this[index]
  return undefined
}
function findLastIndex<T>(this: T[], fits: (value: T, index: number, all: T[]) => boolean): number {
  for (let index = this.length - 1; index >= 0; index--) if (fits(this[index]!, index, this)) return index
  return -1
}
function canParse(address: string, base?: string): boolean {
  try {
    return Boolean(new URL(address, base))
  } catch {
    return false
  }
}

fill(Object, 'hasOwn', (target: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(target, name))
fill(Array.prototype, 'at', at)
fill(String.prototype, 'at', at)
fill(Array.prototype, 'findLast', findLast)
fill(Array.prototype, 'findLastIndex', findLastIndex)
fill(URL, 'canParse', canParse)
