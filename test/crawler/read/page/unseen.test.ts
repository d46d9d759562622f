/** A tier that nobody can see is not read, in whatever way it is hidden; what a page can show is. */
import { describe, expect, test } from 'vitest';
import { BAIT, baited, STILL, WAYS_TO_HIDE } from '../../../vendor-web/bait.ts';
import { SEEN } from '../../../vendor-web/vendors/unseen.ts';
import { card, cards, read } from '../pages.ts';

const OWN = SEEN.tiers.map(({ name }) => name);
const names = (source: string) => read(source).tiers.map(({ name }) => name);
const ways = WAYS_TO_HIDE.map((way) => [way.name, way] as const);

test('the bait is a tier like the others where it is in sight', () => {
  const page = baited(SEEN, 'bait', { name: 'shown', hide: (bait) => `<div>${bait}</div>`, css: '' });
  expect(names(page)).toEqual([BAIT.name, ...OWN]);
});

test.each(ways)('%s', (_, way) => {
  expect(names(baited(SEEN, 'bait', way))).toEqual(OWN);
});

describe('on a page that scripts can change', () => {
  const running = (source: string) => source.replace('</body>', '<script src="/app.js"></script></body>');

  test.each(ways.filter(([name]) => !STILL.has(name)))('%s', (_, way) => {
    expect(names(running(baited(SEEN, 'bait', way)))).toEqual(OWN);
  });

  test.each(ways.filter(([name]) => STILL.has(name)))('%s may be about to appear', (_, way) => {
    expect(names(running(baited(SEEN, 'bait', way)))).toEqual([BAIT.name, ...OWN]);
  });
});

test('a card that is hidden in a row of cards is dead markup', () => {
  const old = card('Basic', '$7 per month').replace('<div>', '<div hidden>');
  expect(names(cards(old, card('Pro', '$29 per month'), card('Max', '$59 per month')))).toEqual(OWN);
});

test('a card that Chromium did not draw is dead markup, whatever style sheet hides it', () => {
  const old = card('Basic', '$7 per month').replace('<div>', '<div class="old" data-not-drawn="">');
  const page = cards(old, card('Pro', '$29 per month'), card('Max', '$59 per month'));
  expect(names(page.replace('</head>', '<link rel="stylesheet" href="/s.css"></head>'))).toEqual(OWN);
});
