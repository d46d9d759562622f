import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { describe, expect, it } from 'vitest';
import type { PublishedProduct } from '../../../data/store/generation/content.ts';
import { type Current, pointerText } from '../../../data/store/generation/current.ts';
import { NOON } from '../../builders.ts';
import { currentOf } from '../../current-of.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
/** The vendor has ended it. */
import { everythingAt } from '../many-products.ts';
import { expectProblem, publisher, type Served, serve, served } from '../served.ts';

function retiredOf(published: PublishedProduct | undefined): PublishedProduct {
  if (published === undefined) throw new Error('There is no such product');
  const retired = { reason: 'Shut down', source: 'https://vendor.example/end' };
  return { product: { ...published.product, retired }, snapshots: [] };
}

function point(dir: string, changes: Partial<Current>): void {
  writeFileSync(join(dir, 'CURRENT'), pointerText({ ...currentOf(dir), ...changes }));
}

async function startingPrice(server: Served): Promise<unknown> {
  return (await server.json('/api/v2/pricing/acme')).startingPrice;
}

function refusals(server: Served): unknown[] {
  return server.logged.filter(({ event }) => event === 'refused').map(({ reason }) => reason);
}

describe('before the first generation', () => {
  it('data paths are a 503 that says when to come back, the process lives, and it is not ready [D3.problem.unavailable]', async () => {
    const server = await serve(join(temporaryDirectory(), 'generations'));
    for (const path of ['/api/v2/pricing/acme', '/api/v2/discover', '/go/acme', '/', '/tools/acme/pricing']) {
      const response = await server.get(path);
      expect(response.headers.get('retry-after'), path).toBe('2');
      await expectProblem(response, 503, 'unavailable');
    }
    await expectProblem(await server.post('/api/v2/tco', { slug: 'acme' }), 503, 'unavailable');
    expect((await server.get('/livez')).status).toBe(200);
    expect((await server.get('/readyz')).status).toBe(503);
    expect(await (await server.get('/metrics')).text()).toContain('assay_generation 0');
  });

  it('what needs none is there: the manifest, the terms, the crawler’s page, and what explains the 503', async () => {
    const server = await serve(join(temporaryDirectory(), 'generations'));
    const html = await (await server.get('/', { headers: { Accept: 'text/html' } })).text();
    const style = /rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await server.get(style)).status).toBe(200);
    const paths = ['/problems/unavailable', '/problems/retired', '/terms', '/bot', '/api/v2/openapi.json'];
    const etags = new Set<string>();
    for (const path of paths) {
      const { statusCode, headers, body } = await request(server.url + path);
      expect(statusCode, path).toBe(200);
      await body.dump();
      expect(headers['cache-control'], path).toMatch(/^public, max-age=300,/);
      const etag = String(headers.etag);
      etags.add(etag);
      const again = await request(server.url + path, { headers: { 'if-none-match': etag } });
      expect([again.statusCode, await again.body.text(), again.headers.etag]).toEqual([304, '', etag]);
      const since = { 'if-modified-since': String(headers['last-modified']) };
      expect((await request(server.url + path, { headers: since })).statusCode).toBe(304);
    }
    expect(etags.size).toBe(paths.length);
    await expectProblem(
      await server.get('/problems/none', { headers: { Accept: 'application/json' } }),
      404,
      'not_found',
    );
  });

  it('a new generation changes nothing of what needs none', async () => {
    const { dir, publish } = publisher();
    const server = await serve(dir);
    const before = await server.get('/api/v2/openapi.json');
    publish(everythingAt(10));
    await server.generations.follow();
    const after = await server.get('/api/v2/openapi.json');
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await after.text()).toBe(await before.text());
  });

  it('it is found by looking every so often, without being told', async () => {
    const { dir, publish } = publisher();
    const server = await serve(dir);
    await server.generations.start(5);
    publish(everythingAt(10));
    await expect.poll(() => server.generations.store?.generation.id, { timeout: 10_000 }).toBe('000001');
  });
});

describe('a generation that is not what its pointer says', () => {
  async function damaged(damage: (dir: string, file: string) => void): Promise<Served> {
    const { dir, publish } = publisher(everythingAt(10));
    const server = await serve(dir);
    publish(everythingAt(20));
    const file = join(dir, currentOf(dir).file);
    chmodSync(file, 0o644);
    damage(dir, file);
    await server.generations.follow();
    return server;
  }

  it.each<[string, (dir: string, file: string) => void, string]>([
    ['with one byte flipped', (_, file) => flip(file), 'wrong_hash'],
    ['cut short', (_, file) => truncateSync(file, 8192), 'wrong_hash'],
    ['gone', (_, file) => rmSync(file), 'cannot_open'],
    ['of a schema that is not known', (dir) => point(dir, { schema: 99 }), 'cannot_open'],
    ['with a journal beside it', (_, file) => writeFileSync(`${file}-wal`, 'left over'), 'cannot_open'],
    ['older than the one that is served', (dir) => point(dir, { generation: '000000' }), 'older'],
    [
      'behind a pointer that is no pointer',
      (dir) => writeFileSync(join(dir, 'CURRENT'), '{"file":"../../etc/passwd"}'),
      'unreadable_pointer',
    ],
    [
      'behind a pointer of which a digit was changed',
      (dir) => {
        const pointer = join(dir, 'CURRENT');
        writeFileSync(pointer, readFileSync(pointer, 'utf8').replace('"generation":"00', '"generation":"01'));
      },
      'unreadable_pointer',
    ],
  ])('%s is not taken, said so once, and the old one goes on', async (_name, damage, reason) => {
    const server = await damaged(damage);
    await server.generations.follow();
    await server.generations.follow();
    expect(refusals(server)).toEqual([reason]);
    expect(await startingPrice(server)).toBe(10);
    expect((await server.get('/readyz')).status).toBe(200);
    expect(await (await server.get('/metrics')).text()).toContain(
      `assay_generations_refused_total{reason="${reason}"} 1`,
    );
  });

  it('is taken at a second look once it is mended', async () => {
    let whole = Buffer.alloc(0);
    let path = '';
    const server = await damaged((_, file) => {
      whole = readFileSync(file);
      path = file;
      flip(file);
    });
    expect(refusals(server)).toEqual(['wrong_hash']);
    writeFileSync(path, whole);
    await server.generations.follow({ again: true });
    expect(await startingPrice(server)).toBe(20);
  });

  it.each<[string, (dir: string, file: string) => void, string]>([
    ['damaged', (_, file) => flip(file), 'wrong_hash'],
    ['gone', (_, file) => rmSync(file), 'cannot_open'],
    ['behind a truncated pointer', (dir) => truncateSync(join(dir, 'CURRENT'), 20), 'unreadable_pointer'],
  ])('%s at the start of a process: the newest sound one is served, loudly', async (_name, damage, reason) => {
    const { dir, publish } = publisher(everythingAt(10), everythingAt(20), everythingAt(30));
    const { file } = currentOf(dir);
    chmodSync(join(dir, file), 0o644);
    damage(dir, join(dir, file));
    const server = await serve(dir);
    const isPointerLost = reason === 'unreadable_pointer';
    expect(await startingPrice(server)).toBe(isPointerLost ? 30 : 20);
    expect(refusals(server)).toEqual([reason]);
    expect(server.logged.filter(({ event }) => event === 'fell_back')).toHaveLength(1);
    const ready = { status: 'ready', generation: isPointerLost ? '000003' : '000002' };
    const refused = { ...(isPointerLost ? {} : { generation: '000003' }), reason };
    expect(await (await server.get('/readyz')).json()).toEqual({ ...ready, refused });
    expect(await (await server.get('/metrics')).text()).toContain('assay_current_generation_refused 1');
    publish(everythingAt(40));
    await server.generations.follow();
    expect(await startingPrice(server)).toBe(40);
    expect(await (await server.get('/metrics')).text()).toContain('assay_current_generation_refused 0');
  });

  it('named again by a pointer that was damaged for a while: it is refused no longer', async () => {
    const { dir } = publisher(everythingAt(10));
    const server = await serve(dir);
    const pointer = readFileSync(join(dir, 'CURRENT'));
    writeFileSync(join(dir, 'CURRENT'), 'half of a');
    await server.generations.follow();
    expect(refusals(server)).toEqual(['unreadable_pointer']);
    writeFileSync(join(dir, 'CURRENT'), pointer);
    await server.generations.follow();
    expect(await (await server.get('/readyz')).json()).toEqual({ status: 'ready', generation: '000001' });
    expect(await (await server.get('/metrics')).text()).toContain('assay_current_generation_refused 0');
  });

  it('not named by any CURRENT at the start of a process: the newest one is served, loudly', async () => {
    const { dir } = publisher(everythingAt(10), everythingAt(20));
    rmSync(join(dir, 'CURRENT'));
    const server = await serve(dir);
    expect(await startingPrice(server)).toBe(20);
    expect(server.logged.filter(({ event }) => event === 'fell_back')).toHaveLength(1);
  });

  it('is served by nobody where there is no old one', async () => {
    const { dir } = publisher(everythingAt(10));
    const elsewhere = temporaryDirectory();
    for (const name of readdirSync(dir)) copyFileSync(join(dir, name), join(elsewhere, name));
    flip(join(elsewhere, currentOf(elsewhere).file));
    const server = await serve(elsewhere);
    await expectProblem(await server.get('/api/v2/pricing/acme'), 503, 'unavailable');
  });
});

it('long requests with small answers do not fill the memory', async () => {
  const edition = (await served(everythingAt(10))).generations.editionAt(Date.parse(NOON));
  const answer = { operation: 'get_pricing', headers: [], body: Buffer.from('{}'), renew: () => undefined };
  const requests = Array.from({ length: 1_000 }, (_, n) => `tools/call get_pricing ${n}`.padEnd(60_000));
  for (const request of requests) edition?.keep(request, 'identity', answer);
  const kept = requests.filter((request) => edition?.ready(request, 'identity') !== undefined);
  expect(kept.length).toBeLessThan(600);
  expect(kept).toContain(requests.at(-1));
});

describe('a swap under load', () => {
  it('finds what was asked for lately ready, as the new generation has it, and no more', async () => {
    const { dir, publish } = publisher(everythingAt(1));
    const server = await serve(dir);
    const paths = ['/api/v2/pricing/acme', '/api/v2/pricing/gamma', '/api/v2/discover?q=acme'];
    for (const path of paths) await (await server.get(path, { headers: { 'Accept-Encoding': 'br' } })).text();
    const { products } = everythingAt(2);
    const later = [...products.slice(0, 2), retiredOf(products[2])];
    publish({ products: later }, new Date(Date.parse(NOON) + 1));
    await server.generations.follow();
    const answers = server.generations.editionAt(Date.parse(NOON));
    expect(paths.map((path) => answers?.ready(path, 'br') !== undefined)).toEqual([true, false, true]);
    expect(answers?.ready('/api/v2/pricing/beta', 'br')).toBeUndefined();
    expect(await startingPrice(server)).toBe(2);
    expect((await server.get('/api/v2/pricing/gamma')).status).toBe(410);
  });

  it('fails no request, and no answer mixes two generations [D1.generation]', async () => {
    const { dir, publish } = publisher(everythingAt(1));
    const server = await serve(dir);
    const agent = new Agent({ connections: 8 });
    let swapping = true;
    let answers = 0;
    const seen = new Set<number>();
    const path = '/api/v2/pricing?slugs=acme,beta,gamma&fields=startingPrice';
    const client = async (number: number) => {
      for (let count = 0; swapping; count++) {
        // Every other request is one that no cache holds.
        const { statusCode, body } = await request(`${server.url}${path}${count % 2 ? `&n=${number}.${count}` : ''}`, {
          dispatcher: agent,
        });
        const { records, generation } = (await body.json()) as {
          generation: string;
          records: { startingPrice: number; generation: string }[];
        };
        expect(statusCode).toBe(200);
        expect(new Set(records.map((one) => `${one.startingPrice} in ${one.generation}`))).toEqual(
          new Set([`${Number(generation)} in ${generation}`]),
        );
        seen.add(Number(generation));
        answers += 1;
      }
    };
    const clients = Array.from({ length: 8 }, (_, number) => client(number));
    for (let amount = 2; amount <= 12; amount++) {
      publish(everythingAt(amount), new Date(Date.parse(NOON) + amount));
      await server.generations.follow();
      const before = answers;
      await expect.poll(() => answers - before, { timeout: 20_000, interval: 5 }).toBeGreaterThan(16);
    }
    swapping = false;
    await Promise.all(clients);
    await agent.close();
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(await startingPrice(server)).toBe(12);
  });
});

/** One bit of one byte in the middle, which SQLite itself does not notice. */
function flip(file: string): void {
  chmodSync(file, 0o644);
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}
