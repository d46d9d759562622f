/** A name for each request, in its answer and in the log: the proxy's own if it sent a plain one, else a new one. */
import { randomBytes } from 'node:crypto';

const PLAIN = /^[\w.:-]{8,80}$/;

/** Ids are this process's random start and a count: unique, ordered in the log, and cheaper than randomness each. */
export function requestIds(): (given: string | string[] | undefined) => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return (given) => {
    if (typeof given === 'string' && PLAIN.test(given)) return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
