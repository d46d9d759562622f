/** Ports of this machine. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { CannotStart } from '../config/cannot-start.ts';

/** The port itself, or a free one for 0. @throws {NodeJS.ErrnoException} `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, … */
export async function freePort(host: string, port = 0): Promise<number> {
  const server = createServer().listen(port, host);
  // `once` rejects when the server emits an error first.
  await once(server, 'listening');
  const found = (server.address() as AddressInfo).port;
  await new Promise((resolve) => server.close(resolve));
  return found;
}

/** The port, checked before a process is started on it. @param variable sets the port @throws {CannotStart} it is not free */
export async function portToServe(
  { host, port }: { host: string; port: number },
  variable: 'PORT' | 'CONSOLE_PORT' = 'PORT',
): Promise<number> {
  try {
    return await freePort(host, port);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why =
      code === 'EADDRINUSE'
        ? `the port is in use. Stop the other program, or set another ${variable}`
        : `${message}. Set another ${variable}, or an address of this machine (${variable.replace('PORT', 'HOST')})`;
    throw new CannotStart(`Cannot listen on port ${port} of ${host}: ${why}`, { cause });
  }
}
