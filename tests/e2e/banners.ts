import { channels, adPlaces } from '#resources/content/places.ts'
import { jumpTypes } from '#resources/jump.ts'
import { calling, expect, type Row } from './browser.ts'

/** Banners nobody else looks at: `{prefix}0`, `{prefix}1` … with these numbers of order. */
export async function makeBanners(prefix: string, numbers: readonly number[]): Promise<Row[]> {
  const admin = calling('admin')
  const [known] = await admin.rows('/rental/banner/list?pageSize=1')
  const made: Row[] = []
  for (const [index, sortNo] of numbers.entries()) {
    const banner = {
      title: `${prefix}${index}`,
      image: known!.image,
      channel: channels.wechat,
      position: adPlaces.bottom,
      jumpType: jumpTypes.none,
      sortNo,
    }
    const { message, result } = await admin.post('/rental/banner/add', banner)
    expect(message).toBe('添加成功！')
    made.push(result as Row)
  }
  return made
}

/** In the order of the list. */
export const bannersNamed = (prefix: string): Promise<Row[]> =>
  calling('admin').rows(`/rental/banner/list?pageSize=50&title=${encodeURIComponent(`${prefix}*`)}`)
