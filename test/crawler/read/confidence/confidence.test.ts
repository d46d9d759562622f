/** How sure a reading is of each fact: what raises it, what lowers it, and what repeated structure adds. */
import { describe, expect, test } from 'vitest';
import { FACT_FEATURES, featuresIn, RATE_FEATURES } from '../../../../crawler/read/confidence/features.ts';
import { NEGATIVE_FEATURES } from '../../../../crawler/read/confidence/negatives.ts';
import weights from '../../../../crawler/read/confidence/weights.json' with { type: 'json' };
import { gatherMentions } from '../../../../crawler/read/mentions/mentions.ts';
import { htmlDocument } from '../../../../crawler/read/page/html-document.ts';
import { card, cards, read } from '../pages.ts';

const THREE = cards(card('Starter', '$9 / month'), card('Pro', '$19 / month'), card('Business', '$49 / month'));

test('the weights are as many as the features of each model', () => {
  expect(weights.facts).toHaveLength(FACT_FEATURES.length);
  expect(weights.rates).toHaveLength(RATE_FEATURES.length);
  for (const kind of ['no_free_tier', 'no_monthly_price', 'cheapest'] as const)
    expect(weights[kind]).toHaveLength(NEGATIVE_FEATURES.length);
});

test('every price, claim and model has its own probability', () => {
  const { tiers } = read(cards(card('Free', '$0'), card('Pro', '$19 / month'), card('Enterprise', 'Contact us')));
  expect(tiers.map(({ name }) => name)).toEqual(['Free', 'Pro', 'Enterprise']);
  for (const { prices, isFree, isCustom, confidence } of tiers) {
    expect(confidence === undefined).toBe(!isFree && !isCustom);
    for (const each of [...prices.map((price) => price.confidence), confidence ?? 0.5]) {
      expect(each).toBeGreaterThan(0);
      expect(each).toBeLessThan(1);
    }
  }
  const { models } = read(
    '<h1>Pricing</h1><table><tr><th>Model</th><th>Input / 1M tokens</th><th>Output / 1M tokens</th></tr><tr><td>Lark 2</td><td>$1.00</td><td>$4.00</td></tr></table>',
  );
  expect(models.map(({ confidence }) => confidence)).toEqual([0.93]);
});

test('a badge behind a name changes nothing', () => {
  const [plain, badged] = [THREE, THREE.replace('Pro', 'Pro (Recommended)')].map((page) =>
    read(page).tiers.map(({ name, prices }) => [name, prices.map(({ confidence }) => confidence)]),
  );
  expect(plain).toHaveLength(3);
  expect(badged).toEqual(plain);
});

test('two readers of other natures are surer than one', () => {
  const page = htmlDocument(THREE);
  const mentions = gatherMentions(page, 'https://vendor.example/pricing');
  const { tiers, readings } = read(THREE);
  const scores = (heard: typeof readings) =>
    [...featuresIn({ page: { document: page, mentions }, tiers, readings: heard }).values()].map((features) =>
      FACT_FEATURES.reduce((sum, name, at) => sum + features[name] * (weights.facts[at] ?? 0), 0),
    );
  const [together, alone] = [scores(readings), scores(readings.filter(({ reader }) => reader !== 'offers'))];
  expect(together).toHaveLength(3);
  for (const [at, score] of together.entries()) expect(score).toBeGreaterThan(alone[at] ?? Number.POSITIVE_INFINITY);
});

test('what a price starts at is less sure than what it is', () => {
  const [exact, floor] = ['$9', 'from $9'].map((words) => {
    const { tiers } = read(cards(card('Starter', `${words} / month`), card('Pro', '$19 / month')));
    return tiers[0]?.prices[0]?.confidence ?? Number.NaN;
  });
  expect(floor).toBeLessThan(exact ?? 0);
});

describe('what a reading implies by stating no more', () => {
  const kinds = (source: string) => (read(source).negatives ?? []).map(({ kind }) => kind);
  const confidenceOf = (source: string, kind: string) =>
    read(source).negatives?.find((negative) => negative.kind === kind)?.confidence ?? Number.NaN;

  test('no free tier, and no lower price', () => {
    expect(kinds(THREE)).toEqual(['no_free_tier', 'cheapest']);
  });

  test('nothing of a free tier where one is read', () => {
    expect(kinds(cards(card('Free', '$0'), card('Pro', '$19 / month')))).toEqual(['cheapest']);
  });

  test('no price by the month where all are by the year', () => {
    expect(kinds(cards(card('Pro', '$190 / year'), card('Business', '$490 / year')))).toContain('no_monthly_price');
  });

  test('a page that speaks of something free is less likely to have no free tier', () => {
    const free = THREE.replace('</main>', '<p>Free</p></main>');
    expect(confidenceOf(free, 'no_free_tier')).toBeLessThan(confidenceOf(THREE, 'no_free_tier'));
  });

  test('nothing, where no price is read', () => {
    expect(kinds('<h1>Pricing</h1><p>Talk to us.</p>')).toEqual([]);
  });
});
