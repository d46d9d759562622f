/** The notifier as a process, over a real Redis, with real endpoints. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { IS_LONG, repetitions } from '../long.ts';
import { type Installation, install, PROOF, raised } from './installation.ts';
import { receiver } from './receiver.ts';

const OLD = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const NEW = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const KILLS = repetitions(3, 500);

const watching = (url: string) => ({
  name: 'Our tools',
  products: ['acme'],
  channels: [{ kind: 'webhook' as const, url, secrets: [NEW, OLD] }],
});

describe('to each of its endpoints', async () => {
  const [sound, failing, gone, unnamed] = await Promise.all([receiver(), receiver(), receiver(), receiver()]);
  failing.answer = () => 500;
  gone.answer = () => 410;
  let installation: Installation;
  const ids = new Map<string, string>();
  const stateOf = ({ url }: { url: string }) => installation.stateOf(ids.get(url) ?? '');

  beforeAll(async () => {
    installation = await install([sound.host, failing.host, gone.host]);
    installation.publish([raised('11.00')]);
    for (const [at, { url }] of [sound, failing, gone, unnamed].entries())
      ids.set(url, installation.watch(`tools${at}`, watching(url)));
    installation.start();
    for (const each of [sound, failing, gone, unnamed])
      await eventually('it follows the log', () => stateOf(each) !== undefined);
    installation.publish([
      raised('10.05'),
      { ...raised('30.00'), slug: 'other' },
      { ...raised('9.00'), type: 'correction' },
      raised('12.00'),
      raised('13.00'),
    ]);
  }, 60_000);

  test('a change is sent once, signed with each secret, with its proof; what was before or is small is not', async () => {
    await eventually('both arrive', () => sound.requests.length > 1);
    const [taken] = sound.requests;
    expect(sound.acknowledged()).toEqual([5, 6]);
    for (const secret of [OLD, NEW]) {
      const headers = taken?.headers as Record<string, string>;
      expect(new Webhook(secret).verify(taken?.body ?? '', headers)).toMatchObject({
        type: 'price.changed',
        data: {
          seq: 5,
          percent: 20,
          product: { slug: 'acme' },
          evidence: [{ quote: PROOF.quote, page: `https://assay.example/evidence/${PROOF.id}` }],
          links: { changes: 'https://assay.example/api/v2/changes?cursor=4' },
        },
      });
    }
    expect(taken?.headers['webhook-id']).toMatch(/^5\.tools0-/);
  });

  test('which fails, the same message is sent again, and then the next, in order', async () => {
    await eventually('its failure is recorded', () => stateOf(failing)?.failingSince !== undefined);
    expect(stateOf(failing)).toMatchObject({ state: 'active', reason: 'The endpoint answered 500' });
    failing.answer = () => 200;
    await eventually('both arrive', () => failing.acknowledged().length === 2);
    expect(failing.acknowledged()).toEqual([5, 6]);
    const [first, second] = failing.requests;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await eventually('it is recorded', () => stateOf(failing)?.cursor === 6);
    expect(stateOf(failing)).toEqual({ id: ids.get(failing.url), cursor: 6, state: 'active' });
  });

  test('which answers 410, nothing is sent any more', async () => {
    await eventually('it ends', () => stateOf(gone)?.state === 'ended');
    installation.publish([raised('14.00')]);
    await eventually('the log is read on', () => sound.acknowledged().includes(7));
    expect(gone.requests).toHaveLength(1);
  });

  test('at a private address that the operator did not name, nothing is sent', async () => {
    await eventually('it is refused', () => stateOf(unnamed)?.reason !== undefined);
    expect(stateOf(unnamed)?.reason).toMatch(/only ports 80 and 443|not a public address/);
    expect(unnamed.requests).toEqual([]);
  });
});

test('what it cannot read, it reads again after a pause', async () => {
  const installation = await install([]);
  installation.publish([raised('11.00')]);
  const program = installation.start();
  await program.until('ready');
  writeFileSync(join(installation.dataDir, 'generations', 'CURRENT'), 'half');
  await program.until('not_planned');
  await delay(2_500);
  expect(program.log.filter(({ event }) => event === 'not_planned')).toHaveLength(1);
});

const inOrderOnce = (seqs: readonly number[]) =>
  seqs.filter((seq, at) => at === 0 || seq > Math.max(...seqs.slice(0, at)));

test(
  `nothing is lost, and the order holds, over ${KILLS} kills, a lost queue and an endpoint that fails now and then`,
  async () => {
    const endpoint = await receiver();
    endpoint.answer = (request) => (request % 17 === 3 ? undefined : 200);
    const installation = await install([endpoint.host]);
    installation.publish([raised('11.00')]);
    const id = installation.watch('tools', watching(endpoint.url));
    let program = installation.start({ JOB_LOCK_MS: '1000' });
    await eventually('it follows the log', () => installation.stateOf(id) !== undefined);
    const redis = installation.redis.client();
    for (let kill = 0; kill < KILLS; kill += 1) {
      installation.publish([raised(`${20 + kill}.00`), raised(`${21 + kill}.50`)]);
      const before = endpoint.requests.length;
      await eventually('it works', () => endpoint.requests.length > before);
      await program.end('SIGKILL');
      if (kill % 5 === 2) await redis.flushall();
      program = installation.start({ JOB_LOCK_MS: '1000' });
    }
    const all = Array.from({ length: 2 * KILLS }, (_, at) => at + 2);
    await eventually('all arrive', () => endpoint.acknowledged().includes(all.at(-1) ?? 0), 120_000);
    expect(inOrderOnce(endpoint.acknowledged())).toEqual(all);
  },
  IS_LONG ? 3_600_000 : 180_000,
);
