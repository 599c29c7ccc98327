/** MD5 (RFC 1321) of a text's UTF-8 bytes as lower-case hex. The contract signs with it and browsers do not offer it. */
export function md5(text: string): string {
  const words = padded(new TextEncoder().encode(text))
  let [a, b, c, d] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]
  for (let block = 0; block < words.length; block += 16) {
    const [a0, b0, c0, d0] = [a, b, c, d]
    for (let step = 0; step < 64; step++) {
      const round = step >> 4
      const mixed = (a + ROUNDS[round]!(b, c, d) + SINES[step]! + words[block + PICKS[round]!(step)]!) | 0
      const shift = SHIFTS[round]![step & 3]!
      ;[a, d, c, b] = [d, c, b, (b + ((mixed << shift) | (mixed >>> (32 - shift)))) | 0]
    }
    ;[a, b, c, d] = [(a + a0) | 0, (b + b0) | 0, (c + c0) | 0, (d + d0) | 0]
  }
  return [a, b, c, d].map(littleEndianHex).join('')
}

const ROUNDS = [
  (b: number, c: number, d: number) => (b & c) | (~b & d),
  (b: number, c: number, d: number) => (b & d) | (c & ~d),
  (b: number, c: number, d: number) => b ^ c ^ d,
  (b: number, c: number, d: number) => c ^ (b | ~d),
]
const PICKS = [
  (step: number) => step,
  (step: number) => (5 * step + 1) % 16,
  (step: number) => (3 * step + 5) % 16,
  (step: number) => (7 * step) % 16,
]
const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
]
const SINES = Array.from({ length: 64 }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32) | 0)

/** The bytes, a one bit, zeros, and the length in bits: a multiple of sixteen 32-bit words. */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16)
  for (let at = 0; at < bytes.length; at++) words[at >> 2]! |= bytes[at]! << ((at % 4) * 8)
  words[bytes.length >> 2]! |= 0x80 << ((bytes.length % 4) * 8)
  words[words.length - 2] = bytes.length << 3
  words[words.length - 1] = bytes.length >>> 29
  return words
}

const littleEndianHex = (word: number) =>
  [0, 8, 16, 24].map((shift) => ((word >>> shift) & 255).toString(16).padStart(2, '0')).join('')
