/** A way to a port of this machine that may hang, in a thread of its own: whoever uses it may stand still meanwhile. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

export interface Link {
  port: number;
  /** What is open is cut; what is opened from now on is never answered. */
  hang(): Promise<void>;
  /** What is opened from now on arrives. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function linkTo(port: number): Promise<Link> {
  const thread = new Worker(new URL(import.meta.url), { workerData: port });
  const [ours] = (await once(thread, 'message')) as [number];
  const told = async (state: 'hanging' | 'whole') => {
    thread.postMessage(state);
    await once(thread, 'message');
  };
  return {
    port: ours,
    hang: () => told('hanging'),
    mend: () => told('whole'),
    async close() {
      await thread.terminate();
    },
  };
}

async function run(to: number): Promise<void> {
  let state = 'whole';
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => {}));
    if (state === 'hanging') return;
    const onward = connect(to, '127.0.0.1').on('error', () => socket.destroy());
    open.add(onward);
    socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.on('message', (next: string) => {
    state = next;
    for (const socket of open) socket.destroy();
    open.clear();
    parentPort?.postMessage(state);
  });
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

if (!isMainThread && typeof workerData === 'number') await run(workerData);
