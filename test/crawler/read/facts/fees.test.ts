/** Amounts that are no tier's price, and the numbers of units that a price asks for or includes. */
import { describe, expect, test } from 'vitest';
import type { PageFact } from '../../../../data/reading.ts';
import { casesOf } from '../../../cases.ts';
import { card, cards, read } from '../pages.ts';
import { factsOf, said, TIERS } from './said.ts';

const cases = casesOf(import.meta.filename);

describe('fees', () => {
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  test.each<[PageFact['kind'], string, object, string?]>([
    ['overage', '$0.10 per additional GB', { ...usd('0.10'), unit: 'gb' }],
    ['overage', 'Additional users: $5 / month', { ...usd('5.00'), unit: 'user', per: 'month' }],
    ['overage', 'Overage: $2 per 1,000 events', { ...usd('2.00'), unit: '1000 event' }],
    ['overage', '100 GB included, then $0.05 per GB', { ...usd('0.05'), unit: 'gb' }],
    ['overage', 'Additional seats $19/mo each', { ...usd('19.00'), unit: 'seat', per: 'month' }],
    ['overage', '3 seats included, $24 for each additional', { ...usd('24.00'), unit: 'seat' }],
    ['overage', 'Additional bandwidth: $0.05 per GB', { ...usd('0.05'), unit: 'gb' }],
    ['overage', 'Additional storage: 100 GB for $10 / month', { ...usd('10.00'), unit: '100 gb', per: 'month' }],
    ['overage', 'Extra support hours: $150 / hour', { ...usd('150.00'), unit: 'support hour' }],
    ['overage', 'Extra storage: $2 per 100 GB per month', { ...usd('2.00'), unit: '100 gb', per: 'month' }],
    ['overage', 'On Pro, extra users cost $4', { ...usd('4.00'), unit: 'user', tier: 'Pro' }],
    ['setup_fee', 'Pro onboarding costs $500 one time.', { ...usd('500.00'), per: 'once', tier: 'Pro' }],
    ['setup_fee', 'Setup fee: $500 for Pro, $300 for Basic', { ...usd('500.00'), per: 'once', tier: 'Pro' }],
    ['setup_fee', 'Setup fee of $99 per user', { ...usd('99.00'), per: 'once', unit: 'user' }],
    ['renewal', 'Basic renews at $15/mo and Pro at $25/mo', { ...usd('15.00'), per: 'month', tier: 'Basic' }],
    ['support_fee', 'Business support: $99 / month', { ...usd('99.00'), name: 'Business support', per: 'month' }],
    ['add_on', 'SSO add-on: $3 / month on Pro', { ...usd('3.00'), name: 'SSO', per: 'month', tier: 'Pro' }],
    ['setup_fee', 'One-time onboarding fee of $500.', { ...usd('500.00'), per: 'once' }],
    ['setup_fee', 'Implementation starts at $2,000', { ...usd('2000.00'), per: 'once', isFloor: true }],
    ['setup_fee', 'Einmalige Einrichtungsgebühr: 199 USD', { ...usd('199.00'), per: 'once' }, 'de'],
    ['support_fee', 'Premium support: $200 / month', { ...usd('200.00'), name: 'Premium support', per: 'month' }],
    ['add_on', 'Reports add-on: $15 / month', { ...usd('15.00'), name: 'Reports', per: 'month' }],
    ['renewal', 'Renews at $24 / month.', { ...usd('24.00'), per: 'month' }],
    ['renewal', '$180/yr on renewal', { ...usd('180.00'), per: 'year' }],
  ])('%s: %j', (kind, words, fact, lang) => {
    expect(said(kind, words, lang)).toEqual([fact]);
  });

  test.each(cases<[PageFact['kind'], string]>('not'))('%s: not %j', (kind, words) => {
    expect(said(kind, words)).toEqual([]);
  });

  test('under a heading of add-ons each has its name', () => {
    const section = `<section><h2>Add-ons</h2><div><h3>Extra storage</h3><p>$10 / month</p></div>
      <div><h3>Sandbox</h3><p>$49 / month</p></div></section>`;
    expect(said('add_on', section)).toEqual([
      { amount: '10.00', currency: 'USD', name: 'Extra storage', per: 'month' },
      { amount: '49.00', currency: 'USD', name: 'Sandbox', per: 'month' },
    ]);
  });

  test('a fee of several tiers is said of each', () => {
    expect(said('setup_fee', '$250 setup fee on Basic and Pro')).toMatchObject([{ tier: 'Basic' }, { tier: 'Pro' }]);
  });

  test.each([
    ['<div><h3>White label</h3><p>Remove our branding</p><p>$49 / month</p></div><h3>Next</h3>', ['White label']],
    ['<div>White label</div><p>Remove our branding.</p><p>$49 / month</p>', []],
    ['<h3>Storage</h3><p>Small</p><p>$5 / month</p><p>Large</p><p>$9 / month</p>', ['Small', 'Large']],
    ['<p>Dedicated IP — from $30 / month</p>', ['Dedicated IP']],
    ['<p>Static IPs: $40 per month. Test insights: $10 per seat per month.</p>', ['Static IPs', 'Test insights']],
    ['<p>Backups: $9 per month, Annual $90</p>', ['Backups']],
    [
      '<table><tr><th>What</th><th>Basic</th><th>Pro</th></tr><tr><td>SSO</td><td>Not available</td><td>$3 / month</td></tr></table>',
      ['SSO'],
    ],
  ])('an add-on in %s is called %j', (rest, names) => {
    const found = said('add_on', `<h2>Add-ons</h2>${rest}`);
    expect(found.map((fact) => (fact as { name: string }).name)).toEqual(names);
  });

  test('in a document a heading with a price opens the section of its tier, and questions end it', () => {
    const page = `# Pricing\n\n## Pro — $25 / month\n\n- 10 projects included, then $3 per project\n\n## Team — $99 / month\n
- Additional seats: $9\n\n## Enterprise\n\nContact us\n\n### FAQ\n\n#### Is there a set-up fee?\n\nThe set-up fee is $250.\n`;
    const facts = read(page, { format: 'markdown' }).facts ?? [];
    expect(facts.map(({ evidence: _, ...fact }) => fact)).toEqual([
      { kind: 'overage', tier: 'Pro', amount: '3.00', currency: 'USD', unit: 'project' },
      { kind: 'overage', tier: 'Team', amount: '9.00', currency: 'USD', unit: 'seat' },
      { kind: 'setup_fee', amount: '250.00', currency: 'USD', per: 'once' },
    ]);
  });

  test('a row of a comparison states them for each tier', () => {
    const table = `<table><tr><th></th><th>Basic</th><th>Team</th></tr><tr><td>Price</td><td>$9 / month</td><td>$29 / month</td></tr>
      <tr><td>Additional users</td><td>$4 / month</td><td>$3 / month</td></tr><tr><td>Setup fee</td><td>–</td><td>$200</td></tr></table>`;
    expect(factsOf(table, 'overage')).toEqual([
      { amount: '4.00', currency: 'USD', tier: 'Basic', per: 'month', unit: 'user' },
      { amount: '3.00', currency: 'USD', tier: 'Team', per: 'month', unit: 'user' },
    ]);
    expect(factsOf(table, 'setup_fee')).toEqual([{ amount: '200.00', currency: 'USD', tier: 'Team', per: 'once' }]);
  });
});

describe('numbers of units', () => {
  const withTeam = (rest: string) => cards(TIERS[0] ?? '', card('Team', '$30 / month', rest));
  const units = (source: string) =>
    (read(source).facts ?? []).flatMap((fact) =>
      fact.kind === 'minimum_units' || fact.kind === 'included_units'
        ? [`${fact.tier ?? 'all'}: ${fact.kind} ${fact.count}`]
        : [],
    );
  test.each<[string, string, string?]>([
    ['Minimum 3 seats', 'Team: minimum_units 3'],
    ['Requires at least 2 editors', 'Team: minimum_units 2'],
    ['5-seat minimum', 'Team: minimum_units 5'],
    ['Includes 5 users', 'Team: included_units 5'],
    ['Mindestens 4 Nutzer', 'Team: minimum_units 4', 'de'],
    ['Inkl. 5 Nutzer', 'Team: included_units 5', 'de'],
    ['3 seats included, $24 for each additional', 'Team: included_units 3'],
    ['2 provider minimum', 'Team: minimum_units 2'],
    ['Starts at 3 users', 'Team: minimum_units 3'],
    ['À partir de 5 utilisateurs', 'Team: minimum_units 5', 'fr'],
    ['Minst 3 användare', 'Team: minimum_units 3', 'sv'],
    ['最少5个用户', 'Team: minimum_units 5', 'zh'],
  ])('%j', (words, fact, lang = 'en') => {
    const source = `<html lang="${lang}">${withTeam(`<ul><li>${words}</li></ul>`)}</html>`;
    expect(units(source)).toEqual([fact]);
    const [, team] = read(source).tiers;
    expect(team?.minimumUnits ?? team?.includedUnits).toBe(Number(/\d+/.exec(words)?.[0]));
  });

  test.each([
    'Up to 5 users included',
    'Includes 5 user groups',
    'Additional 5 users included',
    'Each additional pack: 5 users included',
    'Includes 5 workspaces',
    '1-5 users included',
    'No minimum of 3 seats',
    'Are 5 users included?',
  ])('%j states none', (words) => {
    expect(units(withTeam(`<ul><li>${words}</li></ul>`))).toEqual([]);
  });

  test.each([
    'Minimum 3 months',
    'Minimum 99.9% uptime',
    '12.5 seats minimum',
    'Minimum 3 seats</li><li>Minimum 5 seats',
  ])('%j is no least number of seats', (words) => {
    const source = withTeam(`<ul><li>${words}</li></ul>`);
    expect(units(source)).toEqual([]);
    expect(read(source).tiers[1]).not.toHaveProperty('minimumUnits');
  });

  test('a sentence that prices one tier states them of that tier', () => {
    const sentence = (name: string, price: string) =>
      `<p>The ${name} plan (${price}) is for teams that need collaboration, unlimited server binding, roles, permissions and priority support.</p>`;
    const source = `<main><h1>Pricing</h1>${sentence('Solo', '$5 / month')}${sentence('Team', '$79 / month, 3 seats included; $24 per additional seat / month')}</main>`;
    expect(units(source)).toEqual(['Team: included_units 3']);
    expect(factsOf(source, 'overage')).toEqual([
      { amount: '24.00', currency: 'USD', tier: 'Team', per: 'month', unit: 'seat' },
    ]);
    const both = `<main><h1>Pricing</h1><p>The Solo plan costs $5 / month, the Team plan costs $79 / month, 3 seats included.</p></main>`;
    expect(units(both)).toEqual([]);
  });

  test('a row of a table states them for each tier', () => {
    const table = `<table><tr><th></th><th>Basic</th><th>Team</th></tr><tr><td>Price</td><td>$9 / month</td><td>$29 / month</td></tr>
      <tr><td>Users included</td><td>1</td><td>5</td></tr><tr><td>Users</td><td>Up to 3</td><td>50</td></tr></table>`;
    expect(units(table)).toEqual(['Basic: included_units 1', 'Team: included_units 5']);
  });

  test('a rule for all tiers belongs to none', () => {
    const source = cards(...TIERS, '<p>All plans require a minimum of 2 seats.</p>');
    expect(units(source)).toEqual(['all: minimum_units 2']);
  });
});
