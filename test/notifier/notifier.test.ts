/** The notifier as a process, over a real Redis, with real endpoints. */
import { Redis } from 'ioredis';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { redisOptions } from '../../config/redis.ts';
import { eventually } from '../eventually.ts';
import { IS_LONG, repetitions } from '../long.ts';
import { type Installation, install, PROOF } from './installation.ts';
import { type Receiver, receiver } from './receiver.ts';

const OLD = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const NEW = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const KILLS = repetitions(3, 500);

const raised = (amount: string) => ({
  before: { amount: '10.00', currency: 'USD' },
  after: { amount, currency: 'USD' },
});
const watching = (url: string, more: object = {}) => ({
  name: 'Our tools',
  products: ['acme'],
  channels: [{ kind: 'webhook' as const, url, secrets: [NEW, OLD] }],
  ...more,
});

/** A started notifier that follows the log from its end. */
async function started(to: Receiver, more: object = {}): Promise<{ installation: Installation; id: string }> {
  const installation = await install([to.host]);
  installation.publish([raised('11.00')]);
  const watchlist = watching(to.url, more);
  const id = installation.watch('tools', watchlist);
  installation.start();
  await eventually('it follows the log', () => installation.stateOf(id) !== undefined);
  return { installation, id };
}

const inOrderOnce = (seqs: readonly number[]) =>
  seqs.filter((seq, at) => at === 0 || seq > Math.max(...seqs.slice(0, at)));

test('a change is sent once, signed with each secret, with its proof; what was before or is small is not', async () => {
  const endpoint = await receiver();
  const { installation } = await started(endpoint);
  installation.publish([
    raised('10.05'),
    { ...raised('30.00'), slug: 'other' },
    { ...raised('9.00'), type: 'correction' },
    raised('12.00'),
  ]);
  await eventually('it arrives', () => endpoint.requests.length > 0);
  const [taken] = endpoint.requests;
  expect(endpoint.acknowledged()).toEqual([5]);
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
  expect(taken?.headers['webhook-id']).toMatch(/^5\.tools-/);
}, 60_000);

test('an endpoint that fails gets the same message again, and then the next, in order', async () => {
  const endpoint = await receiver();
  endpoint.answer = (request) => (request === 0 ? 500 : 200);
  const { installation, id } = await started(endpoint);
  installation.publish([raised('12.00'), raised('13.00')]);
  await eventually('its failure is recorded', () => installation.stateOf(id)?.failingSince !== undefined);
  expect(installation.stateOf(id)).toMatchObject({ state: 'active', reason: 'The endpoint answered 500' });
  await eventually('both arrive', () => endpoint.acknowledged().length === 2);
  expect(endpoint.acknowledged()).toEqual([2, 3]);
  const [first, second] = endpoint.requests;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  await eventually('it is recorded', () => installation.stateOf(id)?.cursor === 3);
  expect(installation.stateOf(id)).toEqual({ id, cursor: 3, state: 'active' });
}, 60_000);

test('410 ends a subscription', async () => {
  const endpoint = await receiver();
  endpoint.answer = () => 410;
  const { installation, id } = await started(endpoint);
  installation.publish([raised('12.00')]);
  await eventually('it ends', () => installation.stateOf(id)?.state === 'ended');
  installation.publish([raised('13.00')]);
  await eventually('the log is read on', () => installation.stateOf(id)?.cursor !== undefined);
  expect(endpoint.requests).toHaveLength(1);
}, 60_000);

test('a private address that the operator did not name is not asked', async () => {
  const endpoint = await receiver();
  const installation = await install(['127.0.0.1:1']);
  installation.publish([]);
  const watchlist = watching(endpoint.url);
  const id = installation.watch('tools', watchlist);
  installation.start();
  await eventually('it follows the log', () => installation.stateOf(id) !== undefined);
  installation.publish([raised('12.00')]);
  await eventually('it is refused', () => installation.stateOf(id)?.reason !== undefined);
  expect(installation.stateOf(id)?.reason).toMatch(/only ports 80 and 443|not a public address/);
  expect(endpoint.requests).toEqual([]);
}, 60_000);

test(
  `nothing is lost, and the order holds, over ${KILLS} kills, a lost queue and an endpoint that fails now and then`,
  async () => {
    const endpoint = await receiver();
    endpoint.answer = (request) => (request % 17 === 3 ? undefined : 200);
    const installation = await install([endpoint.host]);
    installation.publish([raised('11.00')]);
    const watchlist = watching(endpoint.url);
    const id = installation.watch('tools', watchlist);
    let program = installation.start({ JOB_LOCK_MS: '1000' });
    await eventually('it follows the log', () => installation.stateOf(id) !== undefined);
    const redis = new Redis(redisOptions(installation.redis.url, 'worker'));
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
    redis.disconnect();
    expect(inOrderOnce(endpoint.acknowledged())).toEqual(all);
  },
  IS_LONG ? 3_600_000 : 180_000,
);
