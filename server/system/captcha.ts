import svgCaptcha from 'svg-captcha'
import { z } from 'zod'
import type { Database } from '../kernel/database.ts'
import { atMost, networkOf } from '../people/limits.ts'
import { route, type Route } from '../kernel/route.ts'
import { codeFits, keepCode } from './one-time-code.ts'
import { refused } from '../kernel/errors.ts'

const SECONDS = 60
/** Without those that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ'

const keyOf = (key: string) => `captcha:${key}`
const pictureKey = z.string().regex(/^[\w.-]{1,64}$/, '应为 1 到 64 个字母、数字')

/** One try each: a wrong answer burns it, a right one too. Letters may be of either case. */
export const captchaFits = (db: Database, key: string, answer: string, now: Date): Promise<boolean> =>
  codeFits(db, keyOf(key), answer.trim().toLowerCase(), now)

export const captchaRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/randomImage/:key',
    lane: 'signIn',
    permission: 'public',
    summary: '图片验证码（data URI），60 秒内有效，只能使用一次',
    tag: '登录',
    params: z.object({ key: pictureKey }),
    handler: async ({ params, services: { db, clock }, request }) => {
      await atMost(db, `captcha:${networkOf(request.ip)}`, 120, 60, clock.now())
      const { text, data } = svgCaptcha.create({ size: 4, noise: 3, charPreset: LETTERS, width: 120, height: 40 })
      const key = keyOf(params.key)
      await keepCode(db, { key, code: text.toLowerCase(), seconds: SECONDS, tries: 1, now: clock.now() })
      return `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}`
    },
  }),
  route({
    method: 'POST',
    path: '/sys/checkCaptcha',
    lane: 'signIn',
    permission: 'public',
    summary: '核对图片验证码',
    tag: '登录',
    body: z.strictObject({ captcha: z.string().max(16), checkKey: z.coerce.string().max(64) }),
    handler: async ({ body, services: { db, clock } }) => {
      if (!(await captchaFits(db, body.checkKey, body.captcha, clock.now()))) throw refused('验证码错误', 412)
      return null
    },
  }),
]
