import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDeliveries } from '../../data/store/deliveries/deliveries.ts';
import { subscriptionsOf } from '../../data/watch/watchlist.ts';
import { readWatchlists } from '../../data/watch/watchlist-files.ts';
import { change } from '../builders.ts';
import { assayHere } from '../cli/command-line.ts';
import { publisher, sold } from '../serve/served.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { install } from '../verifier/verifier-process.ts';
import { receiver } from './receiver.ts';

// The whole catalogue takes half a second at each call.
const { catalogueDir: CATALOGUE_DIR } = await install(2);

function installation(more: NodeJS.ProcessEnv = {}) {
  const dataDir = temporaryDirectory();
  const watchlists = join(dataDir, 'watchlists');
  return { dataDir, watchlists, env: { DATA_DIR: dataDir, CATALOGUE_DIR, WATCHLISTS_DIR: watchlists, ...more } };
}

test('a watchlist is added, listed, resumed and removed', async () => {
  const { dataDir, watchlists, env } = installation();
  const added = await assayHere(
    [
      'watch',
      'add',
      'tools',
      '--product',
      'acme-0',
      '--product',
      'acme-1',
      '--webhook',
      'https://example.com/hook',
      '--min-percent',
      '5',
    ],
    env,
  );
  expect(added).toMatchObject({ code: 0, stdout: '' });
  const secret = /whsec_\S+/.exec(added.stderr)?.[0] ?? 'none';
  const file = join(watchlists, 'tools.yaml');
  expect(readFileSync(file, 'utf8')).toContain(secret);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect((await assayHere(['watch', 'list'], env)).stdout).toMatch(/tools\s+webhook\s+example\.com\s+not taken up yet/);
  const [found] = readWatchlists(watchlists);
  if (found === undefined || 'faults' in found.content) throw new Error('It is not read');
  const [{ id } = { id: '' }] = subscriptionsOf('tools', found.content.watchlist);
  const none = { code: 0, stderr: 'tools: no channel is paused or ended\n' };
  expect(await assayHere(['watch', 'resume', 'tools'], env)).toMatchObject(none);
  const deliveries = openDeliveries(dataDir);
  deliveries.begin(id, 7);
  deliveries.setState(id, 'paused', 'No delivery for a day');
  const { code, stdout } = await assayHere(['watch', 'list', '--json'], env);
  expect(code).toBe(1);
  expect(stdout).not.toContain(secret);
  expect(JSON.parse(stdout)).toMatchObject({
    watchlists: [
      { name: 'tools', products: ['acme-0', 'acme-1'], minPercent: 5, channels: [{ state: 'paused', cursor: 7 }] },
    ],
  });
  expect(await assayHere(['watch', 'resume', 'tools'], env)).toMatchObject({ code: 0, stderr: `${id}: resumed\n` });
  expect(await assayHere(['watch', 'resume', 'tools'], env)).toMatchObject(none);
  expect(deliveries.get(id)).toEqual({ id, cursor: 7, state: 'active' });
  deliveries.close();
  expect(await assayHere(['watch', 'remove', 'tools'], env)).toMatchObject({ code: 0 });
  expect(readWatchlists(watchlists)).toEqual([]);
});

describe('a mistake is said, and nothing is written', () => {
  test.each([
    [
      ['add', 'x', '--product', 'acme', '--webhook', 'https://e.example'],
      /not in the catalogue; similar: acme-0, acme-1/,
    ],
    [['add', 'x', '--category', 'nothing', '--webhook', 'https://e.example'], /unknown category$/m],
    [['add', 'x', '--product', 'acme-0'], /it has no channel; add --webhook or --mail/],
    [['add', 'x', '--product', 'acme-0', '--slack', 'chat'], /--slack: Invalid URL/],
    [['add', 'x', '--mail', 'ada@example.com'], /products or a category/],
    [['add', 'x', '--product', 'acme-0', '--mail', 'ada'], /--mail: Invalid email/],
    [['add', '../x', '--product', 'acme-0', '--mail', 'ada@example.com'], /small letters, digits and dashes/],
    [['add', 'x', '--product', 'acme-0', '--mail', 'a@example.com', '--min-percent', 'few'], /0 to 1,000/],
    [['remove', 'x'], /unknown watchlist/],
    [['resume', 'x'], /Unknown watchlist x/],
    [['test', 'x'], /Unknown watchlist x/],
  ])('%j', async (args, message) => {
    const { watchlists, env } = installation();
    const { code, stderr } = await assayHere(['watch', ...args], env);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(readWatchlists(watchlists)).toEqual([]);
  });

  test('a file with a fault, with its line', async () => {
    const { watchlists, env } = installation();
    mkdirSync(watchlists);
    writeFileSync(join(watchlists, 'tools.yaml'), 'name: x\nproducts: [acme-0]\ndigest: hourly\nchannels: []\n');
    const { code, stderr } = await assayHere(['watch', 'list'], env);
    expect(code).toBe(1);
    expect(stderr).toMatch(/tools: line 3: digest/);
  });
});

test('a test sends the last change to every channel, and says which did not take it', async () => {
  const [good, bad] = [await receiver(), await receiver()];
  bad.answer = () => 403;
  const products = ['acme-0', 'acme-1'].map((slug) => sold({ slug }));
  const { dir } = publisher({ products, changes: [{ ...change({ slug: 'acme-0' }), seq: 1 }] });
  const { env } = installation({ DATA_DIR: dirname(dir), NOTIFY_PRIVATE_HOSTS: `${good.host},${bad.host}` });
  const add = (name: string, to: string) =>
    assayHere(['watch', 'add', name, '--product', 'acme-0', '--webhook', to], env);
  await add('good', good.url);
  await add('bad', bad.url);
  expect(await assayHere(['watch', 'test', 'good'], env)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/delivered/),
  });
  expect(await assayHere(['watch', 'test', 'bad'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/answered 403/),
  });
  expect(good.acknowledged()).toEqual([1]);
  // No change of its product is known: it is not sent that of another.
  await assayHere(['watch', 'add', 'other', '--product', 'acme-1', '--webhook', good.url], env);
  await assayHere(['watch', 'test', 'other'], env);
  expect(JSON.parse(good.requests.at(-1)?.body ?? '')).toMatchObject({
    data: { product: { slug: 'acme-1' }, words: 'price changed: This is a test' },
  });
});

test('a damaged record of deliveries is named, with what to do', async () => {
  const { dataDir, env } = installation();
  const file = join(dataDir, 'deliveries.db');
  writeFileSync(file, 'no database');
  expect(await assayHere(['watch', 'list'], env)).toMatchObject({
    code: 1,
    stderr: `Cannot open ${file}: file is not a database. Delete it: watchlists then begin at the newest change\n`,
  });
  expect(() => openDeliveries(dataDir)).toThrow(`Cannot open ${file}`);
});
