/**
 * A ready answer as it goes over the wire: the lines that never differ and the body lie in one buffer, behind room for
 * the few lines that do (date, request id, budget). Writing it is one call with one piece of memory, where
 * `ServerResponse` builds the head anew and hands over three pieces; that is a fifth of what a request costs.
 *
 * The response ends as Node's own does: its `finish` event is what makes the server go on to the next request of the
 * connection, or wait for it. Whatever is not the plain case of HTTP/1.1 on an open connection takes Node's own way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from '../../web/node-http.ts';
import { KEEP_ALIVE_MS } from '../../web/server.ts';
import { flat, type Headers } from '../interface/headers.ts';
import { type Body, mostBytes, whole, writeBody } from './pieces.ts';

/** Room for the lines that differ; a request id is of at most 80 characters. */
const ROOM = 384;
/** What is larger is written beside its head: it may take the socket long, and a copy of it would cost more. */
const LARGEST_WHOLE = 32 * 1024;
/** What most answers that are written once fit into, whatever their characters; a slow client may hold that much. */
const DESK_BYTES = 32 * 1024;
/** Of one or two kB. */
const DESK_HEAD = 4 * 1024;
const KEPT_OPEN = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`;

/** Memory that several answers lie in. */
export interface Piece {
  readonly bytes: Buffer;
  used: number;
  /** A socket still has to take some of it, so nothing else may be written there; V8 frees it when that is done. */
  isLent: boolean;
}

export interface Wire {
  readonly status: number;
  /** Names and values in turn, without the lines that differ. */
  readonly headers: readonly string[];
  /** Room, head, body. */
  bytes: Buffer;
  readonly bodyAt: number;
  /** Behind the body, for an end of it that differs from one answer to the next. */
  readonly tailRoom: number;
  /** What the bytes are part of, where they are. */
  piece: Piece | undefined;
}

/** An answer without a body. It goes out as text: a short one is with the system sooner so than as memory. */
export interface Bare {
  readonly status: number;
  /** Names and values in turn, without the lines that differ. */
  readonly headers: readonly string[];
  /** The same as they are written. */
  readonly lines: string;
}

/** What differs from one answer to the next. */
export interface Differing {
  /** HTTP date of the answer. */
  date: string;
  id: string;
  /** Value of `RateLimit`, where there is a limit. */
  budget: string | undefined;
}

/** Headers that all answers of a kind have. */
export interface CommonHeaders {
  /** Names and values in turn. */
  readonly list: readonly string[];
  /** As they are written. */
  readonly lines: string;
}

export function commonHeaders(headers: Headers): CommonHeaders {
  const list = flat(headers);
  return { list, lines: linesOf(list) };
}

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}

/** @param headers state the length of the body, where it does not differ */
export function wireOf(
  status: number,
  headers: readonly string[],
  body: Buffer | string,
  { tailRoom = 0 }: { tailRoom?: number } = {},
): Wire {
  const head = linesOf(headers) + KEPT_OPEN;
  const bodyAt = ROOM + head.length;
  // Not of Node's pool, of which one small piece would keep the whole.
  const bytes = Buffer.allocUnsafeSlow(bodyAt + Buffer.byteLength(body) + tailRoom);
  bytes.write(head, ROOM, 'latin1');
  if (typeof body === 'string') bytes.write(body, bodyAt);
  else bytes.set(body, bodyAt);
  return { status, headers, bytes, bodyAt, tailRoom, piece: undefined };
}

export function bareOf(status: number, headers: readonly string[]): Bare {
  return { status, headers, lines: linesOf(headers) + KEPT_OPEN };
}

/** Writes the answer and ends the response. */
export function writeBare(req: IncomingMessage, res: ServerResponse, bare: Bare, differing: Differing): void {
  const { status, headers, lines } = bare;
  const socket = openSocket(req, res);
  if (socket === undefined) {
    res.writeHead(status, [...headers, ...namesAndValues(differing)]);
    res.end();
    return;
  }
  socket.write(openingOf(status, differing) + lines, 'latin1');
  res.emit('finish');
}

/**
 * Writes the answer and ends the response.
 *
 * @param tail the end of a body that differs: ASCII, and no longer than the room for it
 */
export function writeWire(
  req: IncomingMessage,
  res: ServerResponse,
  wire: Wire,
  differing: Differing,
  tail = '',
): void {
  const socket = openSocket(req, res);
  if (socket === undefined) {
    writePlainly(res, wire, differing, tail);
    return;
  }
  const { bytes, bodyAt, status, tailRoom } = wire;
  const bodyEnd = bytes.length - tailRoom;
  const length = tailRoom === 0 ? '' : `Content-Length: ${bodyEnd - bodyAt + tail.length}\r\n`;
  const opening = openingOf(status, differing) + length;
  const isHead = req.method === 'HEAD';
  if (bodyEnd > LARGEST_WHOLE && !isHead) {
    socket.cork();
    socket.write(opening, 'latin1');
    socket.write(bytes.subarray(ROOM, bodyEnd));
    if (tail !== '') socket.write(tail, 'latin1');
    socket.uncork();
    if (socket.writableLength > 0) lend(wire);
  } else {
    const start = ROOM - opening.length;
    bytes.write(opening, start, 'latin1');
    const end = isHead ? bodyAt : bodyEnd + bytes.write(tail, bodyEnd, 'latin1');
    socket.write(bytes.subarray(start, end));
    if (socket.writableLength > 0) {
      // The system did not take it all: what waits must not change.
      lend(wire);
      wire.bytes = Buffer.from(bytes);
      wire.piece = undefined;
    }
  }
  res.emit('finish');
}

/** An answer that is written once. */
export interface Text {
  contentType: string;
  /** Names and values in turn, of this answer alone. */
  headers: readonly string[];
  common: CommonHeaders;
  body: Body;
}

/** Where answers that are written once are put together: what the socket has taken is not looked at again. */
let desk = Buffer.allocUnsafeSlow(DESK_BYTES);
/** Whose lines are there already, before the body. */
let onDesk: CommonHeaders | undefined;

/** Writes an answer of status 200 and ends the response. @returns bytes of the body */
export function writeText(req: IncomingMessage, res: ServerResponse, text: Text, differing: Differing): number {
  const { contentType, headers, common, body } = text;
  const socket = openSocket(req, res);
  const fits = DESK_HEAD + mostBytes(body) <= DESK_BYTES;
  if (socket === undefined || socket.writableLength > 0 || !fits) {
    const inOne = whole(body);
    const bodyBytes = Buffer.byteLength(inOne);
    const own = ['Content-Type', contentType, 'Content-Length', String(bodyBytes), ...headers];
    writeWire(req, res, wireOf(200, [...own, ...common.list], inOne), differing);
    return bodyBytes;
  }
  const bodyBytes = writeBody(body, desk, DESK_HEAD);
  const commonAt = DESK_HEAD - KEPT_OPEN.length - common.lines.length;
  if (onDesk !== common) desk.write(common.lines + KEPT_OPEN, commonAt, 'latin1');
  onDesk = common;
  const content = `Content-Type: ${contentType}\r\nContent-Length: ${bodyBytes}\r\n`;
  const head = openingOf(200, differing) + content + linesOf(headers);
  const start = commonAt - head.length;
  desk.write(head, start, 'latin1');
  socket.write(desk.subarray(start, req.method === 'HEAD' ? DESK_HEAD : DESK_HEAD + bodyBytes));
  // The system did not take it all: what waits must not change.
  if (socket.writableLength > 0) {
    desk = Buffer.allocUnsafeSlow(DESK_BYTES);
    onDesk = undefined;
  }
  res.emit('finish');
  return bodyBytes;
}

/** Where the plain case is given. Without a socket an earlier request of the connection still has it (pipelining). */
function openSocket({ httpVersion }: IncomingMessage, { socket, shouldKeepAlive }: ServerResponse) {
  return socket === null || !shouldKeepAlive || httpVersion !== '1.1' ? undefined : socket;
}

function openingOf(status: number, { date, id, budget }: Differing): string {
  const limit = budget === undefined ? '' : `RateLimit: ${budget}\r\n`;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nDate: ${date}\r\nX-Request-Id: ${id}\r\n${limit}`;
}

function writePlainly(res: ServerResponse, wire: Wire, differing: Differing, tail: string): void {
  const { status, headers, bytes, bodyAt, tailRoom } = wire;
  // It may wait for the answers before it, and what it is part of is used again.
  const body = Buffer.concat([bytes.subarray(bodyAt, bytes.length - tailRoom), Buffer.from(tail, 'latin1')]);
  const length = tailRoom === 0 ? [] : ['Content-Length', String(body.length)];
  res.writeHead(status, [...headers, ...length, ...namesAndValues(differing)]);
  res.end(body);
}

function lend({ piece }: Wire): void {
  if (piece !== undefined) piece.isLent = true;
}

/** Without the date, which Node writes by itself. */
export function namesAndValues({ id, budget }: Pick<Differing, 'id' | 'budget'>): string[] {
  return ['X-Request-Id', id, ...(budget === undefined ? [] : ['RateLimit', budget])];
}
