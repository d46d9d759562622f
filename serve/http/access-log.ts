/**
 * The line of each request, as pino would write it and by hand: an object on its way through serializers costs more
 * than finding the answer.
 */
import { hostname } from 'node:os';
import type { Logger } from 'pino';

/** One request that was answered. */
export interface Access {
  /** Milliseconds since the epoch. */
  at: number;
  id: string;
  method: string;
  /** As `loggedUrl` has it. */
  url: string;
  operation: string;
  status: number;
  bytes: number;
  ms: number;
}

const LEVELS = { debug: 20, info: 30 } as const;
export type AccessLog = (level: keyof typeof LEVELS, access: Access) => void;

const LOGGED_URL_LENGTH = 500;

/** At the end of the path of a page that people type into, of themselves: nobody reads it later, even from an address. */
const TYPED_INTO = '/negotiation-email?';

/** A path and query as the log has it, quoted: hostile ones are long and hold anything. */
export function loggedUrl(url: string): string {
  const typed = url.indexOf(TYPED_INTO);
  return JSON.stringify(
    url.slice(0, typed < 0 ? LOGGED_URL_LENGTH : Math.min(LOGGED_URL_LENGTH, typed + TYPED_INTO.length - 1)),
  );
}

interface Destination {
  write(text: string): unknown;
}

/**
 * Hands lines on many at a time. A destination that gathers text asks of each piece how long all of it has become, and
 * that, of thousands of lines a second, is a third of what an answer costs.
 *
 * @param length of a piece in characters, each of at most two bytes; a line more than that may go out as a piece
 */
export function inPieces(destination: Destination, length: number): Destination & { flush(): void } {
  let waiting = '';
  function flush(): void {
    if (waiting !== '') destination.write(waiting);
    waiting = '';
  }
  return {
    write(line: string) {
      if (waiting.length + line.length > length) flush();
      waiting += line;
    },
    flush,
  };
}

/** Beside `log`, at its level and to its destination. */
export function accessLog(log: Logger, destination: Destination): AccessLog {
  const { name } = log.bindings();
  const us = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())},"name":${JSON.stringify(name)}`;
  const isEnabled = { debug: log.isLevelEnabled('debug'), info: log.isLevelEnabled('info') };
  // The same for all requests of one millisecond.
  let [since, opening] = [Number.NaN, ''];
  return (level, { at, id, method, url, operation, status, bytes, ms }) => {
    if (!isEnabled[level]) return;
    if (at !== since) [since, opening] = [at, `"time":${at},${us},"event":"request","id":"`];
    // But for the URL there are names of ours, numbers, and an id that was seen to be plain: nothing to escape.
    destination.write(
      `{"level":${LEVELS[level]},${opening}${id}","method":"${method}","url":${url},"status":${status},"operation":"${operation}","bytes":${bytes},"ms":${toTheMicrosecond(ms)}}\n`,
    );
  };
}

/** Most answers take so long: to be written as text once. By microseconds. */
const BELOW_A_MILLISECOND: string[] = [];

function toTheMicrosecond(ms: number): string {
  const us = Math.round(ms * 1000);
  if (us >= 1000) return String(us / 1000);
  BELOW_A_MILLISECOND[us] ??= String(us / 1000);
  return BELOW_A_MILLISECOND[us];
}
