/** Clients that write their request bit by bit, and ones that take an answer so. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const PIECE_MS = 100;
/** Small enough that an answer of some kilobytes is more than the system takes in by itself. */
const TAKEN_BYTES = 512;

export interface SlowClients {
  /** Resolves with how many answers they had, whole and of 200. @throws {Error} one was refused or cut off */
  stop(): Promise<number>;
}

export function startSlowClients(origin: string, { clients, path }: { clients: number; path: string }): SlowClients {
  let isStopping = false;
  let answers = 0;
  async function be(client: number): Promise<void> {
    while (!isStopping) {
      const answer = await askSlowly(origin, path, client % 2 === 0 ? 'writes' : 'reads');
      if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`I7: a slow client had "${answer.slice(0, 40)}"`);
      answers += 1;
    }
  }
  const being = Promise.all(Array.from({ length: clients }, (_, client) => be(client)));
  being.catch(() => {}); // It is told when they are stopped.
  return {
    async stop() {
      isStopping = true;
      await being;
      return answers;
    },
  };
}

async function askSlowly(origin: string, path: string, slowly: 'writes' | 'reads'): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  await once(socket, 'connect');
  const request = `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\nX-Slow: ${'x'.repeat(64)}\r\n\r\n`;
  const pieces = slowly === 'writes' ? (request.match(/[\s\S]{1,16}/g) ?? []) : [request];
  for (const piece of pieces) {
    socket.write(piece);
    await delay(PIECE_MS);
  }
  let answer = '';
  const ended = once(socket, 'end');
  while (!socket.readableEnded) {
    const taken: string | null = slowly === 'reads' ? socket.read(TAKEN_BYTES) : socket.read();
    answer += taken ?? socket.read() ?? '';
    await Promise.race([ended, delay(slowly === 'reads' ? PIECE_MS : 1)]);
  }
  socket.destroy();
  return answer;
}
