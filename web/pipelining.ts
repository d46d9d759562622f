/**
 * Pipelined requests (RFC 9112 §9.3.2) wait for their turn. Node parses all that arrived, up to 64 kB, and starts to
 * answer every request in it: a thousand open files and megabytes of unsent answers a connection. Here a connection
 * parses a few requests and answers one at a time; the rest waits as bytes, unread in the end.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { InFlight } from './in-flight.ts';

/** Parsed at once; most requests are shorter. */
const PARSED_BYTES = 1_024;
/** Enough for a method. */
const START_BYTES = 8;
/** Parsed requests of a connection that wait. */
const MOST_WAITING = 4;
/** Waiting requests that are answered before others get a turn. */
const ANSWERED_AT_ONCE = 8;
const NONE: Buffer = Buffer.alloc(0);

type Listener = (req: IncomingMessage, res: ServerResponse) => void;
type Parse = (bytes: Buffer) => void;

const connections = new WeakMap<Socket, Connection>();

/** Calls `answer` for each request when the connection has sent the answers before it. */
export function answerInTurn(server: Server, answer: Listener, inFlight = new InFlight()): void {
  server.on('connection', (socket: Socket) => connections.set(socket, new Connection(socket, inFlight)));
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const connection = connections.get(req.socket);
    if (connection !== undefined) connection.start = NONE;
    if (res.socket === null && connection !== undefined) connection.wait(res, () => answer(req, res));
    else {
      if (connection !== undefined) connection.current = res;
      answer(req, res);
    }
  });
}

/** Whether an answer would be written into or before that of an earlier request. */
export function isAnswering(socket: Socket): boolean {
  const current = connections.get(socket)?.current;
  return current !== undefined && !current.writableFinished && (current.headersSent || current.req.complete);
}

/** The first bytes of the request that is being parsed: a request line that is refused may arrive in parts. */
export function requestStart(socket: Socket): Buffer {
  return connections.get(socket)?.start ?? NONE;
}

/** Of all connections. */
const ready: (() => void)[] = [];

function answerReady(): void {
  for (const answer of ready.splice(0, ANSWERED_AT_ONCE)) answer();
  if (ready.length > 0) setImmediate(answerReady);
}

class Connection {
  current: ServerResponse | undefined;
  start: Buffer = NONE;
  readonly #socket: Socket;
  readonly #inFlight: InFlight;
  readonly #parse: Parse;
  #unparsed = NONE;
  #waiting = 0;
  #release: (() => void) | undefined;

  constructor(socket: Socket, inFlight: InFlight) {
    this.#socket = socket;
    this.#inFlight = inFlight;
    const parsers = socket.listeners('data') as Parse[];
    this.#parse = (bytes) => {
      if (this.start.length === 0) this.start = Buffer.from(bytes.subarray(0, START_BYTES));
      for (const parse of parsers) parse(bytes);
    };
    for (const parse of parsers) socket.off('data', parse);
    socket
      .on('data', (bytes: Buffer) => this.#arrived(bytes))
      .on('resume', () => {
        if (this.#unparsed.length > 0) this.#parseSome();
      })
      .on('close', () => this.#keep(NONE));
  }

  wait(res: ServerResponse, answer: () => void): void {
    this.#waiting += 1;
    res.once('socket', () => {
      this.#waiting -= 1;
      this.current = res;
      if (ready.push(() => this.#turn(answer)) === 1) setImmediate(answerReady);
    });
  }

  #turn(answer: () => void): void {
    if (this.#socket.destroyed) return;
    answer();
    if (this.#waiting === 0 && this.#unparsed.length > 0) this.#socket.resume();
  }

  #arrived(bytes: Buffer): void {
    if (this.#unparsed.length === 0 && this.#waiting === 0 && bytes.length <= PARSED_BYTES) {
      this.#parse(bytes);
      return;
    }
    this.#unparsed = this.#unparsed.length === 0 ? bytes : Buffer.concat([this.#unparsed, bytes]);
    this.#parseSome();
  }

  /** Node pauses the connection while its client does not read; `resume` comes when it does. */
  #parseSome(): void {
    let rest = this.#unparsed;
    while (rest.length > 0 && this.#waiting < MOST_WAITING && this.#socket.writable && !this.#socket.isPaused()) {
      const part = partOf(rest);
      rest = rest.subarray(part.length);
      this.#parse(part);
    }
    this.#keep(this.#socket.writable ? rest : NONE);
    if (rest.length > 0) this.#socket.pause();
  }

  #keep(bytes: Buffer): void {
    this.#unparsed = bytes;
    this.#release?.();
    // A paused connection still reads on for as many bytes as its stream holds.
    const held = bytes.length + this.#socket.readableHighWaterMark;
    this.#release = bytes.length > 0 ? this.#inFlight.hold(this.#socket, held) : undefined;
  }
}

/** One request where it is short: the time that the client has to send one begins with its first byte. */
function partOf(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n\r\n') + 4;
  return bytes.subarray(0, end < 4 ? PARSED_BYTES : Math.min(end, PARSED_BYTES));
}
