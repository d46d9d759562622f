/** A stage that keeps a journal; `serve` makes it the web process, `stubborn` deaf to SIGTERM. */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { redisOptions } from '../../config/redis.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { journal: { type: 'string', default: '' }, stubborn: { type: 'boolean' }, serve: { type: 'boolean' } },
});
const [name = ''] = positionals;

function note(event: string, facts: Record<string, unknown> = {}): void {
  appendFileSync(values.journal, `${JSON.stringify({ event, name, pid: process.pid, ...facts })}\n`);
}

const redisUrl = process.env.REDIS_URL ?? '';
const queue = redisUrl === '' ? undefined : new Redis({ ...redisOptions(redisUrl), maxRetriesPerRequest: 0 });
queue?.on('error', () => {}); // the answer to PING is what is noted

function log(event: string): void {
  process.stdout.write(`${JSON.stringify({ level: 30, time: Date.now(), name, event })}\n`);
}

async function answer(): Promise<string> {
  return (await queue?.ping().catch((error: Error) => error.message)) ?? 'none';
}

// Before anyone is told that this runs: who is told may stop it at once.
process.on('SIGTERM', async () => {
  if (values.stubborn) return note('deaf');
  note('stop', { redis: await answer() });
  log('last-words');
  process.exit(0);
});

note('start', { redisUrl, redis: await answer() });
log('at-work');
process.stderr.write(`plain words of ${name}\n`);

if (values.serve) {
  createServer((_request, response) => response.end('ready')).listen(Number(process.env.PORT), '127.0.0.1');
}
