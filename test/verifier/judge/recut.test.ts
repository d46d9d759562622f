import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Evidence, PageReading, ReadPrice } from '../../../data/reading.ts';
import { wordsOf } from '../../../verifier/judge/archived-text.ts';
import { recut } from '../../../verifier/judge/recut.ts';
import { pageReading, readPrice, readTier } from '../../builders.ts';
import { find, THREE_TIERS, vendorPage } from '../vendor-page.ts';

const honest = vendorPage(THREE_TIERS);

function teamPrice(reading: PageReading) {
  const price = reading.tiers[1]?.prices[0];
  if (price === undefined) throw new Error('The page of this test has a price for Team');
  return price;
}

test('supported facts keep their confidence, and a tier loses that of a refused claim', () => {
  const page = vendorPage(THREE_TIERS, {
    confidence: 0.9,
    models: [{ model: 'large-1', input: '2.50', output: '10' }],
  });
  const [hobby] = page.reading.tiers;
  if (hobby === undefined) throw new Error('The page of this test has a free tier');
  const alsoPriced = { ...hobby, prices: page.reading.tiers[1]?.prices ?? [], evidence: find(page.words.text, 'Team') };
  const { tiers, models } = recut(page.words, { ...page.reading, tiers: [...page.reading.tiers, alsoPriced] });
  expect(tiers.map(({ confidence, prices }) => [confidence, ...prices.map((price) => price.confidence)])).toEqual([
    [0.9],
    [undefined, 0.9, 0.9],
    [0.9],
    [undefined, 0.9, 0.9],
  ]);
  expect(models.map(({ confidence }) => confidence)).toEqual([0.9]);
});

describe('refused', () => {
  test.each<[string, Partial<ReadPrice>, Partial<Evidence>, RegExp]>([
    ['an amount that its quote does not state', { amount: '11.00' }, {}, /does not state 11.00/],
    ['a quote that does not stand there', {}, { textStart: 1 }, /is not at the stated position/],
    ['offsets beyond the page', {}, { textStart: 9e6, textEnd: 9e6 + 10 }, /is not at the stated position/],
    ['a quote of the other scope', {}, { scope: 'source' }, /is not at the stated position/],
  ])('%s', (_, forged, forgedEvidence, reason) => {
    const reading = structuredClone(honest.reading);
    const price = teamPrice(reading);
    Object.assign(price, forged);
    Object.assign(price.evidence, forgedEvidence);
    const { tiers, refused, facts } = recut(honest.words, reading);
    expect(refused).toEqual([{ quote: expect.any(String), reason: expect.stringMatching(reason) }]);
    expect(tiers.find(({ name }) => name === 'Team')?.prices.map(({ amount }) => amount)).toEqual(['10.00']);
    expect(facts).toMatchObject({ read: 4, supported: 3 });
  });

  test('part of a longer number', () => {
    const page = vendorPage([{ name: 'Team', monthly: '1,299.50' }]);
    for (const [part, amount] of [
      ['$1', '1.00'],
      ['$1,299', '1299.00'],
      ['299.50', '299.50'],
      ['$1,29', '1.29'],
    ] as const) {
      const evidence = find(page.words.text, part);
      const { tiers, refused } = recut(
        page.words,
        pageReading({ tiers: [readTier({ prices: [readPrice({ amount, evidence })] })] }),
      );
      expect(
        refused.map(({ reason }) => reason),
        part,
      ).toEqual(['Pro: the quote is part of a longer number']);
      expect(tiers).toEqual([]);
    }
  });

  test('a free tier whose words speak of a trial, and one without words', () => {
    const words = { source: '', text: 'Team\nStart your free 14-day trial\nScale\nUnlimited seats' };
    const trial = readTier({
      name: 'Team',
      isFree: true,
      prices: [],
      evidence: find(words.text, 'Start your free 14-day trial'),
    });
    const silent = readTier({ name: 'Scale', isFree: true, prices: [] });
    const custom = readTier({
      name: 'Scale',
      isCustom: true,
      prices: [],
      evidence: find(words.text, 'Unlimited seats'),
    });
    const { tiers, refused } = recut(words, pageReading({ tiers: [trial, silent, custom] }));
    expect(tiers).toEqual([]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'Team: the quote does not say that it is free',
      'Scale: no evidence that it is free',
      'Scale: the quote does not say that it is priced on request',
    ]);
  });

  test('everything, where the bytes cannot be decoded as the page says', () => {
    expect(wordsOf(honest.bytes, { charset: 'no-such-charset', format: 'html' })).toBeUndefined();
    const { tiers, refused, facts } = recut(undefined, honest.reading);
    expect(tiers).toEqual([]);
    expect(refused).toHaveLength(4);
    expect(facts.supported).toBe(0);
  });
});

/** What is left of models on a page with that text, each with its input rate and quote. */
function recutModels(text: string, ...read: [model: string, inputPerMTok: string, quote: string][]) {
  const models = read.map(([model, inputPerMTok, quote]) => {
    return { model, currency: 'USD', inputPerMTok, evidence: { input: find(text, quote) } };
  });
  return recut({ source: text, text }, pageReading({ tiers: [], models }));
}

describe('supported', () => {
  test('all that an honest reader found, by every reader', () => {
    const supported = recut(wordsOf(honest.bytes, { charset: 'utf-8', format: 'html' }), honest.reading);
    expect(supported).toMatchObject({
      tiers: honest.reading.tiers,
      refused: [],
      facts: { read: 4, supported: 4, outright: 4 },
      silentTiers: 0,
    });
    expect(supported.readings).toEqual(honest.reading.readings);
  });

  test('a rate per 1K tokens that was scaled to 1M, outright where the quote says the scale', () => {
    const text = 'large-1\t$0.003 per 1K tokens\tlarge-2\t$0.005\nPrices per 1K tokens';
    const { models, refused, facts } = recutModels(
      text,
      ['large-1', '3.00', '$0.003 per 1K tokens'],
      ['large-2', '5.00', '$0.005'],
      ['large-3', '50.00', '$0.005'],
    );
    expect(models.map(({ inputPerMTok }) => inputPerMTok)).toEqual(['3.00', '5.00']);
    expect(refused).toEqual([{ quote: '$0.005', reason: 'large-3: the quote does not state 50.00 per 1M tokens' }]);
    expect(facts).toEqual({ read: 3, supported: 2, outright: 1 });
  });

  test('a rate of zero whose quote says that it is free, and none whose quote says nothing of the kind', () => {
    const text = 'small-1\tFree\tsmall-2\t免费\tsmall-3\t無料\tsmall-4\tSoon\tsmall-5\tFree\tsmall-6\tFree trial';
    const { models, refused, facts } = recutModels(
      text,
      ['small-1', '0.00', 'Free'],
      ['small-2', '0.00', '免费'],
      ['small-3', '0.00', '無料'],
      ['small-4', '0.00', 'Soon'],
      ['small-5', '1.00', 'Free'],
      ['small-6', '0.00', 'Free trial'],
    );
    expect(models.map(({ model: name }) => name)).toEqual(['small-1', 'small-2', 'small-3']);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'small-4: the quote does not state 0.00 per 1M tokens',
      'small-5: the quote does not state 1.00 per 1M tokens',
      'small-6: the quote does not state 0.00 per 1M tokens',
    ]);
    expect(facts).toEqual({ read: 6, supported: 3, outright: 3 });
  });

  test('a price beside a raised footnote, though their digits touch, and worth less', () => {
    const source = '<p>$29<sup>1</sup> per month</p>';
    const text = '$291 per month';
    const tier = readTier({ prices: [readPrice({ amount: '29.00', evidence: find(text, '$29') })] });
    expect(recut({ source, text }, pageReading({ tiers: [tier] })).facts).toEqual({
      read: 1,
      supported: 1,
      outright: 0,
    });
    expect(recut({ source: '<p>$291 per month</p>', text }, pageReading({ tiers: [tier] })).facts.supported).toBe(0);
  });

  test('a free tier by its zero price alone', () => {
    const text = 'Hobby\n$0 per month';
    const tier = readTier({
      name: 'Hobby',
      isFree: true,
      prices: [readPrice({ amount: '0.00', evidence: find(text, '$0 per month') })],
    });
    expect(recut({ source: '', text }, pageReading({ tiers: [tier] })).tiers).toEqual([tier]);
  });

  test('a tier that is only a name is no fact, and is counted', () => {
    const { tiers, silentTiers, refused } = recut(honest.words, pageReading({ tiers: [readTier({ prices: [] })] }));
    expect({ tiers, silentTiers, refused }).toEqual({ tiers: [], silentTiers: 1, refused: [] });
  });
});

test('no reading and no page make it throw, and what it supports always stands on the page', () => {
  const offset = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constantFrom(0, 1e9, Number.MAX_SAFE_INTEGER));
  const evidence = fc.record({
    quote: fc.string({ minLength: 1, maxLength: 60 }),
    scope: fc.constantFrom('text' as const, 'source' as const),
    textStart: offset,
    textEnd: offset,
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(evidence, fc.boolean(), fc.boolean()), { maxLength: 5 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      (tiers, text) => {
        const words = { source: text, text };
        const read = tiers.map(([found, isFree, isCustom]) => {
          const proof = { ...found, path: '', method: 'cards' as const };
          return readTier({ isFree, isCustom, evidence: proof, prices: [readPrice({ evidence: proof })] });
        });
        for (const tier of recut(words, pageReading({ tiers: read })).tiers) {
          for (const { evidence: kept } of tier.prices)
            expect(text.slice(kept.textStart, kept.textEnd)).toBe(kept.quote);
        }
      },
    ),
  );
});

describe('numbers of a list in a script', () => {
  const source = '<p>Team 1,234</p><script>var a=["Pro",12,15,[0,30]],b="1,234"</script>';
  const supports = (quote: string, amount: string, scope: 'source' | 'text' = 'source') => {
    const words = { source, text: 'Team 1,234' };
    const textStart = (scope === 'source' ? source : words.text).lastIndexOf(quote);
    const evidence = { quote, scope, textStart, textEnd: textStart + quote.length, path: '', method: 'state' as const };
    const reading = pageReading({ tiers: [readTier({ name: 'Pro', prices: [readPrice({ amount, evidence })] })] });
    return recut(words, reading).tiers.length === 1;
  };

  test.each([
    [',12,', '12.00'],
    [',15,', '15.00'],
    [',30]', '30.00'],
  ])('%s is whole', (quote, amount) => {
    expect(supports(quote, amount)).toBe(true);
  });

  test.each([
    [',234"', '234.00', 'source'],
    ['"1,', '1.00', 'source'],
    [',234', '234.00', 'text'],
  ] as const)('%s is part of a longer number', (quote, amount, scope) => {
    expect(supports(quote, amount, scope)).toBe(false);
  });
});
