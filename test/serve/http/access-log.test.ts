import { pino } from 'pino';
import { expect, test } from 'vitest';
import { accessLog } from '../../../serve/http/access-log.ts';

test('a line says of the request what pino would, whenever it came and however long it took', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = pino({ name: 'web' }, destination);
  const access = accessLog(log, destination);
  const request = { id: 'one', method: 'GET', operation: 'getPricing', status: 200, bytes: 12 };
  const times: [at: number, ms: number][] = [
    [1e12, 0],
    [1e12, 0.0004],
    [1e12, 0.0426],
    [1e12 + 1, 0.9996],
    [1e12, 1.25],
    [1e12 + 2, 12345.67891],
  ];
  for (const [at, ms] of times) access('info', { ...request, at, ms, url: '/x' });
  log.info({ event: 'request', ...request }, '');
  const { time: _now, msg: _nothing, ...pinos } = JSON.parse(lines.pop() ?? '') as Record<string, unknown>;
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    times.map(([at, ms]) => ({ ...pinos, time: at, url: '/x', ms: Math.round(ms * 1000) / 1000 })),
  );
});
