/** What an author may state in a product's file, and where it goes. */
import { describe, expect, it } from 'vitest';
import { AuthoredResearch } from '../../../data/authored-research.ts';
import type { HiddenCost } from '../../../data/record.ts';
import { withAuthoredCosts } from '../../../verifier/record/authored-research.ts';

const from = { source: 'https://news.example/acme', asOf: '2026-10-01' };

describe('an author’s file', () => {
  it.each([
    ['a statement without a source', { verdict: { text: 'Cheap.', asOf: '2026-10-01' } }],
    ['a source that is no https address', { verdict: { text: 'Cheap.', ...from, source: 'http://news.example' } }],
    ['a field that is not known', { verdicts: { text: 'Cheap.', ...from } }],
    [
      'amount and currency must be given together',
      { hiddenCosts: [{ label: 'a', cost: 'b', kind: 'setup', amount: '1.00', ...from }] },
    ],
    ['markup', { verdict: { text: '<b>Cheap.</b>', ...from } }],
    [
      'more than everything off',
      { discountPrograms: [{ kind: 'startup', name: 'a', text: 'b', percent: 101, ...from }] },
    ],
  ])('%s is refused', (_, research) => {
    expect(AuthoredResearch.safeParse(research).success).toBe(false);
  });

  it('states what is to be found out, each with its source and day', () => {
    expect(AuthoredResearch.parse({ expertTake: { text: 'Dear to grow with.', ...from } })).toEqual({
      expertTake: { text: 'Dear to grow with.', ...from },
      planAdvice: [],
      hiddenCosts: [],
      discountPrograms: [],
    });
  });
});

describe('hidden costs of an author', () => {
  const cost = (overrides: Partial<HiddenCost>): HiddenCost => ({
    label: 'Set-up fee',
    cost: '$500 once',
    kind: 'setup',
    origin: 'observed',
    ...overrides,
  });
  const research = (costs: object[]) =>
    AuthoredResearch.parse({ hiddenCosts: costs.map((each) => ({ ...each, ...from })) });

  it('take the place of the same one, and of any other where there is but one of a kind', () => {
    const sso = cost({ kind: 'sso', label: 'Single sign-on requires Business' });
    const authored = research([
      { kind: 'setup', label: 'Set-up FEE', cost: '$400 once' },
      { kind: 'sso', label: 'SAML add-on', cost: '$2 per user/mo' },
    ]);
    expect(withAuthoredCosts([cost({}), cost({ label: 'Migration' }), sso], authored)).toMatchObject([
      { label: 'Set-up FEE', origin: 'research', source: from.source, asOf: from.asOf },
      { label: 'SAML add-on', origin: 'research' },
      { label: 'Migration', origin: 'observed' },
    ]);
  });
});
