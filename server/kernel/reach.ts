import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Reach } from './ports/reach.ts'

/** Loopback, "this network", link-local (the metadata service of most clouds), multicast and broadcast. */
const V4 = ['127.0.0.0/8', '0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4']
const V6 = ['::/128', '::1/128', 'fe80::/10', 'ff00::/8', '64:ff9b::/96', 'fd00:ec2::/32']
/** Metadata services that are not link-local: Alibaba Cloud, Azure, Oracle Cloud. */
const METADATA = ['100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32']

const forbidden = new BlockList()
for (const [version, networks] of [
  ['ipv4', [...V4, ...METADATA]],
  ['ipv6', V6],
] as const)
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    forbidden.addSubnet(address, Number(bits), version)
  }

const plain = (address: string) => address.replace(/%.*$/, '').toLowerCase()
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((some) => (some ?? []).map(({ address }) => plain(address)))

export const reach: Reach = {
  async addressesOf(host) {
    const name = host.replace(/^\[|\]$/g, '')
    if (isIP(name)) return [name]
    return (await lookup(name, { all: true })).map(({ address }) => address)
  },
  isForbidden(address) {
    const given = plain(address)
    const version = isIP(given)
    // IPv4 written as IPv6 is judged as what it is.
    return !version || forbidden.check(given, version === 4 ? 'ipv4' : 'ipv6') || ownAddresses().includes(given)
  },
}
