/**
 * The instants at which visits were granted, by the clock of Redis: ours starts when an answer has arrived, later for one
 * visit than for the next.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';

const GRANT = /"HSET" "assay:turn:[^"]*" "last" "(\d+)"/i;

export interface Grants {
  /** Milliseconds between one and the next, once there are so many. */
  gaps(count: number): Promise<number[]>;
}

/** Watches a Redis on a socket until the test is over. */
export async function watchGrants(redisUrl: string): Promise<Grants> {
  const socket = connect(decodeURI(new URL(redisUrl).pathname));
  onTestFinished(() => void socket.destroy());
  const lines = createInterface({ input: socket });
  const instants: number[] = [];
  lines.on('line', (line) => {
    const [, instant] = GRANT.exec(line) ?? [];
    if (instant !== undefined) instants.push(Number(instant));
  });
  socket.write('MONITOR\r\n');
  await once(lines, 'line');
  return {
    async gaps(count) {
      await eventually(`${count} grants are seen`, () => instants.length >= count);
      return instants.slice(1).map((at, i) => at - (instants[i] ?? at));
    },
  };
}
