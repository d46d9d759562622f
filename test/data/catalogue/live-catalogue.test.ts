import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { derived, LiveCatalogue, type LiveCatalogueOptions } from '../../../data/catalogue/live-catalogue.ts';
import { eventually } from '../../eventually.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const PRODUCTS = 20;

let dir: string;
let live: LiveCatalogue;
let options: LiveCatalogueOptions;
let log: Record<string, unknown>[];
let taken: number;

beforeEach(async () => {
  dir = temporaryDirectory();
  mkdirSync(join(dir, 'products'));
  write('categories.yaml', '- { id: crm, name: CRM }\n');
  for (let at = 0; at < PRODUCTS; at += 1) put(`p${at}`);
  log = [];
  taken = 0;
  const add = (facts: object) => void log.push({ ...facts });
  options = { log: { info: add, error: add }, clock: () => new Date('2026-11-23') };
  live = await LiveCatalogue.open(dir, options);
  live.whenTaken(() => {
    taken += 1;
  });
});
afterEach(() => live.close());

const write = (file: string, text: string) => writeFileSync(join(dir, file), text);
const yaml = (slug: string, category = 'crm') => `name: ${slug}\nvendor: Acme\ncategory: ${category}\n`;
const put = (slug: string, text = yaml(slug)) => write(`products/${slug}.yaml`, text);
const slugs = () => live.catalogue().products.map(({ slug }) => slug);
const nameOf = (slug: string) => live.catalogue().products.find((product) => product.slug === slug)?.name;
const linesOf = (event: string) => log.filter((line) => line.event === event);

it('takes up files that are added, edited, replaced and removed, and what follows from them', async () => {
  const count = derived(live.catalogue, ({ products }) => products.length);
  put('acme');
  await eventually('it is added', () => slugs().includes('acme'));
  expect(count()).toBe(PRODUCTS + 1);
  put('acme', yaml('acme').replace('name: acme', 'name: Acme'));
  await eventually('it is edited', () => nameOf('acme') === 'Acme');
  write('products/acme.yaml.new', yaml('acme').replace('name: acme', 'name: Acme 2'));
  renameSync(join(dir, 'products/acme.yaml.new'), join(dir, 'products/acme.yaml'));
  await eventually('it is replaced', () => nameOf('acme') === 'Acme 2');
  mkdirSync(join(dir, 'observed'));
  write('observed/acme.json', '[]');
  await eventually('its facts are there', () => live.catalogue().observed.has('acme'));
  rmSync(join(dir, 'observed/acme.json'));
  rmSync(join(dir, 'products/acme.yaml'));
  await eventually('it is removed', () => !slugs().includes('acme'));
  expect(live.wasRemoved('acme')).toBe(true);
  expect(count()).toBe(PRODUCTS);
  expect(linesOf('catalogue_taken').slice(0, 2)).toMatchObject([{ added: ['acme'] }, { changed: ['acme'] }]);
  expect(linesOf('catalogue_refused')).toEqual([]);
  expect(taken).toBe(linesOf('catalogue_taken').length);
});

it('refuses a wrong file by its line, keeps what it has, and recovers', async () => {
  const before = live.catalogue();
  put('acme');
  put('p1', `${yaml('p1')}sources: [\n`);
  put('p2', yaml('p2', 'cars'));
  await eventually('it is refused', () => live.fault() !== undefined);
  expect(live.catalogue()).toBe(before);
  expect(live.fault()).toMatchObject({
    since: new Date('2026-11-23'),
    faults: [
      { file: 'products/p1.yaml', line: 5 },
      { file: 'products/p2.yaml', line: 3, said: 'no category "cars"' },
    ],
  });
  put('p1');
  put('p2');
  await eventually('it is taken up', () => slugs().includes('acme'));
  expect(live.fault()).toBeUndefined();
  // Unchanged files are the same values, so what follows from each is not made again.
  expect(live.catalogue().products.find(({ slug }) => slug === 'p3')).toBe(
    before.products.find(({ slug }) => slug === 'p3'),
  );
});

it('a file that is written slowly is not read half', async () => {
  const text = `${yaml('acme')}sources:\n${Array.from({ length: 12 }, (_, at) => `  - { id: s${at}, url: "https://acme.test/${at}" }\n`).join('')}`;
  for (let end = 0; end < text.length; end += 40) {
    put('acme', text.slice(0, end));
    await new Promise(setImmediate);
  }
  put('acme', text);
  await eventually('it is there', () => slugs().includes('acme'));
  expect(live.product('acme')?.sources).toHaveLength(12);
  expect(linesOf('catalogue_refused')).toEqual([]);
  expect(linesOf('catalogue_taken')).toHaveLength(1);
});

it('takes the loss of a folder for an accident, and follows the one that replaces it', async () => {
  renameSync(join(dir, 'products'), join(dir, 'old'));
  await eventually('it is refused', () => live.fault() !== undefined);
  expect(live.fault()?.faults[0]).toMatchObject({
    file: 'products',
    said: expect.stringMatching(/^20 of 20 products/),
  });
  expect(slugs()).toHaveLength(PRODUCTS);
  renameSync(join(dir, 'old'), join(dir, 'products'));
  await eventually('it is back', () => live.fault() === undefined);
  put('acme');
  await eventually('a file in it is taken up', () => slugs().includes('acme'));
});

it('a product that is asked for is as its file is at that moment, or was before it was wrong or gone', async () => {
  expect(live.product('acme')).toBeUndefined();
  put('acme');
  expect(live.product('acme')?.name).toBe('acme');
  put('acme', yaml('acme').replace('name: acme', 'name: Acme 2'));
  expect(live.product('acme')?.name).toBe('Acme 2');
  await live.refresh();
  put('acme', 'name: [');
  expect(live.product('acme')?.name).toBe('Acme 2');
  rmSync(join(dir, 'products/acme.yaml'));
  expect(live.product('acme')?.name).toBe('Acme 2');
  await live.refresh();
  expect(live.product('acme')).toBeUndefined();
});

it('a start parses only the YAML that was not parsed before', async () => {
  const dataDir = temporaryDirectory();
  const file = join(dataDir, 'catalogue-parsed.jsonl');
  const opened = async () => {
    const other = await LiveCatalogue.open(dir, { ...options, dataDir, savesParsed: true });
    other.close();
    return new Map(other.catalogue().products.map(({ slug, name }) => [slug, name]));
  };
  const names = await opened();
  // Shows which of them are not parsed again.
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replaceAll('"name":"p', '"name":"before p').replace('before p1"', 'x'),
  );
  put('p2', yaml('new'));
  const again = await opened();
  expect([again.get('p0'), again.get('p1'), again.get('p2')]).toEqual(['before p0', 'p1', 'new']);
  rmSync(file);
  expect(await opened()).toEqual(new Map([...names, ['p2', 'new']]));
});
