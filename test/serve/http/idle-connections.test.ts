/** Clients that keep their connections, and say nothing: the process stays small. Its memory is not mixed with theirs. */
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { publisher } from '../served.ts';
import { startWeb } from '../web-process.ts';

const CONNECTIONS = 3_000;
/** They take about 10; a heap that grew for other reasons meanwhile is let off. */
const MOST_KB = 30;

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Resolves when the answer has come; the connection stays. */
function ask(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const onData = (chunk: string) => {
      answer += chunk;
      const end = answer.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
      if (end < 0 || Buffer.byteLength(answer) < end + 4 + length) return;
      socket.off('data', onData).off('error', reject);
      if (answer.startsWith('HTTP/1.1 200 ')) resolve();
      else reject(new Error(answer.slice(0, 100)));
    };
    socket.setEncoding('utf8').on('data', onData).once('error', reject);
    socket.write('GET /api/v2/pricing/acme HTTP/1.1\r\nHost: assay\r\n\r\n');
  });
}

function dial(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  return socket;
}

it(`each of ${CONNECTIONS} idle connections costs at most ${MOST_KB} kB`, async () => {
  const { until } = startWeb({ DATA_DIR: dirname(publisher(MARKET).dir) });
  const port = Number((await until('listening')).port);
  const residentKb = async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1]) / 1000;
  };
  // What answering as many requests takes is no matter of connections.
  const first = dial(port);
  for (let count = 0; count < CONNECTIONS; count += 1) await ask(first);
  const before = await residentKb();
  for (let opened = 0; opened < CONNECTIONS; opened += 100) {
    const some = Array.from({ length: 100 }, () => dial(port));
    await Promise.all(some.map(ask));
  }
  const after = await residentKb();
  expect(sockets.filter((socket) => socket.readyState === 'open')).toHaveLength(CONNECTIONS + 1);
  expect((after - before) / CONNECTIONS).toBeLessThan(MOST_KB);
});
