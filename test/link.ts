/**
 * A way to a port of this machine, or to a socket of it, that may be cut, slow, or silent, in a thread of its own:
 * whoever uses it may stand still meanwhile.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** How slow it is; each piece of what one side sends arrives so much later, and no faster. */
export interface Pace {
  /** In each direction. */
  delayMs?: number;
  /** In each direction of each connection. */
  bytesPerSecond?: number;
}

export interface Link {
  port: number;
  /** What is open is cut; what is opened from now on is never answered. */
  hang(): Promise<void>;
  /** What is open goes on, and what is opened from now on, at that pace. */
  slow(pace: Pace): Promise<void>;
  /** What is open stays so and nothing arrives by it any more, in either direction; what is opened from now on does. */
  halfOpen(): Promise<void>;
  /** What is open is reset, and what is opened from now on, once it has said something. */
  reset(): Promise<void>;
  /** What was cut or slow is whole again: what is open and was hung is cut, what is opened from now on arrives. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

type State = { kind: 'whole' | 'hanging' | 'half_open' | 'resetting' } | ({ kind: 'slow' } & Pace);

/** @param to a port of loopback, or the path of a socket */
export async function linkTo(to: number | string): Promise<Link> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { linkTo: to } });
  const [ours] = (await once(thread, 'message')) as [number];
  const told = async (state: State): Promise<void> => {
    thread.postMessage(state);
    await once(thread, 'message');
  };
  return {
    port: ours,
    hang: () => told({ kind: 'hanging' }),
    slow: (pace) => told({ kind: 'slow', ...pace }),
    halfOpen: () => told({ kind: 'half_open' }),
    reset: () => told({ kind: 'resetting' }),
    mend: () => told({ kind: 'whole' }),
    // It ends by itself: Node may never return from `terminate` while sockets that were reset are cleaned up.
    async close() {
      const gone = once(thread, 'exit');
      thread.postMessage('close');
      await gone;
    },
  };
}

/** More than this on its way, and the sender waits: so much a real network holds too. */
const MOST_ON_ITS_WAY = 1 << 20;
/** A slow link gives a little at a time. */
const PIECE_MS = 50;

/** What is on its way; without bytes, the end. */
interface Piece {
  arrivesAt: number;
  bytes?: Buffer;
}

/** One direction of one connection. */
class Way {
  isSilent = false;
  readonly #from: Socket;
  readonly #to: Socket;
  #pace: Pace;
  #pieces: Piece[] = [];
  #onItsWay = 0;
  /** When the last piece has gone in at the near end. */
  #through = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket, pace: Pace) {
    this.#from = from.on('data', (chunk: Buffer) => this.#take(chunk)).on('end', () => this.#send());
    this.#to = to;
    this.#pace = pace;
  }

  /** What is on its way already arrives now. */
  set pace(pace: Pace) {
    this.#pace = pace;
    this.#through = 0;
    for (const piece of this.#pieces) piece.arrivesAt = 0;
    this.#deliver();
  }

  #take(chunk: Buffer): void {
    if (this.isSilent) return;
    const { bytesPerSecond = Number.POSITIVE_INFINITY } = this.#pace;
    const size = Math.min(chunk.length, Math.max(1, Math.ceil((bytesPerSecond * PIECE_MS) / 1000)));
    for (let at = 0; at < chunk.length; at += size) this.#send(chunk.subarray(at, at + size));
    if (this.#onItsWay > MOST_ON_ITS_WAY) this.#from.pause();
  }

  #send(bytes?: Buffer): void {
    const { bytesPerSecond = Number.POSITIVE_INFINITY, delayMs = 0 } = this.#pace;
    const length = bytes?.length ?? 0;
    this.#onItsWay += length;
    this.#through = Math.max(this.#through, performance.now()) + (length / bytesPerSecond) * 1000;
    this.#pieces.push({ arrivesAt: this.#through + delayMs, ...(bytes !== undefined && { bytes }) });
    this.#deliver();
  }

  #deliver(): void {
    clearTimeout(this.#timer);
    for (let [next] = this.#pieces; next !== undefined; [next] = this.#pieces) {
      const waitMs = next.arrivesAt - performance.now();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#deliver(), Math.ceil(waitMs));
        return;
      }
      this.#pieces.shift();
      this.#arrive(next);
    }
  }

  #arrive({ bytes }: Piece): void {
    if (this.isSilent || this.#to.destroyed) return;
    if (bytes === undefined) return void this.#to.end();
    this.#onItsWay -= bytes.length;
    // The far end's own pace is kept too.
    if (!this.#to.write(bytes)) {
      this.#from.pause();
      this.#to.once('drain', () => this.#from.resume());
    } else if (this.#onItsWay <= MOST_ON_ITS_WAY) this.#from.resume();
  }
}

async function run(to: number | string): Promise<void> {
  let state: State = { kind: 'whole' };
  const open = new Map<Socket, Way[]>();
  const paceOf = (now: State): Pace => (now.kind === 'slow' ? now : {});

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    open.set(socket, []);
    socket.on('close', () => open.delete(socket));
    if (state.kind === 'hanging') return;
    if (state.kind === 'resetting') return void socket.once('data', () => socket.resetAndDestroy());
    const onward = typeof to === 'number' ? connect(to, '127.0.0.1') : connect(to);
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    open.set(socket, [new Way(socket, onward, paceOf(state)), new Way(onward, socket, paceOf(state))]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function become(next: State): void {
    for (const [socket, ways] of open) {
      if (next.kind === 'resetting') socket.resetAndDestroy();
      else if (next.kind === 'hanging' || ways.length === 0 || ways.some(({ isSilent }) => isSilent)) socket.destroy();
      for (const way of ways) {
        way.pace = paceOf(next);
        way.isSilent = next.kind === 'half_open';
      }
    }
    state = next;
  }

  parentPort?.on('message', (next: State | 'close') => {
    if (next === 'close') {
      for (const socket of open.keys()) socket.destroy();
      server.close();
      parentPort?.close();
      return;
    }
    become(next);
    parentPort?.postMessage('done');
  });
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

const given: unknown = workerData;
if (!isMainThread && typeof given === 'object' && given !== null && 'linkTo' in given)
  await run((given as { linkTo: number | string }).linkTo);
