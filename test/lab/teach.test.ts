/** The benchmark of taught recipes: labels become what a person would confirm, and the command counts what becomes of pages. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Label } from '../../lab/accuracy/score.ts';
import { Measurement } from '../../lab/harness/measurement.ts';
import { factsOfLabel } from '../../lab/teach/trials.ts';
import { IS_LONG } from '../long.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

test('a label is confirmed as the page prints it: an annual price by the month or by the year', () => {
  const label = Label.parse({
    currency: 'EUR',
    tiers: [
      { name: 'Free', free: true, monthly: 0 },
      { name: 'Team', monthly: 12, annualPerMonth: 10 },
      { name: 'Scale', annualPerMonth: 41.67, annualTotal: 500 },
      { name: 'Enterprise', contactSales: true },
      { name: 'Support', oneOff: 90 },
    ],
  });
  const annual = { currency: 'EUR', billing: 'annual' };
  expect(factsOfLabel(label, ['12.00', '10.00', '500.00'])?.plans).toEqual([
    { name: 'Free', isFree: true, prices: [] },
    {
      name: 'Team',
      prices: [
        { amount: '12.00', currency: 'EUR', per: 'month', billing: 'monthly' },
        { ...annual, amount: '10.00', per: 'month' },
      ],
    },
    { name: 'Scale', prices: [{ ...annual, amount: '500.00', per: 'year' }] },
    { name: 'Enterprise', isCustom: true, prices: [] },
  ]);
  expect(factsOfLabel(Label.parse({ tiers: [] }), [])).toBeUndefined();
});

if (IS_LONG)
  test('teach reads later captures by the recipe of an earlier one, and counts redesigns', { timeout: 180_000 }, () => {
    const corpus = temporaryDirectory();
    for (const folder of ['pages', 'labels']) mkdirSync(join(corpus, folder));
    const captures = [
      { date: '2024-01-01', prices: [12, 30] },
      { date: '2025-01-01', prices: [15, 36] },
    ];
    const manifest = captures.map(({ date, prices }) => {
      const plans = ['Basic', 'Plus'].map((name, at) => ({ name, monthly: prices[at] }));
      const cards = plans.map(({ name, monthly }) => `<div><h3>${name}</h3><p>$${monthly} / month</p></div>`);
      writeFileSync(join(corpus, 'pages', `${date}.html`), `<h1>Pricing</h1><section>${cards.join('')}</section>`);
      writeFileSync(join(corpus, 'labels', `${date}.json`), JSON.stringify({ currency: 'USD', tiers: plans }));
      return JSON.stringify({
        name: date,
        file: `${date}.html`,
        slug: 'acme',
        url: 'https://acme.example/pricing',
        date,
      });
    });
    writeFileSync(join(corpus, 'manifest.jsonl'), manifest.join('\n'));
    const program = resolve(import.meta.dirname, '../../lab/main.ts');
    const flags = ['teach', '--quick', '--corpus', corpus];
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...flags], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(/^acme +2 +2 +0 +0 +1\.000 +1\.000 +1\.000 +1\.000 +1\.000 +1\.000$/m);
    const lines = stdout.trimEnd().split('\n');
    const found = new Map(lines.map((line) => Measurement.parse(JSON.parse(line))).map((each) => [each.case, each]));
    expect(found.get('recipe alone, later captures alone')?.figures.subject?.value).toBe(2);
    expect(found.get('redesigns: read wrongly')?.ratio).toBeLessThan(0.01);
    expect(found.get('redesigns: survived')?.ratio).toBeGreaterThan(0.4);
  });
