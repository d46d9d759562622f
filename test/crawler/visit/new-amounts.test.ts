import { expect, test } from 'vitest';
import { hasNewAmounts } from '../../../crawler/visit/new-amounts.ts';
import { openArchive } from '../../../data/store/archive/archive.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const BEFORE = '<h1>Plans</h1><p>Pro $29 a month</p><p>Max 99 EUR</p>';
const archive = await openArchive(temporaryDirectory());
const previous = { sha256: await archive.put(Buffer.from(BEFORE)) };

test.each([
  ['the same amounts in another design', '<table><tr><td>99 EUR</td><td>$29</td></tr></table>', false],
  ['another amount', BEFORE.replace('$29', '$31'), true],
  ['an amount more', `${BEFORE}<p>$5 once</p>`, true],
  ['no amount', '<p>Talk to us about your 29 people</p>', false],
  ['another amount on a page that asks for no copies', `<meta name=robots content=noarchive>${BEFORE}$7`, false],
])('%s: new amounts are %s', async (_, html, isNew) => {
  expect(await hasNewAmounts(Buffer.from(html), previous, archive)).toBe(isNew);
});

test('all amounts of a first or a lost page are new', async () => {
  expect(await hasNewAmounts(Buffer.from(BEFORE), undefined, archive)).toBe(true);
  expect(await hasNewAmounts(Buffer.from(BEFORE), { sha256: '0'.repeat(64) }, archive)).toBe(true);
});
