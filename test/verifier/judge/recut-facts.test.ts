/** Facts beside the prices from a page to the record: cut again, cited, and made into what a product costs beyond its prices. */
import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../../data/pipeline/verdict.ts';
import type { PageFact } from '../../../data/reading.ts';
import { PricingRecord } from '../../../data/record.ts';
import { recutFacts } from '../../../verifier/judge/recut-facts.ts';
import { mergeSources } from '../../../verifier/record/merge-sources.ts';
import { testVerifier } from '../test-verifier.ts';
import { pageRead } from '../vendor-page.ts';

const card = (name: string, price: string, ...items: string[]) =>
  `<div><h3>${name}</h3><p>${price}</p><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></div>`;
const HTML = `<html lang="en"><body><main><h1>Pricing</h1><div>
${card('Starter', '$10 / user / month', '3 projects', 'Email support')}
${card('Team', '$25 / user / month', 'Everything in Starter, plus:', 'Audit log', 'Minimum 3 users')}
${card('Business', '$40 / user / month', 'Everything in Team, plus:', 'SSO (SAML)', '10 projects')}
${card('Enterprise', 'Contact us', 'Everything in Business, plus:', 'SCIM provisioning')}
</div></main>
<section><p>$0.20 per additional GB.</p><p>One-time onboarding fee of $500.</p><p>Premium support: $200 / month</p>
<p>14-day free trial, no credit card required.</p><p>Prices exclude VAT.</p><p>Non-profits get 30% off.</p></section></body></html>`;

const PAGE = pageRead(HTML);
const { words: WORDS, reading: READING } = PAGE;
const facts = (): PageFact[] => structuredClone(READING.facts ?? []);

async function published(html = HTML): Promise<PricingRecord> {
  const verifier = await testVerifier();
  await verifier.visit(pageRead(html), 0);
  return PricingRecord.parse(verifier.record());
}

describe('cut again', () => {
  test('what an honest reader brings is kept whole', () => {
    const kinds = facts().map(({ kind }) => kind);
    expect(kinds.toSorted().join(' ')).toBe(
      'capability capability capability minimum_units overage programme setup_fee support_fee tax trial',
    );
    expect(recutFacts(WORDS, facts(), READING.tiers)).toEqual({ said: facts(), refused: [] });
  });

  test.each([
    ['en', '100% satisfaction guarantee for 30 days', 'money_back'],
    ['en', 'Starting January 15, 2027, Team will cost $30 / user / month.', 'announced_price'],
    ['de', '20 % sparen mit Jahresabo', 'annual_discount'],
    ['nl', 'Alle prijzen zijn exclusief btw.', 'tax'],
    ['nl', 'Eenmalige opstartkosten: $150', 'setup_fee'],
    ['pl', '14-dniowy okres próbny bez karty.', 'trial'],
    ['en', 'The first two weeks are free.', 'trial'],
    ['sv', '14 dagar gratis', 'trial'],
  ])('as in %s: %s', (lang, says, kind) => {
    const html = HTML.replace('lang="en"', `lang="${lang}"`).replace(/<section>.*<\/section>/s, `<p>${says}</p>`);
    const { words, reading } = pageRead(html);
    const { said, refused } = recutFacts(words, reading.facts ?? [], reading.tiers);
    expect(refused).toEqual([]);
    expect(said.map((fact) => fact.kind)).toContain(kind);
  });

  const forged: [string, PageFact['kind'], object, RegExp][] = [
    ['another tax', 'tax', { evidence: { ...facts()[0]?.evidence } }, /does not mention it/],
    ['another amount', 'overage', { amount: '0.30' }, /does not state 0.30/],
    ['another length', 'trial', { days: 30 }, /does not state 30/],
    ['another capability', 'capability', { capability: 'hipaa' }, /does not mention it/],
    ['a tier that is not there', 'minimum_units', { tier: 'Gold' }, /the page does not support its tier/],
  ];
  test.each(forged)('%s is refused', (_, kind, change, reason) => {
    const read = facts();
    const fact = read.find((each) => each.kind === kind);
    if (fact === undefined) throw new Error('The page of this test states one of each kind');
    Object.assign(fact, change);
    const { said, refused } = recutFacts(WORDS, read, READING.tiers);
    expect(said).toHaveLength(read.length - 1);
    expect(refused.map((each) => each.reason)).toEqual([expect.stringMatching(reason)]);
  });

  test('a quote that stands elsewhere, or nowhere, proves nothing', () => {
    const moved = facts().map((fact) => ({ ...fact, evidence: { ...fact.evidence, textStart: 0, textEnd: 9 } }));
    expect(recutFacts(WORDS, moved, READING.tiers).said).toEqual([]);
    expect(recutFacts(undefined, facts(), READING.tiers).said).toEqual([]);
  });

  test('part of a longer number is not that number', () => {
    const start = WORDS.text.indexOf('0 per additional GB');
    const evidence = { ...facts()[0]?.evidence, quote: '0 per additional GB', textStart: start, textEnd: start + 19 };
    const cutShort = [{ kind: 'overage', amount: '0.00', currency: 'USD', unit: 'gb', evidence }] as PageFact[];
    expect(recutFacts(WORDS, cutShort, READING.tiers).refused[0]?.reason).toMatch(/longer number/);
  });

  test('refused facts say nothing against the prices', async () => {
    const [honest, forging] = [await testVerifier(), await testVerifier()];
    const forged = facts().map((fact) => ({ ...fact, evidence: { ...fact.evidence, quote: 'x' } }));
    const { refused: _, ...verdict } = (await honest.visit(PAGE, 0)) as Verdict;
    const refused = forged.map(() => expect.anything());
    expect(await forging.visit(PAGE, 0, { ...READING, facts: forged })).toEqual({ ...verdict, refused });
    expect(forging.record().tiers).toHaveLength(4);
    expect(forging.record().facts).toBeUndefined();
  });
});

const record = await published();

describe('in the record', () => {
  test('facts go by the ids of tiers and cite evidence that the record holds', () => {
    const ids = new Set(record.evidence.map(({ id }) => id));
    expect(record.facts).toHaveLength(facts().length);
    for (const { evidence } of record.facts ?? []) expect(ids).toContain(evidence);
    expect(record.facts?.find((fact) => fact.kind === 'capability' && fact.capability === 'sso')).toMatchObject({
      first: 'business',
      tiers: [
        { tier: 'starter', state: 'not_included' },
        { tier: 'team', state: 'not_included' },
        { tier: 'business', state: 'included' },
        { tier: 'enterprise', state: 'included' },
      ],
    });
  });

  test('what a product costs beyond its prices is observed or derived, with its evidence', () => {
    const costs = record.hiddenCosts.map(({ label, cost, kind, origin }) => `${kind} ${origin}: ${label}, ${cost}`);
    expect(costs.toSorted()).toEqual([
      'audit derived: Audit log requires Team, +$15 per user/mo over Starter',
      'minimum derived: At least 3 users on Team, from $75/mo',
      'other derived: SCIM provisioning requires Enterprise, price on request',
      'overage observed: Each additional gb, $0.20 per gb',
      'setup observed: Set-up fee, $500 once',
      'sso derived: Single sign-on requires Business, +$15 per user/mo over Team',
      'support observed: Premium support, $200/mo',
    ]);
    for (const { evidence, source } of record.hiddenCosts) {
      expect(record.evidence.map(({ id }) => id)).toContain(evidence);
      expect(source).toBe('https://acme.example/pricing');
    }
  });

  test('a least number for all tiers is of what they are priced by, and said once', async () => {
    const html = HTML.replace('<li>Minimum 3 users</li>', '').replace(
      '<section>',
      '<section><p>Minimum 3 seats on all plans.</p>',
    );
    const least = ({ hiddenCosts }: PricingRecord) => hiddenCosts.find(({ kind }) => kind === 'minimum');
    expect(least(await published(html))).toMatchObject({
      label: 'Minimum',
      cost: 'at least 3 users',
      origin: 'observed',
    });
  });

  test('no difference is taken between prices of different units', async () => {
    const { hiddenCosts } = await published(HTML.replace('$25 / user / month', '$25 / month'));
    expect(hiddenCosts.filter(({ kind }) => kind === 'sso' || kind === 'audit')).toEqual([]);
  });

  test('of two sources the first that speaks of a thing is believed', async () => {
    const { visit, ledger } = await testVerifier();
    await visit(PAGE, 0);
    const first = ledger.state('acme').sources.get('pricing')?.statement ?? expect.fail('It is taken');
    const other = structuredClone(first);
    for (const fact of other.facts ?? []) if (fact.kind === 'overage') fact.amount = '9.00';
    const stated = (id: string) => (id === 'docs' ? other : first);
    expect(mergeSources([{ id: 'pricing' }, { id: 'docs' }], stated).statement.facts).toEqual(first.facts);
  });
});
