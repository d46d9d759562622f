/** Labelled pages in order of time: what the events tell of the moves between their labels. */
import { expect, test } from 'vitest';
import { labelledPages } from '../../lab/accuracy/labelled-pages.ts';
import { measureSeries } from '../../lab/accuracy/series.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { layOut, layoutNamed } from '../vendor-web/layouts.ts';
import { free, offer, paid } from '../vendor-web/offers.ts';
import { writtenCorpus } from './written-corpus.ts';

test('a move is the vendor’s, of unknown cause, or waits with its page, and never a correction of ours [D3.changes.correction]', () => {
  const captures = [
    ['2021-04-01', 10, 30],
    ['2021-06-15', 12, 30],
    // The same prices under each other's names: misread now, or before, or moved.
    ['2021-07-20', 30, 12],
    ['2021-09-01', 2, 12],
  ].map(([date, team, business]) => {
    const sold = [free('Free'), paid('Team', { monthly: `${team}` }), paid('Business', { monthly: `${business}` })];
    const html = layOut(offer('Acme', { tiers: sold }), layoutNamed('div-cards')).body;
    const tiers = [
      { name: 'Free', free: true },
      { name: 'Team', monthly: team },
      { name: 'Business', monthly: business },
    ];
    return { name: `acme-${date}`, html, tiers, about: { slug: 'acme', url: 'https://acme.example/pricing', date } };
  });
  const { series, pages, moves } = measureSeries(labelledPages(writtenCorpus(captures)), temporaryDirectory());
  expect([series, pages]).toEqual([1, 4]);
  expect(moves.map(({ day, tier, told }) => `${day} ${tier} ${told}`)).toEqual([
    '2021-06-15 team vendor',
    '2021-07-20 team changed_with_redesign',
    '2021-07-20 business changed_with_redesign',
    '2021-09-01 team waits',
  ]);
});
