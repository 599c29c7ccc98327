/**
 * WeCom and DingTalk on a loopback port, with the limits of the real ones: codes good once, tokens that end, tickets that
 * are counted, messages that are dropped without a word. `startSimulator()` gives the settings the product needs.
 */
import Fastify from 'fastify'
import { controlOf, type Control } from './control.ts'
import { serveCas } from './cas.ts'
import { serveDingtalk } from './dingtalk-host.ts'
import { goWrong } from './faults.ts'
import { defaultPeople, type SimPerson, type World } from './world.ts'
import { serveWecom } from './wecom-host.ts'

export { controlAt, type Control } from './control.ts'
export type { SimMessage, SimPerson, SimTodo } from './world.ts'

export interface SimulatorOptions {
  port?: number
  people?: readonly SimPerson[]
  /** Without it the product has no callback and its cards only open pages. */
  callback?: boolean
  scope?: 'snsapi_base' | 'snsapi_privateinfo'
}

export interface Simulator {
  /** `http://127.0.0.1:port` */
  address: string
  /** CAS_URL of the product, where a test wants single sign-on. */
  casUrl: string
  /** Environment of the product. */
  settings: Record<string, string>
  control: Control
  world: World
  stop(): Promise<void>
}

const AES_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, people = defaultPeople, callback = true, scope = 'snsapi_privateinfo' } = options
  const app = Fastify({ logger: false, bodyLimit: 32 * 1024 * 1024, forceCloseConnections: true })
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  const world: World = {
    address: '',
    wecom: {
      corpId: 'wwsim0000corp0001',
      agentId: '1000002',
      secret: 'wecom-secret-of-the-simulator',
      token: callback ? 'wecomtoken' : '',
      aesKey: AES_KEY,
    },
    dingtalk: {
      corpId: 'dingsim0000corp0001',
      agentId: '2000003',
      clientId: 'dingsimclient0001',
      secret: 'dingtalk-secret-of-the-simulator',
      token: 'dingtoken',
      aesKey: [...AES_KEY].reverse().join(''),
      sign: 'sha256',
    },
    people: people.map((person) => ({ ...person })),
    refuses: false,
    ipAllowed: true,
    offset: 0,
    codes: new Map(),
    tokens: { wecom: undefined, dingtalk: undefined },
    userTokens: new Map(),
    userTickets: new Map(),
    tickets: new Map(),
    media: new Map(),
    messages: [],
    todos: [],
    responseCodes: new Map(),
    faults: [],
    chaos: { rate: 0, seed: 1 },
    invalid: new Set(),
    silentDrop: false,
    calls: [],
  }
  const control = controlOf(world)
  goWrong(app, world)
  await app.register(async (wecom) => serveWecom(wecom, world), { prefix: '/wecom' })
  await app.register(async (cas) => serveCas(cas, world), { prefix: '/cas' })
  await app.register(async (dingtalk) => serveDingtalk(dingtalk, world), { prefix: '/dingtalk' })

  // The bridges of browser tests ask from pages of the product.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/__sim')) return
    reply.header('access-control-allow-origin', '*').header('access-control-allow-headers', 'content-type')
    if (request.method === 'OPTIONS') return reply.code(204).send()
  })
  app.options('/__sim/*', async (_, reply) => reply.code(204).send())
  app.get('/__sim/as/:userId', async (request, reply) => {
    const { userId } = request.params as { userId: string }
    return reply
      .header('set-cookie', `sim_user=${userId.replace(/[^\w-]/g, '')}; Path=/; SameSite=Lax`)
      .send({ userId })
  })
  app.post('/__sim/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    const work = Object.hasOwn(control, name) ? control[name as keyof Control] : undefined
    if (!work) return reply.code(404).send({ error: `nothing is called ${name}` })
    try {
      const given = request.body as unknown[] | undefined
      return { result: (await (work as (...all: unknown[]) => Promise<unknown>)(...(given ?? []))) ?? null }
    } catch (error) {
      return { error: (error as Error).message }
    }
  })

  world.address = await app.listen({ port, host: '127.0.0.1' })
  const { wecom, dingtalk } = world
  return {
    address: world.address,
    casUrl: `${world.address}/cas`,
    control,
    world,
    settings: {
      WECOM_CORP_ID: wecom.corpId,
      WECOM_AGENT_ID: wecom.agentId,
      WECOM_SECRET: wecom.secret,
      ...(callback && { WECOM_TOKEN: wecom.token, WECOM_AES_KEY: wecom.aesKey }),
      WECOM_SCOPE: scope,
      WECOM_API_BASE: `${world.address}/wecom`,
      WECOM_OAUTH_BASE: `${world.address}/wecom`,
      WECOM_LOGIN_BASE: `${world.address}/wecom`,
      DINGTALK_CORP_ID: dingtalk.corpId,
      DINGTALK_CLIENT_ID: dingtalk.clientId,
      DINGTALK_CLIENT_SECRET: dingtalk.secret,
      DINGTALK_AGENT_ID: dingtalk.agentId,
      DINGTALK_TOKEN: dingtalk.token,
      DINGTALK_AES_KEY: dingtalk.aesKey,
      DINGTALK_API_BASE: `${world.address}/dingtalk`,
      DINGTALK_OAPI_BASE: `${world.address}/dingtalk`,
      DINGTALK_LOGIN_BASE: `${world.address}/dingtalk`,
    },
    stop: () => app.close(),
  }
}
