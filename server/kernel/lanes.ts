/** Who waits behind whom when there is more to do than can be done. */
import type { Settings } from './settings.ts'
import { Lane, type LaneLimits, type LaneWords } from './lane.ts'

interface LaneRules extends LaneWords, Omit<LaneLimits, 'atOnce'> {
  /** Absent: as many as there are connections to the database. */
  atOnce?: number
  /** Works on connections of its own, which no other lane can use up. */
  kept?: true
  /** A turn lasts until what is sent has been sent, because it is still being worked out meanwhile. */
  untilSent?: true
}

const LATER = '请稍后重试'

const rules = {
  /** Coming in, and what a person must have before anything can be shown. */
  signIn: {
    kept: true,
    ...{ atOnce: 12, patienceMs: 3000, shortMs: 1000, most: 200 },
    ...{ message: `当前登录的人较多，${LATER}`, retryAfterSeconds: 3 },
  },
  /** The same by way of another server, which may be slow. */
  chatSignIn: {
    kept: true,
    ...{ atOnce: 20, patienceMs: 3000, shortMs: 1000, most: 200 },
    ...{ message: `当前登录的人较多，${LATER}`, retryAfterSeconds: 3 },
  },
  /** Decisions and the facts they are made on. */
  decision: {
    kept: true,
    ...{ atOnce: 8, patienceMs: 2000, shortMs: 1000, most: 200 },
    ...{ message: `系统繁忙，本次操作没有执行，${LATER}`, retryAfterSeconds: 2 },
  },
  /** The handshake of a live connection: a small question, and thousands ask it after a restart. */
  socket: {
    kept: true,
    ...{ atOnce: 4, patienceMs: 10_000, shortMs: 10_000, most: 10_000 },
    ...{ message: `实时连接繁忙，${LATER}`, retryAfterSeconds: 20 },
  },
  /** Whatever says nothing else. */
  light: {
    ...{ patienceMs: 500, shortMs: 100, most: 500 },
    ...{ message: `系统繁忙，本次请求没有执行，${LATER}`, retryAfterSeconds: 2 },
  },
  /** Looks at many rows: reports, searches for a part of a text, work on everything a query finds. */
  wide: {
    ...{ atOnce: 3, patienceMs: 2000, shortMs: 500, most: 50 },
    ...{ message: `当前查询较多，本次查询没有执行，${LATER}`, retryAfterSeconds: 3 },
  },
  /** What is counted on a home: everybody opens it, so it stands behind nobody's search or report. */
  figures: {
    ...{ atOnce: 2, patienceMs: 4000, shortMs: 1000, most: 300 },
    ...{ message: `当前查看看板的人较多，${LATER}`, retryAfterSeconds: 3 },
  },
  /** Files written while they are sent. */
  export: {
    untilSent: true,
    ...{ atOnce: 2, patienceMs: 5000, shortMs: 2000, most: 20 },
    ...{ message: `当前导出较多，本次导出没有执行，${LATER}`, retryAfterSeconds: 10 },
  },
  /** Come as fast as the line of who sends them. */
  upload: {
    ...{ atOnce: 40, patienceMs: 5000, shortMs: 2000, most: 100 },
    ...{ message: `当前上传的人较多，${LATER}`, retryAfterSeconds: 5 },
  },
  /** Pictures and files that are read: a page asks for dozens of them. */
  picture: {
    ...{ atOnce: 40, patienceMs: 5000, shortMs: 2000, most: 200 },
    ...{ message: `系统繁忙，文件暂时不能读取，${LATER}`, retryAfterSeconds: 5 },
  },
  /** Waits for others than the database: chats, tasks that are about to end. */
  patient: {
    ...{ atOnce: 40, patienceMs: 5000, shortMs: 2000, most: 100 },
    ...{ message: `系统繁忙，本次操作没有执行，${LATER}`, retryAfterSeconds: 5 },
  },
} satisfies Record<string, LaneRules>

export type LaneName = keyof typeof rules
export const LANES: Readonly<Record<LaneName, LaneRules>> = rules

export type Lanes = Readonly<Record<LaneName, Lane>>
/** For tests. */
export type OwnLimits = Partial<Record<LaneName, Partial<LaneLimits>>>

/** All lanes of one app. */
export function openLanes({ databasePool, patienceMs }: Settings, own: OwnLimits = {}): Lanes {
  const scale = patienceMs === 0 ? Infinity : patienceMs / rules.light.patienceMs
  const lane = (name: LaneName) => {
    const { atOnce = databasePool, most, ...rest } = LANES[name]
    const limits = {
      atOnce,
      patienceMs: rest.patienceMs * scale,
      shortMs: rest.shortMs * scale,
      most: patienceMs === 0 ? Infinity : most,
    }
    return new Lane({ ...limits, ...own[name] }, rest)
  }
  return {
    signIn: lane('signIn'),
    chatSignIn: lane('chatSignIn'),
    decision: lane('decision'),
    socket: lane('socket'),
    light: lane('light'),
    wide: lane('wide'),
    figures: lane('figures'),
    export: lane('export'),
    upload: lane('upload'),
    picture: lane('picture'),
    patient: lane('patient'),
  }
}
