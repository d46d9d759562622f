/** What a model's answer becomes: amounts, terms and quotes of the page, and nothing that the page does not bear. */
import { describe, expect, test } from 'vitest';
import { TRUST } from '../../../../config/trust.ts';
import { MOST_ALONE } from '../../../../crawler/read/confidence/model.ts';
import type { ModelAnswer, Pointed, PointedPrice } from '../../../../crawler/read/model/answer.ts';
import type { PageReading } from '../../../../data/reading.ts';
import { card, cards, lines, read } from '../pages.ts';

const SHA = 'a'.repeat(64);

const price = (amount: string, more: Partial<PointedPrice> = {}): PointedPrice => ({
  amount,
  billing: 'monthly',
  per: 'month',
  kind: 'list',
  ...more,
});
const plan = (name: string, prices: PointedPrice[], more: Partial<Pointed> = {}): Pointed => ({
  name,
  role: 'plan',
  free: 'none',
  contact: 'none',
  prices,
  ...more,
});

/** The page read with this answer of a model that was not measured. */
function answered(source: string, offers: Pointed[]): PageReading {
  const answer: ModelAnswer = { offers };
  return read(source, {
    model: { about: { model: 'unknown', prompt: 'p0', input: SHA, answer: SHA }, answerTo: () => answer },
  });
}

function byModel(source: string, offers: Pointed[]) {
  const { readings, model } = answered(source, offers);
  const tiers = readings.find(({ reader }) => reader === 'model')?.tiers ?? [];
  return { lines: lines(tiers), dropped: model?.dropped, tiers };
}

const PAGE = cards(
  card('Free', 'Free'),
  card('Pro', '$19 / month'),
  card('Team', '$190 / year'),
  card('Max', 'Contact sales'),
);
// L1 Pricing, L2 Free, L3 Free, L6 Pro, L7 $19, L10 Team, L11 $190, L14 Max, L15 Contact sales

describe('an answer that points at the page', () => {
  test('becomes tiers with the words of the page', () => {
    const {
      lines: read,
      dropped,
      tiers,
    } = byModel(PAGE, [
      plan('L2', [], { free: 'L3' }),
      plan('L6', [price('A1')]),
      plan('L10', [price('A2', { billing: 'annual', per: 'year' })]),
      plan('L14', [], { contact: 'L15' }),
    ]);
    expect(read).toEqual(['Free: free', 'Pro: 19.00 USD monthly/month', 'Team: 190.00 USD annual/year', 'Max: custom']);
    expect(dropped).toBe(0);
    expect(tiers.map(({ prices, evidence }) => (prices[0]?.evidence ?? evidence)?.quote)).toEqual([
      'Free',
      '$19 / month',
      '$190 / year',
      'Contact sales',
    ]);
  });

  test('names only plans: add-ons, rivals, examples, services and former prices are no tiers', () => {
    const roles = ['add_on', 'other_product', 'rival', 'example', 'service', 'past', 'usage', 'none'] as const;
    expect(
      byModel(
        PAGE,
        roles.map((role) => plan('L6', [price('A1')], { role })),
      ).lines,
    ).toEqual([]);
  });

  test('names a plan by the words before its amount where both stand in one line', () => {
    const { lines: read } = byModel('<h1>Pricing</h1><p>Pro: from $9 / month</p><p>Team: $19 / month</p>', [
      plan('L2', [price('A1')]),
    ]);
    expect(read).toEqual(['Pro: from 9.00 USD monthly/month']);
  });
});

test('an amount of an attribute is quoted from it', () => {
  const source = cards(
    card('Pro', '<b data-monthly="19" data-annual="190">$19</b> / month'),
    card('Team', '$49 / month'),
  );
  const { tiers, dropped } = byModel(source, [
    plan('L2', [price('A1'), price('A2', { billing: 'annual', per: 'year' })]),
  ]);
  expect(lines(tiers)).toEqual(['Pro: 19.00 USD monthly/month, 190.00 USD annual/year']);
  expect(tiers[0]?.prices[1]?.evidence).toMatchObject({ quote: 'data-annual="190"', scope: 'source', method: 'model' });
  expect(dropped).toBe(0);
});

describe('what does not resolve is dropped and counted', () => {
  const cases: Record<string, Pointed[]> = {
    'a line that is not there': [plan('L99', [price('A1')])],
    'an amount that is not there': [plan('L6', [price('A9')])],
    'a year where the page says month': [plan('L6', [price('A1', { per: 'year', billing: 'annual' })])],
    'a free plan in a line that does not say so': [plan('L10', [], { free: 'L11' })],
    'a price on request in a line that does not say so': [plan('L10', [], { contact: 'L10' })],
  };
  for (const [what, offers] of Object.entries(cases))
    test(what, () => {
      expect(byModel(PAGE, offers)).toMatchObject({ lines: [], dropped: 1 });
    });

  test('and "none" is an answer', () => {
    expect(byModel(PAGE, [plan('none', [price('none')])])).toMatchObject({ lines: [], dropped: 0 });
  });
});

describe('a model that was not measured', () => {
  const confidenceOf = ({ tiers }: PageReading, of: string) =>
    tiers.find(({ name }) => name === of)?.prices[0]?.confidence ?? 0;
  const TWO = cards(card('Pro', '$19 / month'), card('Team', '$29 / month'));
  // L2 Pro, L3 $19, L6 Team, L7 $29

  test('raises nothing where it agrees, and lowers what it does not state', () => {
    const alone = read(TWO);
    const agreed = answered(TWO, [plan('L2', [price('A1')]), plan('L6', [price('A2')])]);
    const denied = answered(TWO, [plan('L6', [price('A2')])]);
    expect(confidenceOf(agreed, 'Pro')).toBe(confidenceOf(alone, 'Pro'));
    expect(confidenceOf(denied, 'Pro')).toBeLessThan(confidenceOf(alone, 'Pro'));
    expect(agreed.model).toMatchObject({ isMeasured: false, dropped: 0 });
  });

  test('states alone what is too unsure to be published', () => {
    const text = '<h1>Pricing</h1><p>You pay $7 each month for what we call our Starter edition.</p>';
    expect(read(text).tiers).toEqual([]);
    const { tiers } = answered(`${TWO}${text}`, [plan('L6', [price('A3')], {})]);
    for (const { prices } of tiers)
      for (const { evidence, confidence = 1 } of prices)
        if (evidence.method === 'model') expect(confidence).toBeLessThan(TRUST.publishFrom);
    expect(MOST_ALONE).toBeLessThan(TRUST.publishFrom);
  });
});

test('the answer to another text is not heard', () => {
  const reading = read(PAGE, {
    model: { about: { model: 'm', prompt: 'p1', input: SHA, answer: SHA }, answerTo: () => undefined },
  });
  expect(reading).toEqual(read(PAGE));
});
