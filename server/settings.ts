import { allChatKinds } from './chat/chats.ts'
import { readSettingsWith, type Environment, type Settings } from './kernel/settings.ts'

/** All settings, those of the chats included. Throws a SettingsError that names what is wrong in Chinese. */
export const readSettings = (env: Environment): Settings =>
  readSettingsWith(
    allChatKinds.map(({ settings }) => settings),
    env,
  )
