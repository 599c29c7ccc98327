/** What the settings of every chat have in common: set up completely or not at all, official addresses in production. */
import { z } from 'zod'
import type { ChatName } from '../kernel/ports/chat.ts'
import type { SettingsOfChat } from '../kernel/settings.ts'

export const given = z.string().trim().min(1, '不能为空')
export const idSetting = given.max(128, '过长').regex(/^[A-Za-z0-9_-]+$/, '只能是字母、数字、下划线和连字符')
export const numberSetting = z
  .string()
  .trim()
  .regex(/^\d{1,15}$/, '应为数字')
const aesKey = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{43}$/, '应为 43 位字母和数字')
const token = given.max(32, '最多 32 位').regex(/^[A-Za-z0-9]+$/, '只能是字母和数字')
const base = (official: string) =>
  given
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
      error: '应为 http 或 https 地址',
    })
    .transform((text) => text.replace(/\/+$/, ''))
    .default(official)

/** What encrypted callbacks are read with; both or neither are set. */
export interface CallbackSettings {
  token: string
  /** 43 characters; with `=` it is the base64 of the AES key. */
  aesKey: string
}

/** What every chat's settings have, after reading. */
export interface AnySettings {
  callback?: CallbackSettings
}

export interface ChatSettings<S extends AnySettings = AnySettings> extends SettingsOfChat {
  readonly name: ChatName
  /** What must be set in the environment before there is anything to examine. */
  readonly wanted: readonly string[]
  read(...given: Parameters<SettingsOfChat['read']>): S | undefined
}

interface Given<N extends string, F extends Record<string, z.ZodType>, O extends string, S> {
  /** `WECOM`: its callback is WECOM_TOKEN and WECOM_AES_KEY. */
  prefix: string
  /** Without any of these there is no chat. */
  needed: Readonly<Record<N, z.ZodType<string>>>
  /** With a default, or not needed. */
  further: F
  /** Addresses: another one is for tests, and refused in production. */
  official: Readonly<Record<O, string>>
  read(data: Record<N | O, string> & z.output<z.ZodObject<F>>): Omit<S, 'callback'>
}

/** Reading throws a sentence for the person who starts the server when the chat is set up by halves. */
export function chatSettings<S extends AnySettings>(name: ChatName) {
  return <N extends string, F extends Record<string, z.ZodType>, O extends string>(
    spec: Given<N, F, O, S>,
  ): ChatSettings<S> => {
    const { prefix, further } = spec
    const needed = Object.keys(spec.needed)
    const callback = [`${prefix}_TOKEN`, `${prefix}_AES_KEY`] as const
    const official = Object.entries<string>(spec.official)
    return {
      name,
      wanted: [...needed, ...callback, 'PUBLIC_URL'],
      shape: {
        ...Object.fromEntries(
          Object.entries<z.ZodType<string>>(spec.needed).map(([key, kind]) => [key, kind.optional()]),
        ),
        [callback[0]]: token.optional(),
        [callback[1]]: aesKey.optional(),
        ...further,
        ...Object.fromEntries(official.map(([key, address]) => [key, base(address)])),
      },
      read(data, { production, publicUrl }) {
        const has = (key: string) => data[key] !== undefined
        const foreign = official.find(([key, address]) => data[key] !== address)
        if (production && foreign) throw new Error(`设置 ${foreign[0]} 不正确：生产环境只能是 ${foreign[1]}`)
        const said = [...needed, ...callback].filter(has)
        if (!said.length) return undefined
        // Token and key of the callback only make sense together.
        const wanted = [...needed, ...(callback.some(has) ? callback : [])]
        const missing = wanted.filter((key) => !has(key))
        if (missing.length) throw new Error(`设置 ${missing.join('、')} 缺失：已设置 ${said.join('、')}，应一并给出`)
        if (production && !publicUrl)
          throw new Error(`设置 PUBLIC_URL 缺失：使用 ${prefix}_* 时须给出员工访问本系统的地址`)
        const [token, aesKey] = callback.map((key) => data[key] as string | undefined)
        return {
          ...spec.read(data as Parameters<typeof spec.read>[0]),
          callback: token && aesKey ? { token, aesKey } : undefined,
        } as S
      },
    }
  }
}
