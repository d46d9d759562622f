/** Every layout states every fact of the offer it lays out: what readers are judged by stands on this. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overAmount } from '../../data/money.ts';
import { repetitions } from '../long.ts';
import { LAYOUTS, type LaidOut, layoutNamed, layoutsOf } from './layouts.ts';
import type { Offer } from './offer.ts';
import { custom, free, offer, onSale, paid } from './offers.ts';
import { randomOffer, randomRates } from './random-offer.ts';
import { moneyText } from './wording.ts';

const squeezed = (text: string) => text.replaceAll(/[\s\\]|&nbsp;/g, '');

/** Text and markup: an amount may be split over elements, or stand in an attribute, or in a script's data. */
function haystack({ body, data }: LaidOut): string {
  return squeezed(body.replaceAll(/<[^>]*>/g, '') + body + (data?.body ?? ''));
}

/** As a number of data for scripts, in hundredths or not. */
function holds(text: string, amount: string): boolean {
  return [Number(amount), Math.round(Number(amount) * 100)].some((number) =>
    [':', ',', '['].some((before) => [',', '}', ']'].some((after) => text.includes(`${before}${number}${after}`))),
  );
}

function missing(page: LaidOut, of: Offer): string[] {
  const text = haystack(page);
  const isData = layoutNamed(page.layout).statesInData === true;
  const says = (amount: string) => text.includes(squeezed(moneyText(amount, of))) || (isData && holds(text, amount));
  const statesRate = (rate: string) => says(rate) || says(overAmount(rate, 1000)) || text.includes(`>${rate}<`);
  const { tiers, tokenRates } = page.truth;
  return [
    ...tiers.flatMap(({ name, prices }) =>
      [name, ...prices.map(({ amount }) => amount)].filter((fact) =>
        fact === name ? !text.includes(squeezed(name)) : !says(fact),
      ),
    ),
    ...tokenRates.flatMap(({ inputPerMTok, outputPerMTok, cachedInputPerMTok }) =>
      [inputPerMTok, outputPerMTok, cachedInputPerMTok].filter((rate) => rate !== undefined && !statesRate(rate)),
    ),
  ].filter((fact) => fact !== undefined);
}

describe('layouts', () => {
  const everything = offer('Everything', {
    unit: 'user',
    tiers: [
      free('Free'),
      paid('Team', { monthly: '12', annual: '10' }),
      paid('Company', { monthly: '1299.50', annual: '1082.91', minimumUnits: 5 }),
      custom('Enterprise'),
    ],
  });

  test('one offer is laid out in more than twenty ways', () => {
    expect(layoutsOf(everything).length).toBeGreaterThan(20);
    expect(new Set(LAYOUTS.map(({ name }) => name)).size).toBe(LAYOUTS.length);
  });

  test('every layout of a random offer states every name and amount of its truth', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(randomOffer, randomRates), (seed, generate) => {
        const generated = generate(seed);
        const pages = layoutsOf(generated, seed);
        expect(pages.length).toBeGreaterThan(5);
        for (const page of pages)
          expect({ layout: page.layout, missing: missing(page, generated) }).toEqual({
            layout: page.layout,
            missing: [],
          });
      }),
      { numRuns: repetitions(30, 150) },
    );
  });

  test('a sale is stated with its old price in every layout that takes it', () => {
    const sale = offer('Sale', { tiers: [onSale('Pro', { was: '40', now: '24' })] });
    for (const page of layoutsOf(sale))
      expect({ layout: page.layout, missing: missing(page, sale) }).toEqual({ layout: page.layout, missing: [] });
  });
});
