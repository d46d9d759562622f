/** Which feeds of all products a web process sends while generations, days and sets come and go. */
import { once } from 'node:events';
import { chmodSync, cpSync, globSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bulkFeeds } from '../../../../serve/files/feeds/list.ts';
import { foldersIn } from '../../../../serve/files/folder/read.ts';
import { NOON } from '../../../builders.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { everythingAt } from '../../many-products.ts';
import {
  expectProblem,
  feedsBeside,
  feedsMade,
  publisher,
  type Served,
  type ServeOptions,
  serve,
} from '../../served.ts';

const DAY_MS = 86_400_000;

const noonAnd = (seconds: number) => new Date(Date.parse(NOON) + seconds * 1_000);
const kept = async (generations: string) => (await foldersIn(feedsBeside(generations))).map(({ name }) => name);

interface Catalogue {
  generation: string;
  tools: { slug: string; startingPrice: number; confidence: number }[];
}

/** Publishes products at a dollar and serves them. */
async function started(options: ServeOptions = {}, slugs?: readonly string[]) {
  const { dir, publish } = publisher(everythingAt(1, slugs));
  return { dir, publish, server: await serve(dir, options) };
}

const pricesOf = ({ tools }: Catalogue) => [...new Set(tools.map(({ startingPrice }) => startingPrice))];
const catalogueOf = async (server: Served) => (await (await server.get('/llms-tools.json')).json()) as Catalogue;

describe('a new generation', () => {
  it('has feeds when they are whole; until then those before are sent, which say what they are of', async () => {
    const { dir, publish, server } = await started({ feeds: true });
    expect((await catalogueOf(server)).generation).toBe('000001');
    for (let amount = 2; amount <= 4; amount += 1) {
      publish(everythingAt(amount), noonAnd(amount));
      await server.generations.follow();
      const before = await catalogueOf(server);
      expect(before.generation).toBe(`00000${amount - 1}`);
      expect(pricesOf(before)).toEqual([amount - 1]);
      const made = feedsMade(dir);
      // Asked while they are being made.
      const now = await catalogueOf(server);
      expect(pricesOf(now)).toEqual([Number(now.generation)]);
      await made;
      expect((await catalogueOf(server)).generation).toBe(`00000${amount}`);
    }
    expect(await kept(dir)).toEqual(['000004-2026-11-21', '000003-2026-11-21']);
  });

  it('has no feeds here before it is served here', async () => {
    const { dir, publish, server } = await started({ feeds: true });
    publish(everythingAt(2), noonAnd(1));
    await feedsMade(dir);
    expect((await catalogueOf(server)).generation).toBe('000001');
    await server.generations.follow();
    expect((await catalogueOf(server)).generation).toBe('000002');
  });

  it('is another one under the same number, where a data directory begins anew', async () => {
    const [old, anew] = [publisher(), publisher()];
    old.publish(everythingAt(1));
    anew.publish(everythingAt(2));
    const server = await serve(anew.dir);
    await feedsMade(old.dir);
    cpSync(feedsBeside(old.dir), feedsBeside(anew.dir), { recursive: true });
    await expectProblem(await server.get('/llms-tools.json'), 503, 'unavailable');
    await feedsMade(anew.dir);
    expect((await catalogueOf(server)).tools[0]?.startingPrice).toBe(2);
  });
});

/** Of this process, in such a folder; a system that shows none has none to compare. */
function openFiles(folder: string): number {
  const links = globSync('/proc/self/fd/*').flatMap((fd) => {
    try {
      return readlinkSync(fd);
    } catch {
      return [];
    }
  });
  return links.filter((link) => link.includes(folder)).length;
}

describe('who is reading a feed', () => {
  const many = Array.from({ length: 1_500 }, (_, at) => `product-${at}`);

  /** Asks for a feed that fits into no buffer, and takes its first piece. */
  async function begun(server: Served) {
    const asked = request(`${server.url}/llms-tools.json`, { agent: false }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  }

  it('reads it to its end, though its set was removed; or goes away in the middle, and leaves nothing open', async () => {
    const { dir, server } = await started({ feeds: true }, many);
    const [response, ...gone] = await Promise.all([begun(server), begun(server), begun(server)]);
    // They share it.
    expect(openFiles(feedsBeside(dir))).toBe(1);
    rmSync(feedsBeside(dir), { recursive: true });
    for (const each of gone) each.destroy();
    const { tools } = JSON.parse(Buffer.concat((await response.toArray()) as Buffer[]).toString()) as Catalogue;
    expect(tools).toHaveLength(many.length);
    await expect.poll(() => openFiles(feedsBeside(dir))).toBe(0);
    await expectProblem(await server.get('/llms-tools.json'), 503, 'unavailable');
  });
});

describe('a new day', () => {
  it('has its own feeds when they are made; those of the day before are sent till then, and no older ones', async () => {
    let now = Date.parse(NOON);
    const { dir, server } = await started({ clock: () => now, feeds: true });
    const ask = async () => {
      const response = await server.get('/llms-tools.json');
      const { tools } = (await response.json()) as Catalogue;
      const { headers } = response;
      return {
        etag: headers.get('etag'),
        lastModified: headers.get('last-modified'),
        confidence: tools[0]?.confidence ?? 1,
      };
    };
    const first = await ask();
    now += DAY_MS;
    expect(await ask()).toEqual(first);
    await feedsMade(dir, { now: new Date(now) });
    const next = await ask();
    expect(next.confidence).toBeLessThan(first.confidence);
    const { verification } = await server.json('/api/v2/pricing/acme');
    expect(verification).toMatchObject({ confidence: next.confidence });
    expect(next.etag).not.toBe(first.etag);
    expect(next.lastModified).toBe('Sun, 22 Nov 2026 00:00:00 GMT');
    now += 2 * DAY_MS;
    await expectProblem(await server.get('/llms-tools.json'), 503, 'unavailable');
  });
});

describe('where no exporter is at work', () => {
  it('the feeds are a 503 that says when to come back, all else goes on, and they are there when they are made', async () => {
    const { dir, server } = await started();
    const response = await server.get('/llms-full.txt');
    expect(response.headers.get('retry-after')).toBe('30');
    // Something is published: only the feeds are not.
    expect(await expectProblem(response, 503, 'unavailable')).toMatchObject({ title: 'Not available yet' });
    expect((await server.get('/api/v2/pricing/acme')).status).toBe(200);
    await feedsMade(dir);
    expect((await server.get('/llms-full.txt')).status).toBe(200);
  });

  it('those of another site, or what is none of ours, are not sent', async () => {
    const { dir, server } = await started();
    await feedsMade(dir, { site: { brand: 'Assay', baseUrl: 'https://elsewhere.example' } });
    await expectProblem(await server.get('/llms-full.txt'), 503, 'unavailable');
    for (const [name, manifest] of [
      ['000001-2026-11-22', '{}'],
      ['000001-2026-11-23', '{"files":'],
    ] as const) {
      mkdirSync(join(feedsBeside(dir), name));
      writeFileSync(join(feedsBeside(dir), name, 'manifest.json'), manifest);
    }
    await expectProblem(await server.get('/llms-full.txt'), 503, 'unavailable');
    await feedsMade(dir);
    expect((await server.get('/llms-full.txt')).status).toBe(200);
    expect(await kept(dir)).toEqual(['000001-2026-11-21']);
  });

  it('a file that is not as long as it was written is a fault, and not half an answer', async () => {
    const { dir, server } = await started({ feeds: true });
    const file = join(feedsBeside(dir), '000001-2026-11-21/llms-full.txt');
    chmodSync(file, 0o644);
    writeFileSync(file, 'half');
    const ask = (coding: string) => server.get('/llms-full.txt', { headers: { 'Accept-Encoding': coding } });
    await expectProblem(await ask('identity'), 500, 'internal');
    expect((await ask('br')).status).toBe(200);
  });
});

describe('before the first generation', () => {
  it('there is none of them yet', async () => {
    const server = await serve(join(temporaryDirectory(), 'generations'));
    for (const { path } of bulkFeeds.filter(({ path }) => !path.includes('{')))
      await expectProblem(await server.get(path), 503, 'unavailable');
    for (const path of ['/robots.txt', '/.well-known/api-catalog']) expect((await server.get(path)).status).toBe(200);
  });
});
