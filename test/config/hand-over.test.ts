import { type AddressInfo, connect, createServer } from 'node:net';
import { Worker } from 'bullmq';
import { expect, test } from 'vitest';
import { openHandOver } from '../../config/hand-over.ts';
import { VERIFY_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import type { Action } from '../../data/pipeline/operator-action.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { ownRedis } from '../redis-server.ts';

/** A way to Redis on which reads of events wait. @returns its URL */
async function withLateReads(socket: string, until: Promise<void>): Promise<string> {
  const server = createServer((client) => {
    const redis = connect(socket);
    for (const side of [client, redis]) side.on('error', () => {});
    redis.pipe(client).on('close', () => redis.destroy());
    client.on('data', async (bytes) => {
      if (/xread/i.test(bytes.toString('latin1'))) await until;
      redis.write(bytes);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  atEndOfFile(() => void server.close());
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a job that ends before events are read is heard of', async () => {
  const { url, client } = await ownRedis();
  const [ended, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handOver = await openHandOver(await withLateReads(new URL(url).pathname, ended.promise), 20_000);
  const worker = new Worker(VERIFY_QUEUE, () => asked.promise, { connection: redisOptions(url, 'worker') });
  worker.on('completed', () => ended.resolve());
  const [judged] = await handOver.judgedEach([{ kind: 'report', id: 'report-1' } as unknown as Action]);
  // So many answers later the hand-over has asked whether the job had ended.
  const redis = client();
  for (let answer = 0; answer < 100; answer += 1) await redis.ping();
  asked.resolve();
  await expect(judged).resolves.toBeUndefined();
  await Promise.all([worker.close(), handOver.close()]);
});

test('a Redis that does not answer is named, not waited for', async () => {
  await expect(openHandOver('redis://127.0.0.1:1')).rejects.toThrow(/^Redis does not respond\. Start Assay/);
}, 20_000);

const ACTION = { kind: 'report', id: 'report-1' } as unknown as Action;

test('what no verifier takes is withdrawn, so that it is not done later', async () => {
  const { url } = await ownRedis();
  const handOver = await openHandOver(url, 300);
  await expect(handOver.judgedNow(ACTION)).rejects.toThrow(/^No verifier runs: nothing was submitted/);
  const [done, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const took: unknown[] = [];
  const work = async ({ data }: { data: unknown }) => {
    took.push(data);
    taken.resolve();
    await done.promise;
  };
  const worker = new Worker(VERIFY_QUEUE, work, { connection: redisOptions(url, 'worker') });
  // One that a verifier has taken is not withdrawn: it will be done.
  const slow = handOver.judgedNow(ACTION);
  await Promise.all([taken.promise, expect(slow).rejects.toThrow(/timed out/)]);
  done.resolve();
  expect(took).toEqual([ACTION]);
  await Promise.all([worker.close(), handOver.close()]);
});
