/** `npm run bench -- readers`: what two readers state together and alone, and its tables over labelled pages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ReadTier } from '../../data/reading.ts';
import type { Label } from '../../lab/accuracy/score.ts';
import type { Finding } from '../../lab/harness/measurement.ts';
import { agreementOn, STATED_BY, together } from '../../lab/readers/agreement.ts';
import { run } from '../../lab/readers/readers.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const tier = (name: string, ...amounts: string[]): ReadTier => ({
  name,
  isFree: amounts.length === 0,
  isCustom: false,
  features: [],
  prices: amounts.map((amount) => ({
    amount,
    currency: 'USD',
    per: 'month',
    billing: 'monthly',
    kind: 'list',
    evidence: { quote: `$${amount}`, scope: 'text', textStart: 0, textEnd: 3, path: '', method: 'cards' },
  })),
});
const label: Label = {
  currency: 'USD',
  tiers: [
    { name: 'Free', free: true },
    { name: 'Pro plan', monthly: 12, payg: [3] },
    { name: 'Team', monthly: 30 },
  ],
  tokenRates: [],
};

describe('agreement', () => {
  it('counts what both state and what one does, right or wrong by the label', () => {
    const read = {
      old: [tier('Free'), tier('Pro', '12'), tier('Team', '31')],
      new: [tier('Pro', '12'), tier('Team', '30')],
    };
    const { by, labelled, found } = agreementOn(label, read);
    expect([labelled, found]).toEqual([3, 3]);
    expect(STATED_BY.map((who) => [by[who].right, by[who].wrong])).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
      [1, 0],
      [0, 0],
    ]);
  });

  it('tells a reader that reads nothing from one that reads less', () => {
    const { by } = together([
      agreementOn(label, { old: [], new: [tier('Team', '30')] }),
      agreementOn(label, { old: [tier('Free')], new: [] }),
    ]);
    expect(by['only new, old reads nothing']).toEqual({ right: 1, wrong: 0 });
    expect(by['only old, new reads nothing']).toEqual({ right: 1, wrong: 0 });
  });

  it('leaves out amounts of the tier that are no price by the month', () => {
    const { by } = agreementOn(label, { old: [tier('Pro', '3')], new: [tier('Team', '3')] });
    expect(by['only old']).toEqual({ right: 0, wrong: 0 });
    expect(by['only new']).toEqual({ right: 0, wrong: 1 });
  });
});

it('prints shares by folder and the mean over vendors, and reports right facts over those of the old readers', async () => {
  const folders = ['Quinfen', 'Moldray'].map((vendor, at) => {
    const folder = temporaryDirectory();
    for (const part of ['pages', 'labels']) mkdirSync(join(folder, part));
    const cards = ['Basic', 'Plus'].map((name, i) => `<div><h3>${name}</h3><p>$${12 + 18 * i} / month</p></div>`);
    writeFileSync(join(folder, 'pages', 'one.html'), `<h1>Pricing</h1><section>${cards.join('')}</section>`);
    const tiers = [
      { name: 'Basic', monthly: 12 + at },
      { name: 'Plus', monthly: 30 },
    ];
    writeFileSync(join(folder, 'labels', 'one.json'), JSON.stringify({ currency: 'USD', tiers }));
    writeFileSync(join(folder, 'manifest.jsonl'), `${JSON.stringify({ name: 'one', vendor, file: 'one.html' })}\n`);
    return folder;
  });
  const [said, findings]: [string[], Finding[]] = [[], []];
  const bench = { quick: true, rounds: 1, corpus: folders, dir: '', start: () => expect.fail('It starts no process') };
  await run({ ...bench, report: (finding) => findings.push(finding), progress: (line) => said.push(line) });
  const [scores, agreement] = said;
  const [one, two] = folders.map((folder) => basename(folder));
  expect(scores).toMatch(new RegExp(`^${one} +1 +1\\.000 +1\\.000 +1\\.000 +1\\.000$`, 'm'));
  expect(scores).toMatch(new RegExp(`^${two} +1 +0\\.500 +0\\.500 +0\\.500 +0\\.500$`, 'm'));
  expect(scores).toMatch(/^mean of 2 vendors +2 +0\.750 +0\.750 +0\.750 +0\.750$/m);
  expect(agreement).toMatch(/^all folders +both +3 +1 +0\.750$/m);
  expect(agreement).toMatch(/^all folders +either, of 4 labelled +3 +0\.750$/m);
  expect(findings.at(-1)).toMatchObject({ case: 'right price facts, all folders', ratio: 1 });
});
