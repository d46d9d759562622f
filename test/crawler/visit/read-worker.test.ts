import { afterEach, describe, expect, it } from 'vitest';
import { openReadWorker, type ReadWorker } from '../../../crawler/visit/read-worker.ts';
import { PageReading } from '../../../data/reading.ts';

const STUBBORN = new URL('./threads/stubborn.ts', import.meta.url);
const page = (path: string, text = '') => ({
  bytes: Buffer.from(text),
  charset: 'utf-8',
  format: 'html' as const,
  url: `https://acme.test/${path}`,
});

let reader: ReadWorker;
afterEach(() => reader.stop());

describe('the read worker', () => {
  it.each(['throw', 'exit', 'eat'])('outlives a thread that would %s, and reads the next page', async (wish) => {
    const faults: string[] = [];
    reader = openReadWorker({ program: STUBBORN, memoryMb: 48, onFault: (_fault, url) => faults.push(url) });
    const { reading } = await reader.read(page(wish));
    expect(PageReading.parse(reading)).toMatchObject({ verdict: 'unreadable', tiers: [], models: [] });
    expect(faults).toEqual([`https://acme.test/${wish}`]);
    expect(await reader.read(page('fine'))).toEqual({ reading: 'fine' });
  });

  it('gives up on a page that takes too long, and neither the loop nor the next page waits for it', async () => {
    reader = openReadWorker({ program: STUBBORN, limitMs: 1_000 });
    let beats = 0;
    const heart = setInterval(() => {
      beats += 1;
    }, 10);
    const [hung, next] = await Promise.all([reader.read(page('hang')), reader.read(page('fine'))]);
    clearInterval(heart);
    expect(hung.reading).toMatchObject({ verdict: 'unreadable', reason: expect.stringContaining('1000 ms') });
    expect(next).toEqual({ reading: 'fine' });
    expect(beats).toBeGreaterThan(10);
  });

  it('has patience with a page that waits for the processor, and an end to it', async () => {
    reader = openReadWorker({ program: STUBBORN, limitMs: 500 });
    const [rested, waited] = await Promise.all([reader.read(page('rest')), reader.read(page('wait'))]);
    expect(rested).toEqual({ reading: 'rest' });
    expect(waited.reading).toMatchObject({ verdict: 'unreadable', reason: expect.stringContaining('500 ms') });
  });

  it('reads pages in the order in which they come, decoded by their charset', async () => {
    reader = openReadWorker();
    const latin1 = {
      ...page('a'),
      bytes: Buffer.from('<html lang="de"><title>Preise</title><p>Größe', 'latin1'),
      charset: 'windows-1252',
    };
    const readings = await Promise.all([reader.read(latin1), reader.read(page('b', '<p>nothing'))]);
    expect(readings.map(({ reading }) => PageReading.parse(reading).language)).toEqual(['de', undefined]);
  });
});
