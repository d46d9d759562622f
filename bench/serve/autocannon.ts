/** The load of a file's making, by autocannon; prints what it came to as one line of JSON. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** autocannon brings no types; these are the parts that are used, as its README describes them. */
interface Options {
  url: string;
  connections: number;
  duration: number;
  requests: { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }[];
}
interface Result {
  requests: { total: number };
  duration: number;
  errors: number;
  timeouts: number;
  '4xx': number;
  '5xx': number;
  latency: { p99: number };
}
const autocannon = createRequire(import.meta.url)('autocannon') as (options: Options) => Promise<Result>;

const [file = ''] = process.argv.slice(2);
const { url, connections, targets, seconds } = JSON.parse(readFileSync(file, 'utf8'));
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: targets.map((target: Options['requests'][number]) => ({
    ...target,
    method: target.body === undefined ? 'GET' : 'POST',
  })),
});
const failed = result.errors + result.timeouts + result['4xx'] + result['5xx'];
process.stdout.write(
  `${JSON.stringify({ requests: result.requests.total, seconds: result.duration, failed, p99Ms: result.latency.p99 })}\n`,
);
