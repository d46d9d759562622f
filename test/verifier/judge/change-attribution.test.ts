import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Backing } from '../../../data/pipeline/verdict.ts';
import type { Tier } from '../../../data/record.ts';
import type { PageWords } from '../../../data/text/page-text.ts';
import { attributionDoubt, quotesSame } from '../../../verifier/judge/change-attribution.ts';
import { confirmedBy, isOtherLayout, marksOf, succeeding } from '../../../verifier/judge/layout-fingerprint.ts';
import { customTier, evidence, price, rate, statement, tier } from '../../builders.ts';

const CARDS = ['pcards', 'fcards'];
const TABLE = ['ptable', 'ftable'];

function words(text: string): PageWords {
  return { text, source: `<p>${text}</p>` };
}

function plan(name: string, amount: string): Tier {
  return tier({ id: name.toLowerCase(), name, prices: [price({ amount })] });
}

interface Pages {
  was?: string;
  is?: string;
  isRedesigned?: boolean;
  chanceOfChange?: number;
}

function doubt(before: Tier[], next: Tier[], { was, is, isRedesigned = true, chanceOfChange = 0.01 }: Pages) {
  return attributionDoubt({
    before: statement({ tiers: before }),
    next: statement({ tiers: next }),
    backing: { marks: CARDS, designs: 2 },
    marks: isRedesigned ? TABLE : CARDS,
    words: {
      before: () => (was === undefined ? undefined : words(was)),
      next: () => (is === undefined ? undefined : words(is)),
    },
    chanceOfChange,
  });
}

describe('whether the vendor moved is doubted', () => {
  const [was, is] = ['Pro\t$12 a month', 'Pro\t$15 a month'];
  const raised = (pages: Pages) => doubt([plan('Pro', '12')], [plan('Pro', '15')], pages);

  test.each<[string, string | undefined]>([
    ['where the design stands', raised({ was, is, isRedesigned: false })],
    ['where the words of both pages bear it out', raised({ was, is })],
    [
      'where a tier is new that no page named',
      doubt([plan('Pro', '12')], [plan('Pro', '12'), plan('Max', '40')], { was, is: `${was}\nMax\t$40` }),
    ],
    [
      'where one plan’s price is printed on its own page alone, whatever else is',
      doubt([plan('Pro', '12'), plan('Max', '40')], [plan('Pro', '15')], { was: `${was}\nMax\t$40`, is: `${is}\nMax` }),
    ],
    [
      'after so long a time that a move is as likely as a misreading',
      raised({ was, is: `${is}, not $12`, chanceOfChange: 0.24 }),
    ],
    ['where the number that is new was of something else', raised({ was: `${was}\n15 projects`, is })],
  ])('not %s', (_, found) => expect(found).toBeUndefined());

  test.each<[string, string | undefined]>([
    ['the new price was printed before', raised({ was: `${was} or $15`, is })],
    ['the old price is printed still', raised({ was, is: `${is}, not $12` })],
    ['the old page is not to be had', raised({ is })],
    [
      'a tier is gone that the page still names',
      doubt([plan('Pro', '12'), plan('Max', '40')], [plan('Pro', '12')], {
        was: `${was}\nMax\t$40`,
        is: `${was}\nMax`,
      }),
    ],
    [
      'a tier turned into one for the asking',
      doubt([plan('Pro', '12')], [customTier({ id: 'pro', name: 'Pro' })], { was, is: 'Pro\tContact us' }),
    ],
    [
      'prices only changed names, whatever the design',
      doubt([plan('Pro', '12'), plan('Max', '40')], [plan('Pro', '40')], {
        was: `${was}\nMax\t$40`,
        is: 'Pro\t$12\nMax\t$40',
        isRedesigned: false,
      }),
    ],
  ])('where %s', (_, found) => expect(found).toMatch(/is not known$/));

  test('of rates as of prices', () => {
    const from = (page: string) =>
      attributionDoubt({
        before: statement({ tiers: [], rates: [rate()] }),
        next: statement({ tiers: [], rates: [rate({ inputPerMTok: '3.00' })] }),
        backing: { marks: CARDS, designs: 2 },
        marks: TABLE,
        words: { before: () => words(page), next: () => words('large-1\t$3.00\t$10.00') },
        chanceOfChange: 0.01,
      });
    expect(from('large-1\t$2.50\t$10.00')).toBeUndefined();
    expect(from('large-1\t$2.50\t$10.00\t$3.00')).toMatch(/is not known$/);
  });

  test('where the page was answered for another country', () => {
    const at = (locale: string) => statement({ variant: { locale } });
    const seen = { backing: { marks: CARDS, designs: 2 }, marks: CARDS };
    const none = { words: { before: () => undefined, next: () => undefined }, chanceOfChange: 1 };
    expect(attributionDoubt({ before: at('en-US'), next: at('de-DE'), ...seen, ...none })).toMatch(
      /for de-DE, the previous page was for en-US/,
    );
  });
});

describe('the marks of a design', () => {
  const at = (path: string, quote: string) => {
    const proof = evidence({ path, quote });
    return marksOf(statement({ tiers: [tier({ prices: [price({ evidence: proof.id })] })], evidence: [proof] }));
  };

  test('are the same for other amounts and places in a list, and others in another structure or form', () => {
    const marks = at('main > div:nth-of-type(2) > p', '$12 a month');
    expect(at('main > div:nth-of-type(3) > p', '$1,250.50 a month')).toEqual(marks);
    expect(isOtherLayout(marks, at('main > table > td', '$12 a month'))).toBe(true);
    expect(isOtherLayout(marks, at('main > div:nth-of-type(2) > p', 'USD 12 monthly'))).toBe(true);
    expect(isOtherLayout(marks, [])).toBe(true);
    expect(isOtherLayout([], [])).toBe(false);
  });

  test('are few, however many prices a page has', () => {
    const proofs = Array.from({ length: 300 }, (_, i) =>
      evidence({ path: `${'x'.repeat(i + 1)} > p`, quote: `${'$'.repeat(i + 1)}1` }),
    );
    const prices = proofs.map(({ id }) => price({ evidence: id }));
    const { marks } = confirmedBy(
      { marks: CARDS, designs: 1 },
      marksOf(statement({ tiers: [tier({ prices })], evidence: proofs })),
    );
    expect(Backing.safeParse({ marks, designs: 1 }).error).toBeUndefined();
  });

  const marks = fc.uniqueArray(fc.constantFrom('pa', 'pb', 'pc', 'fa', 'fb', 'fc'), { minLength: 1 });

  test('a design never differs from itself, and confirming never takes a design away', () => {
    fc.assert(
      fc.property(marks, marks, fc.integer({ min: 1, max: 5 }), (was, is, designs) => {
        expect(isOtherLayout(was, was)).toBe(false);
        const backing = confirmedBy({ marks: was, designs }, is);
        expect(backing.designs).toBeGreaterThanOrEqual(designs);
        // What was seen to agree once is no further design when it comes back.
        expect(confirmedBy(backing, was).designs).toBe(backing.designs);
        expect(confirmedBy(backing, is).designs).toBe(backing.designs);
      }),
    );
  });

  test('what other designs said stands against the first of another that says otherwise, unless the vendor moved', () => {
    const known = { marks: CARDS, designs: 2 };
    expect(succeeding(known, TABLE, false)).toEqual({ marks: TABLE, designs: 1, against: 2 });
    expect(succeeding(known, TABLE, true)).toEqual({ marks: TABLE, designs: 1 });
    expect(succeeding(known, CARDS, false)).toEqual({ marks: CARDS, designs: 2 });
  });
});

test('quotes are the same whatever is said of units and sales', () => {
  const one = statement({ tiers: [plan('Pro', '12.00')] });
  const other = tier({
    id: 'pro',
    name: 'Pro plan',
    prices: [price({ amount: '12', unit: 'seat' }), price({ amount: '6', kind: 'promo' })],
  });
  expect(quotesSame(one, statement({ tiers: [other] }))).toBe(true);
  expect(quotesSame(one, statement({ tiers: [plan('Pro', '13.00')] }))).toBe(false);
});
