import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../crawler/corpus-replay/corpus.ts';

const line = (over: Record<string, unknown>) =>
  JSON.stringify({
    name: 'acme-2020',
    file: 'acme-2020.html',
    slug: 'acme',
    vendor: 'Acme',
    category: 'crm',
    url: 'https://acme.example/pricing',
    date: '2020-03-01',
    ...over,
  });

describe('a manifest', () => {
  it.each([
    ['a file outside the folder', { file: '../secrets.html' }],
    ['a date that is none', { date: 'last spring' }],
    ['a URL of another kind', { url: 'file:///etc/passwd' }],
    ['no slug', { slug: undefined }],
  ])('with %s is refused, and the line is named', (_, over) => {
    expect(() => readManifest(`${line({})}\n${line(over)}\n`)).toThrow(/line 2 of the manifest/);
  });

  it('pages of one URL are one source, in order of time', () => {
    const { products, captures } = readManifest([line({ date: '2021-01-01', file: 'b.html' }), line({})].join('\n'));
    expect(products).toMatchObject([
      { slug: 'acme', sources: [{ id: 'pricing', url: 'https://acme.example/pricing' }] },
    ]);
    expect(captures.map(({ at, file }) => [at.toISOString().slice(0, 10), file])).toEqual([
      ['2020-03-01', 'acme-2020.html'],
      ['2021-01-01', 'b.html'],
    ]);
  });

  it('a second URL is a second source', () => {
    const { products } = readManifest([line({}), line({ url: 'http://acme.example/rates' })].join('\n'));
    expect(products[0]?.sources.map(({ id, url }) => [id, url])).toEqual([
      ['pricing', 'https://acme.example/pricing'],
      ['pricing-2', 'https://acme.example/rates'],
    ]);
  });

  it('a year stands for its first day, and Markdown is told from HTML', () => {
    const { captures } = readManifest(line({ date: '2016', file: 'acme.md' }));
    expect(captures).toMatchObject([
      { at: new Date('2016-01-01T00:00:00Z'), contentType: 'text/markdown; charset=utf-8' },
    ]);
  });

  it("a page without a URL is nobody's: its host can belong to no vendor", () => {
    expect(readManifest(line({ url: '' })).products[0]?.sources[0]?.url).toBe('https://acme.invalid/pricing');
  });
});
