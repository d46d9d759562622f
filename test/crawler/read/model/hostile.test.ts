/** Pages that give a model orders, and a model that obeys: at worst it chooses other words and amounts of the page. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { TRUST } from '../../../../config/trust.ts';
import type { ModelAnswer } from '../../../../crawler/read/model/answer.ts';
import { modelRequestOf } from '../../../../crawler/read/read.ts';
import { INJECTIONS } from '../../../vendor-web/injection.ts';
import { card, cards, read } from '../pages.ts';
import ORDERS from './orders.json' with { type: 'json' };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const URL = 'https://vendor.example/pricing';
const TEXTS = [...ORDERS, ...INJECTIONS.map(({ text }) => text)];

const pageWith = (text: string) =>
  cards(
    card('Pro', '$19 / month', `<p>${escaped(text)}</p>`),
    card('Business', '$49 / month', `<ul><li>${escaped(text)}</li></ul>`),
  );

test.each(TEXTS.map((text) => [text.slice(0, 60), text]))('ids in the request are ours alone: %s', (_, text) => {
  const request = modelRequestOf(pageWith(text), { format: 'html', url: URL }) ?? '';
  const ids = [...request.matchAll(/(?:^| \| )(L\d+)(?= #h\d|: | \(hidden\))/gm)].map(([, id]) => id);
  expect(ids).toEqual(ids.map((_id, at) => `L${at + 1}`));
  const amounts = [...request.matchAll(/\[(A\d+)/g)].map(([, id]) => id);
  expect(amounts).toEqual(amounts.map((_id, at) => `A${at + 1}`));
  expect(request).not.toMatch(/[\u200b\u202c\u202e]/);
});

const id = (letter: string) =>
  fc.oneof(
    fc.constant('none'),
    fc.integer({ min: 0, max: 30 }).map((at) => `${letter}${at}`),
  );
const anyAnswer: fc.Arbitrary<ModelAnswer> = fc.record({
  offers: fc.array(
    fc.record({
      name: id('L'),
      role: fc.constantFrom('plan', 'add_on', 'rival', 'none'),
      free: id('L'),
      contact: id('L'),
      prices: fc.array(
        fc.record({
          amount: id('A'),
          billing: fc.constantFrom('monthly', 'annual', 'none'),
          per: fc.constantFrom('month', 'year', 'once', 'usage', 'none'),
          kind: fc.constantFrom('list', 'promo', 'intro', 'struck', 'none'),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 6 },
  ),
});

test('whatever a model answers, each statement is words of the page, and none that it makes alone is sure enough to publish', () => {
  const SHA = 'a'.repeat(64);
  fc.assert(
    fc.property(
      fc.constantFrom(...TEXTS),
      anyAnswer,
      fc.constantFrom('unknown', 'recorded-2026-11'),
      (text, answer, model) => {
        const source = pageWith(text);
        const reading = read(source, {
          model: { about: { model, prompt: 'p1', input: SHA, answer: SHA }, answerTo: () => answer },
        });
        const honest = new Set(['19.00', '49.00']);
        for (const tier of reading.tiers)
          for (const { amount, evidence, confidence = 1 } of tier.prices) {
            const digits = String(Number(amount)).replace(/\D/g, '');
            expect(evidence.quote.replace(/\D/g, '')).toContain(digits);
            const isOwn = honest.has(amount) && evidence.method !== 'model';
            if (!isOwn) expect(confidence).toBeLessThan(TRUST.publishFrom);
          }
      },
    ),
    { numRuns: 150 },
  );
});
