/** autocannon with the targets of a file; prints a line of JSON. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The parts of autocannon that are used: it brings no types. */
interface Result {
  requests: { total: number };
  duration: number;
  errors: number;
  timeouts: number;
  '4xx': number;
  '5xx': number;
  latency: { p99: number };
}
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Result>;

const CONNECTIONS = 32;

const [file = ''] = process.argv.slice(2);
const { url, seconds, targets } = JSON.parse(readFileSync(file, 'utf8'));
const result = await autocannon({
  url,
  connections: CONNECTIONS,
  duration: seconds,
  idReplacement: targets[0].path.includes('[<id>]'),
  requests: targets.map((target: { body?: string }) => ({
    ...target,
    method: target.body === undefined ? 'GET' : 'POST',
  })),
});
const failed = result.errors + result.timeouts + result['4xx'] + result['5xx'];
const { requests, duration, latency } = result;
process.stdout.write(JSON.stringify({ requests: requests.total, seconds: duration, failed, p99Ms: latency.p99 }));
