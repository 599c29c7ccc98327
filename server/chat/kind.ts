/** What a chat's folder hands over. Everything else loops over `chats.ts` and names no chat. */
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Chat, ChatClick, ChatName } from '../kernel/ports/chat.ts'
import type { Route } from '../kernel/route.ts'
import type { Stamp } from './callbacks.ts'
import type { Outside } from './outside.ts'
import type { AnySettings, CallbackSettings, ChatSettings } from './settings.ts'

/** A call of the chat to us, and what may come of it. */
export interface Called<S> {
  settings: S
  /** As it came; empty for a GET. */
  body: string
  now: Date
  reply: FastifyReply
  /** The message inside; throws when it is not the chat's, or for none of these receivers. */
  unsealed(
    callback: CallbackSettings | undefined,
    stamp: Stamp,
    sealed: string | undefined,
    receivers: readonly string[],
  ): string
  /** Done afterwards, once for every repetition. */
  clicked(click: ChatClick): Promise<void>
  /** Whoever left the corporation is out at once. `at`: when, as the chat says; an event may come late. */
  left(userIds: readonly string[], at: Date): Promise<void>
  renamed(from: string, to: string, at: Date): Promise<void>
  /** Their corporation keeps them out of the chat. */
  suspended(userId: string, at: Date): Promise<void>
}

/** One way the chat calls `/sys/chat/<name>/callback`. */
export interface Callback<S> {
  method: 'GET' | 'POST'
  summary: string
  query: z.ZodType
  /** What it returns is the whole answer. */
  answer(called: Called<S>, query: never): unknown
}

export const callback = <S, Q>(
  spec: Omit<Callback<S>, 'query' | 'answer'> & {
    query: z.ZodType<Q>
    answer: (called: Called<S>, query: Q) => unknown
  },
): Callback<S> => spec

interface Spec<S extends AnySettings> {
  settings: ChatSettings<S>
  /** The chat of these settings: signing in, messages, files, the doctor. */
  open(settings: S, outside: Outside): Chat
  callbacks: readonly Callback<S>[]
  /** Addresses only this chat has. */
  routes?: readonly Route[]
  /** How an id of the chat is kept, however somebody typed it. */
  accountId?(typed: string): string
  /** For the doctor, who cannot try it: what tells us at once of whoever leaves. */
  tellsOfLeavers?: string
  /** Origin of its login page, which ours may show inside. */
  loginPage: string
}

/** `open` and `callbacks` take what this chat's own settings were read as, which nobody else can say. */
export interface ChatKind extends Omit<Spec<never>, 'settings'> {
  settings: ChatSettings
  readonly name: ChatName
}

export const chatKind = <S extends AnySettings>(spec: Spec<S>): ChatKind => ({ ...spec, name: spec.settings.name })
