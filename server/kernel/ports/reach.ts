/** Names of hosts and the addresses behind them, for connections that people set up. */
export interface Reach {
  /** Every address of a name; of an address itself. Rejects when there is none. */
  addressesOf(host: string): Promise<readonly string[]>
  /** This machine itself, the cable it hangs on, or what a cloud tells its machines: nobody is led there. */
  isForbidden(address: string): boolean
}
