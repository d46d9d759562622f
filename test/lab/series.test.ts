/** Labelled pages in order of time: what the events tell of the moves between their labels. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labelledPages } from '../../lab/accuracy/labelled-pages.ts';
import { measureSeries } from '../../lab/accuracy/series.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { layOut, layoutNamed } from '../vendor-web/layouts.ts';
import { free, offer, paid } from '../vendor-web/offers.ts';

test('a move is the vendor’s, of unknown cause, or waits with its page, and never a correction of ours [D3.changes.correction]', () => {
  const [corpus, dir] = [temporaryDirectory(), temporaryDirectory()];
  for (const folder of ['pages', 'labels']) mkdirSync(join(corpus, folder));
  const lines = [
    ['2021-04-01', 10, 30, 'div-cards'],
    ['2021-06-15', 12, 30, 'div-cards'],
    // The same prices under each other's names: misread now, or before, or moved.
    ['2021-07-20', 30, 12, 'div-cards'],
    ['2021-09-01', 2, 12, 'div-cards'],
  ].map(([date, team, business, layout]) => {
    const name = `acme-${date}`;
    const tiers = [free('Free'), paid('Team', { monthly: `${team}` }), paid('Business', { monthly: `${business}` })];
    writeFileSync(
      join(corpus, 'pages', `${name}.html`),
      layOut(offer('Acme', { tiers }), layoutNamed(`${layout}`)).body,
    );
    const stated = [
      { name: 'Free', free: true },
      { name: 'Team', monthly: team },
      { name: 'Business', monthly: business },
    ];
    writeFileSync(join(corpus, 'labels', `${name}.json`), JSON.stringify({ currency: 'USD', tiers: stated }));
    return JSON.stringify({ name, file: `${name}.html`, slug: 'acme', url: 'https://acme.example/pricing', date });
  });
  writeFileSync(join(corpus, 'manifest.jsonl'), `${lines.join('\n')}\n`);
  const { series, pages, moves } = measureSeries(labelledPages(corpus), dir);
  expect([series, pages]).toEqual([1, 4]);
  expect(moves.map(({ day, tier, told }) => `${day} ${tier} ${told}`)).toEqual([
    '2021-06-15 team vendor',
    '2021-07-20 team changed_with_redesign',
    '2021-07-20 business changed_with_redesign',
    '2021-09-01 team waits',
  ]);
});
