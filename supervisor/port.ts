/** Ports of this machine: is one free, which one is. */
import { createServer } from 'node:net';
import { CannotStart } from './cannot-start.ts';

/** The port itself, or a free one for 0. @throws {NodeJS.ErrnoException} `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, … */
export function freePort(host: string, port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const found = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}

/**
 * Looks before the web process does, which would only be started again and again.
 *
 * @throws {CannotStart} the port is taken, or not ours to take
 */
export async function portToServe({ host, port }: { host: string; port: number }): Promise<number> {
  try {
    return await freePort(host, port);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'another program listens there' : message;
    throw new CannotStart(`Cannot serve on port ${port} of ${host}: ${why}. Stop it, or set another PORT`, { cause });
  }
}
