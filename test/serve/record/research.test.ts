/** What a person states by hand is served for what it is: who, when and why, and no quote that nobody read. */
import { expect, it } from 'vitest';
import { tierView } from '../../../serve/record/view.ts';
import { price, tier } from '../../builders.ts';
import { served, sold } from '../served.ts';

const research = {
  by: 'ada',
  reason: 'the price stands in a <b>picture</b>',
  asOf: '2026-11-20',
  sourceUrl: 'https://acme.example/pricing',
};
const stated = tier({ origin: 'research', research, prices: [price({ amount: '9.50' })] });

it('in an answer', () => {
  const view = tierView(stated, { currency: 'USD', isFull: true });
  expect(view).toMatchObject({ origin: 'research', price: 9.5, research: { by: 'ada', asOf: '2026-11-20' } });
  expect(view.prices[0]?.evidence).toBeUndefined();
});

it('on the product’s page, where markup in its words is none', async () => {
  const server = await served({
    products: [sold({ tiers: [stated] })],
  });
  const html = await (await server.get('/tools/acme/pricing')).text();
  expect(html).toContain('Entered by ada on');
  expect(html).toContain('&lt;b&gt;picture');
});
