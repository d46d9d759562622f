/** Nonsense, floods and tricks on raw sockets: each is refused or cut, and honest readers notice nothing. */
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { repetitions } from '../../long.ts';
import { MARKET } from '../market-of-crm.ts';
import { publisher } from '../served.ts';
import { startWeb } from '../web-process.ts';
import { ATTACKS, type Attack, say } from './attacks.ts';

const AT_ONCE = 8;

test('no attack gets an answer that it should not have, ends the process or keeps others from theirs', {
  timeout: 300_000,
}, async () => {
  const web = startWeb({ DATA_DIR: dirname(publisher(MARKET).dir), RATE_LIMIT_PER_SECOND: '0' });
  const port = Number((await web.until('listening')).port);
  let isOver = false;
  const reading = (async () => {
    const statuses = new Map<number, number>();
    for (; !isOver; await delay(5)) {
      const response = await fetch(`http://127.0.0.1:${port}/api/v2/pricing/acme`);
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
    return statuses;
  })();

  const wrong: string[] = [];
  async function attack({ name, bytes, statuses }: Attack): Promise<void> {
    const status = await say(port, bytes());
    if (status !== undefined && !statuses.includes(status)) wrong.push(`${name} is answered with ${status}`);
  }
  for (let round = 0; round < repetitions(1, 20); round += 1)
    for (let at = 0; at < ATTACKS.length; at += AT_ONCE) await Promise.all(ATTACKS.slice(at, at + AT_ONCE).map(attack));
  isOver = true;
  expect([...(await reading).keys()]).toEqual([200]);
  expect(wrong).toEqual([]);
  expect(web.child.exitCode).toBeNull();
});
