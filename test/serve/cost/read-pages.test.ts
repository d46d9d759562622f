/** Costs of records as the readers make them: a page's words, read, cut again and counted for a team. */
import { describe, expect, it } from 'vitest';
import { pageText } from '../../../data/text/page-text.ts';
import { costForTeam, type Wanted } from '../../../serve/cost/tier-choice.ts';
import { recutFacts } from '../../../verifier/judge/recut-facts.ts';
import { toStatement } from '../../../verifier/record/statement.ts';
import { NOON, page, record } from '../../builders.ts';
import { card, cards, read } from '../../crawler/read/pages.ts';

function recordOf(source: string) {
  const { tiers, models, facts = [] } = read(source);
  const { said } = recutFacts({ source, text: pageText(source, 'html') }, facts, tiers);
  const ids = tiers.map(({ name }) => name.toLowerCase());
  const statement = toStatement({ tiers, models, said }, ids, { page: page(), source: 'pricing', capturedAt: NOON });
  return record(statement);
}

function costOf(source: string, wanted: Partial<Wanted> = {}) {
  return costForTeam(recordOf(source), { seats: 10, billing: 'monthly', termYears: 1, ...wanted });
}

const item = (words: string) => `<ul><li>${words}</li></ul>`;
const SOLO = card('Solo', '$5 per month');
const TEAM = card('Team', '$79 per month', item('3 seats included, $24 for each additional'));

describe('a page with', () => {
  it('"3 seats included, $24 for each additional" sells ten seats for $247 a month', () => {
    const cost = costOf(cards(SOLO, TEAM, card('Enterprise', 'Contact sales')));
    expect(cost).toMatchObject({
      tier: 'team',
      subscription: {
        monthly: 247,
        lines: [
          { kind: 'quoted', amount: '79.00', units: 1 },
          { kind: 'extra_seats', amount: '24.00', units: 7, evidence: expect.stringMatching(/^ev_/) },
        ],
      },
      total: { annual: 247 * 12, complete: true, excludes: [] },
    });
  });

  const told = (name: string, price: string) =>
    `<p>The ${name} plan (${price}) is for teams that need collaboration, unlimited servers and priority support.</p>`;
  it.each([
    [
      'sentences',
      `<main><h1>Pricing</h1>${told('Solo', '$5 / month')}${told('Team', '$79 / month, 3 seats included; $24 per additional seat / month')}</main>`,
    ],
    [
      'two items',
      cards(
        SOLO,
        card('Team', '$79 per month', '<ul><li>3 users included</li><li>Additional users $24/mo each</li></ul>'),
      ),
    ],
  ])('the same in %s', (_, source) => {
    expect(costOf(source, { tier: 'team' }).subscription.monthly).toBe(247);
  });
});
