import { describe, expect, it } from 'vitest';
import { stack } from '../../../serve/operations/stack.ts';
import { price, tier } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, SITE, served, sold } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const once = sold({
  slug: 'once',
  tiers: [tier({ prices: [price({ amount: '299.00', per: 'once', unit: 'flat', billing: undefined })] })],
});
const server = await served({ ...MARKET, products: [...MARKET.products, once] });

/** The values of the hidden fields that carry the stack. */
const kept = (page: string) => [...page.matchAll(/name="items" value="([^"]*)"/g)].map(([, value]) => value);

describe('a stack', () => {
  it('shows each cost with its proof, the totals, and what is not known', async () => {
    const answer = stack.response.parse(
      await (
        await server.post('/api/v2/stack', {
          items: [{ slug: 'acme', tier: 'pro', seats: 25 }, { slug: 'gamma' }, { slug: 'nobody' }],
        })
      ).json(),
    );
    const page = await pageAt(server, '/stack?items=acme:pro:25,gamma,nobody');
    const text = textOf(page);
    const [total] = answer.totals;
    expect(text).toContain(`$${Number(total?.billedMonthly.annual).toLocaleString('en-US')} a year for 1 product`);
    for (const { label, evidence } of answer.items[0]?.costs?.monthly.subscription.lines ?? []) {
      expect(text).toContain(label);
      expect(page).toContain(`"/evidence/${evidence}"`);
    }
    for (const { detail } of answer.notCounted) expect(text).toContain(detail);
    expect(page).toContain(`<code data-copy>${SITE.baseUrl}/stack?items=acme:pro:25,gamma::1,nobody::1</code>`);
    expect(page).toContain('/feed.xml?slugs=acme,gamma');
  });

  it('shows a price that is paid once as known, and in no total', async () => {
    const text = textOf(await pageAt(server, '/stack?items=once::1'));
    expect(text).toContain('$299 once');
    expect(text).toContain('sold by usage or paid once. It is in no total');
    expect(text).not.toMatch(/Not known yet|\$0|No price/);
  });

  it('keeps its state in the address: what is added, changed and removed', async () => {
    const added = await pageAt(server, '/stack?items=acme:pro:25&add=Delta&seats=4');
    expect(new Set(kept(added))).toEqual(new Set([expect.stringMatching(/^acme:pro:25,delta:\w+:4$/)]));
    const changed = await pageAt(server, '/stack?items=acme:pro:25,acme:pro:5&change=1&tier=&seats=7');
    expect(kept(changed)[0]).toMatch(/^acme:pro:25,acme:\w+:7$/);
    expect(changed).toMatch(/href="\/stack\?items=acme:\w+:7"[^>]*aria-label="Remove Acme"/);
  });

  it('ignores a plan that is gone, and names a product that is not known', async () => {
    const text = textOf(await pageAt(server, '/stack?items=acme:platinum:3&add=nothing'));
    expect(text).toContain('3 seats');
    expect(text).toContain('No product is called “nothing”');
  });

  it('begins with an example, which alone is indexed', async () => {
    expect(textOf(await pageAt(server, '/stack'))).toContain('Example');
    expect(await pageAt(server, '/stack')).not.toContain('noindex');
    expect(await pageAt(server, '/stack?items=acme')).toContain('noindex');
  });

  it.each(['a:b:c', 'acme:pro:0', 'acme:pro:1:1', Array.from({ length: 51 }, () => 'acme').join(',')])(
    'of %s is a 400',
    async (items) => {
      await expectProblem(await server.get(`/stack?items=${items}`), 400, 'invalid_parameter');
    },
  );
});
