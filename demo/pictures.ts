/** Believable pictures for papers nobody scanned: a card with a portrait and lines of grey. */
import { deflateSync } from 'node:zlib'
import { crc32 } from 'node:zlib'
import type { FileStore } from '../server/kernel/ports/files.ts'
import type { Tx } from '../server/kernel/database.ts'
import { storedFile } from '../server/db/tables.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'

type Colour = readonly [number, number, number]
interface Box {
  x: number
  y: number
  width: number
  height: number
  colour: Colour
}

const WIDTH = 480
const HEIGHT = 300

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of boxes on a ground, later ones over earlier ones. */
function png(ground: Colour, boxes: readonly Box[]): Buffer {
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const box = boxes.findLast((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height)
      rows.set(box?.colour ?? ground, y * (WIDTH * 3 + 1) + 1 + x * 3)
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(WIDTH, 0)
  head.writeUInt32BE(HEIGHT, 4)
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const lines = (x: number, y: number, widths: readonly number[], colour: Colour): Box[] =>
  widths.map((width, index) => ({ x, y: y + index * 34, width, height: 12, colour }))

const GREY: Colour = [150, 158, 170]
/** Something cheerful over the whole width: a band, a mark and two lines of words. */
const poster = (ground: Colour, band: Colour) => () =>
  png(ground, [
    { x: 0, y: 210, width: WIDTH, height: 90, colour: band },
    { x: 340, y: 40, width: 90, height: 130, colour: [250, 250, 250] },
    { x: 356, y: 56, width: 58, height: 40, colour: band },
    ...lines(40, 70, [220, 160], [250, 250, 250]),
    ...lines(40, 240, [280], [250, 250, 250]),
  ])
const pictures = {
  poster: poster([52, 120, 246], [24, 66, 166]),
  cover: poster([46, 160, 110], [20, 96, 66]),
  cardFace: poster([226, 148, 40], [150, 84, 12]),
  car: () =>
    png(
      [226, 232, 238],
      [
        { x: 90, y: 130, width: 300, height: 90, colour: [60, 110, 170] },
        { x: 150, y: 80, width: 180, height: 60, colour: [90, 140, 200] },
        { x: 130, y: 200, width: 50, height: 50, colour: [40, 44, 52] },
        { x: 300, y: 200, width: 50, height: 50, colour: [40, 44, 52] },
      ],
    ),
  idFront: () =>
    png(
      [232, 240, 248],
      [
        ...lines(40, 50, [180, 120, 220, 240, 160], GREY),
        { x: 330, y: 50, width: 110, height: 140, colour: [196, 208, 222] },
        { x: 365, y: 75, width: 40, height: 40, colour: [120, 134, 152] },
        { x: 350, y: 125, width: 70, height: 65, colour: [120, 134, 152] },
        { x: 40, y: 250, width: 380, height: 14, colour: [96, 106, 122] },
      ],
    ),
  idBack: () =>
    png(
      [236, 232, 224],
      [
        { x: 40, y: 40, width: 80, height: 80, colour: [176, 60, 52] },
        ...lines(150, 60, [260, 200], [120, 96, 88]),
        ...lines(150, 190, [240, 180], GREY),
      ],
    ),
  license: () =>
    png(
      [250, 246, 232],
      [
        { x: 0, y: 0, width: WIDTH, height: 14, colour: [188, 148, 72] },
        { x: 0, y: HEIGHT - 14, width: WIDTH, height: 14, colour: [188, 148, 72] },
        { x: 140, y: 40, width: 200, height: 26, colour: [150, 60, 52] },
        ...lines(60, 96, [300, 340, 220, 280, 180], GREY),
        { x: 370, y: 200, width: 64, height: 64, colour: [200, 84, 76] },
      ],
    ),
  device: () =>
    png(
      [222, 228, 226],
      [
        { x: 150, y: 30, width: 180, height: 250, colour: [52, 62, 78] },
        { x: 170, y: 50, width: 140, height: 70, colour: [96, 190, 160] },
        ...lines(176, 140, [128, 128, 128, 128], [150, 160, 176]),
      ],
    ),
} as const satisfies Readonly<Record<string, () => Buffer>>

export type DemoPicture = keyof typeof pictures
export const picturePath = (name: DemoPicture): string => `demo/${name}_${seedId('picture', name)}.png`

export async function seedPictures(tx: Tx, files: FileStore): Promise<void> {
  const made = await Promise.all(
    (Object.keys(pictures) as DemoPicture[]).map(async (name) => {
      const path = picturePath(name)
      return { name, path, fileSize: await files.write(path, pictures[name]()) }
    }),
  )
  await insertMany(
    tx,
    storedFile,
    made.map(({ name, path, fileSize }) => ({
      id: seedId('file', name),
      path,
      fileName: `${name}.png`,
      fileSize,
      contentType: 'image/png',
      biz: 'demo',
      createBy: 'admin',
      tenantId: TENANT,
      isPrivate: false,
    })),
  )
}
