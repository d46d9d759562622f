/** Searching prepared lists against going through all products and sorting what matches. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareAmounts, plainNumber } from '../../../data/money.ts';
import { PriceState } from '../../../data/prices/price-state.ts';
import { KnownFact, type ListedProduct } from '../../../data/store/generation/content.ts';
import { Discovery, type Order, type Search } from '../../../serve/search/discovery.ts';
import { plainText } from '../../../serve/search/relevance.ts';
import { NOON, verification } from '../../builders.ts';

const CATEGORIES = [
  { id: 'crm', name: 'Customer relations' },
  { id: 'llm', name: 'Language models' },
];
const WORDS = ['acme', 'Acme', 'äcme', 'me', 'm', 'flow', 'work-flow', 'crm', 'relations', 'language', '9', 'a b', '-'];

const product = fc.record(
  {
    name: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
    category: fc.constantFrom('crm', 'llm'),
    aliases: fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }),
    freeTier: fc.boolean(),
    priceState: fc.constantFrom(...PriceState.options),
    has: fc.subarray([...KnownFact.options]),
    startingAmount: fc.constantFrom('0.10', '0.1', '9', '9.00', '10', '100', '99.999999999'),
    confirmedAt: fc.constantFrom(NOON, '2026-01-01T00:00:00.000Z'),
    sold: fc.boolean(),
  },
  { requiredKeys: ['name', 'category', 'aliases', 'has', 'sold'] },
);

const listed = fc.array(product, { maxLength: 30 }).map((products) =>
  products.map(
    ({ sold, ...rest }, index): ListedProduct => ({
      slug: `${plainText(rest.name).replaceAll(' ', '-')}-${index}`,
      vendor: 'Vendor',
      retired: !sold,
      ...rest,
      ...(sold && { verification: verification() }),
    }),
  ),
);

const search: fc.Arbitrary<Search> = fc.record(
  {
    category: fc.constantFrom('crm', 'llm', 'none'),
    maxPrice: fc.constantFrom(0, 0.1, 9, 9.5, 100, 1e6),
    hasFreeTier: fc.boolean(),
    has: fc.subarray([...KnownFact.options]),
    q: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
    sort: fc.constantFrom<Order>('relevance', 'startingPrice', 'name', 'verifiedAt'),
    limit: fc.integer({ min: 1, max: 8 }),
    offset: fc.nat(12),
  },
  { requiredKeys: ['sort', 'limit', 'offset'] },
);

/** From 100 for the whole name down to 20 for a category; 0 where a word is not found. */
function expectedRelevance(query: string, row: ListedProduct): number {
  const names = [row.name, row.slug, ...row.aliases].map(plainText);
  const category = plainText(`${row.category} ${CATEGORIES.find(({ id }) => id === row.category)?.name}`);
  if (query === '') return 0;
  if (names.includes(query)) return 100;
  if (names.some((name) => name.startsWith(query))) return 80;
  return Math.min(...query.split(' ').map((word) => rankOf(word, names, category)));
}

function rankOf(word: string, names: readonly string[], category: string): number {
  if (names.some((name) => beginsAWord(name, word))) return 60;
  if (names.some((name) => name.includes(word))) return 40;
  return beginsAWord(category, word) ? 20 : 0;
}

function beginsAWord(text: string, word: string): boolean {
  return text.startsWith(word) || text.includes(` ${word}`);
}

function plainly(
  products: readonly ListedProduct[],
  { category, maxPrice, hasFreeTier, has = [], q, sort, ...page }: Search,
) {
  const found = products.flatMap((row) => {
    if (row.verification === undefined || (category !== undefined && row.category !== category)) return [];
    if (hasFreeTier !== undefined && row.freeTier !== hasFreeTier) return [];
    if (has.some((kind) => !row.has.includes(kind))) return [];
    if (maxPrice !== undefined && !(row.startingAmount !== undefined && plainNumber(row.startingAmount) <= maxPrice))
      return [];
    const rank = q === undefined ? 1 : expectedRelevance(plainText(q), row);
    return rank > 0 ? [{ row, rank }] : [];
  });
  type Match = (typeof found)[number];
  const byName = (a: Match, b: Match) => {
    const [ours, theirs] = [a.row.name.toLowerCase(), b.row.name.toLowerCase()];
    if (ours !== theirs) return ours < theirs ? -1 : 1;
    return a.row.slug < b.row.slug ? -1 : 1;
  };
  const unpriced = ({ row: { priceState } }: Match) => Number(priceState !== 'known' && priceState !== 'usage_only');
  const orders: Record<Order, (a: Match, b: Match) => number> = {
    relevance: (a, b) => b.rank - a.rank || unpriced(a) - unpriced(b) || byName(a, b),
    name: byName,
    startingPrice(a, b) {
      const [ours, theirs] = [a.row.startingAmount, b.row.startingAmount];
      if (ours === undefined || theirs === undefined)
        return Number(ours === undefined) - Number(theirs === undefined) || byName(a, b);
      return compareAmounts(ours, theirs) || byName(a, b);
    },
    verifiedAt(a, b) {
      const [ours, theirs] = [a.row.confirmedAt ?? '', b.row.confirmedAt ?? ''];
      return ours === theirs ? byName(a, b) : ours < theirs ? 1 : -1;
    },
  };
  const all = found.sort(orders[sort]).map(({ row }) => row.slug);
  return { total: all.length, slugs: all.slice(page.offset, page.offset + page.limit) };
}

it('finds what going through all of them finds, in the same order, whatever was asked before', async () => {
  await fc.assert(
    fc.asyncProperty(listed, fc.array(search, { minLength: 1, maxLength: 6 }), async (products, searches) => {
      const discovery = await Discovery.of(products, CATEGORIES, () => undefined);
      for (const one of [...searches, ...searches]) {
        const { total, rows } = discovery.find(one);
        const slugs = Array.from(rows, (row) => discovery.productAt(row).slug);
        expect({ total, slugs }).toEqual(plainly(products, one));
      }
    }),
    { numRuns: 300 },
  );
});

it('pauses while it sorts', async () => {
  const products = Array.from(
    { length: 5_000 },
    (_, at): ListedProduct => ({
      ...{ slug: `p-${at}`, name: `P ${(at * 7_919) % 5_000}`, vendor: 'V', category: 'crm', aliases: [], has: [] },
      ...{ retired: false, verification: verification() },
    }),
  );
  let pauses = 0;
  await Discovery.of(products, CATEGORIES, () => {
    pauses += 1;
    return undefined;
  });
  expect(pauses - products.length).toBeGreaterThan(4 * 50);
});
