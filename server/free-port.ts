import { createServer } from 'node:net'

/**
 * Rejects as listening will (EADDRINUSE, EACCES), long before the product is ready to listen: a first start makes a database
 * and fills it, and another product may be at work in the same folder.
 */
export const refuseTakenPort = ({ host, port }: { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
