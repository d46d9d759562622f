/** Words beside a price in elements of their own are no sentence around it; words around it in its own element are. */
import { expect, test } from 'vitest';
import { by, card, cards, lines } from '../pages.ts';

const found = (price: string) =>
  lines(
    by('cards', cards(card('Dinghy', '<b>$5</b> / month'), card('Ketch', '<b>$19</b> / month'), card('Sloop', price)))
      .tiers,
  )[2] ?? 'nothing';
const side = (...words: string[]) => words.map((each) => `<span>${each}</span>`).join('\n');

test.each([
  ['what it is for', side('$9', 'a month for every skipper who signs the log of a voyage')],
  ['what each way of hosting says', side('$9<i>/mo</i>', 'WITH YOUR OWN HARBOUR', 'WITH OUR HARBOUR', 'WITH A MARINA')],
  ['what stands before it', side('The whole fleet and all of its charts and logs', '$9 / month')],
])('set apart: %s', (_, price) => {
  expect(found(price)).toBe('Sloop: 9.00 USD monthly/month');
});

test.each([
  ['in bold', 'Crews that sailed with others paid <b>$9</b> / month for charts that nobody kept up to date'],
  [
    'with words of the line itself',
    'Because we moor for <span>$9 / month</span> <span>every skipper can sail the bay</span>',
  ],
])('inside a sentence, whatever is marked in it: %s', (_, price) => {
  expect(found(price)).not.toContain('9.00');
});
