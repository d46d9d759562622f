import { describe, expect, test } from 'vitest';
import { minimumUnitsIn } from '../../../../crawler/read/tiers/minimum.ts';
import { by, card, cards } from '../pages.ts';

describe('the least number of seats', () => {
  test.each<[string, number | undefined]>([
    ['Minimum 3 seats', 3],
    ['min. 5 users', 5],
    ['Minimum of 10 licenses', 10],
    ['Requires at least 2 editors', 2],
    ['5-seat minimum', 5],
    ['Mindestens 4 Nutzer', 4],
    ['Minimum 6 utilisateurs', 6],
    ['最少 3 个用户', 3],
    ['最低 7 エージェント', 7],
    ['Minimum 3 seats\nMinimum 3 seats', 3],
    ['Minimum 3 seats\nMinimum 5 seats', undefined],
    ['Up to 3 seats', undefined],
    ['Minimum 3 months', undefined],
    ['Minimum 99.9% uptime', undefined],
    ['12.5 seats minimum', undefined],
  ])('%j says %s', (words, count) => {
    expect(minimumUnitsIn(words)).toBe(count);
  });

  test('belongs to the card and to the column that states it', () => {
    const least = '<p>Minimum 3 seats</p>';
    const page = cards(card('Basic', '$9 / seat / month'), card('Plus', `$19 / seat / month${least}`));
    expect(by('cards', page).tiers.map(({ minimumUnits }) => minimumUnits)).toEqual([undefined, 3]);
    const table = `<table><tr><th></th><th>Basic</th><th>Plus</th></tr><tr><td>Price</td><td>$9 / seat / month</td><td>$19 / seat / month<br><small>Minimum 3 seats</small></td></tr></table>`;
    expect(by('table', table).tiers.map(({ minimumUnits }) => minimumUnits)).toEqual([undefined, 3]);
  });
});
