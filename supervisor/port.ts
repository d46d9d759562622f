/** Ports of this machine: is one free, which one is. */
import { createServer } from 'node:net';
import { CannotStart } from '../config/cannot-start.ts';

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
 * Looks before the process does that is to listen there, which would only be started again and again.
 *
 * @param variable what an operator sets to have another one
 * @throws {CannotStart} the port is taken, or not ours to take
 */
export async function portToServe(
  { host, port }: { host: string; port: number },
  variable: 'PORT' | 'CONSOLE_PORT' = 'PORT',
): Promise<number> {
  try {
    return await freePort(host, port);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'another program listens there' : message;
    throw new CannotStart(`Cannot serve on port ${port} of ${host}: ${why}. Stop it, or set another ${variable}`, {
      cause,
    });
  }
}

/**
 * The console's: where nobody asked for a certain one and the usual one is taken, as by another installation on the same
 * machine, a free one.
 *
 * @throws {CannotStart} the one that was asked for is taken
 */
export async function portOfConsole(place: { host: string; port: number }, isAsked: boolean): Promise<number> {
  return portToServe(place, 'CONSOLE_PORT').catch((error: unknown) => {
    if (isAsked) throw error;
    return freePort(place.host);
  });
}
