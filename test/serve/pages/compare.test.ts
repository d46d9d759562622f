import { describe, expect, it } from 'vitest';
import { compare } from '../../../serve/operations/compare.ts';
import { customTier, evidence, price, rate, tier } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { SITE, served, sold } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const server = await served(MARKET);

describe('a comparison', () => {
  it('says what each costs for a team, by which lines, and what is left out', async () => {
    const { costs = [] } = compare.response.parse(
      await server.json('/api/v2/compare?slugs=acme,delta,tokens&seats=25'),
    );
    const page = textOf(await pageAt(server, '/compare?slugs=acme,delta,tokens&seats=25'));
    expect(page).toContain('Cost of 25 seats for a year');
    const [acme, , tokens] = costs;
    for (const line of acme?.cost?.subscription.lines ?? []) expect(page).toContain(line.label);
    expect(page).toContain(`$${acme?.cost?.total.annual?.toLocaleString('en-US')} a year`);
    for (const { label, detail } of acme?.cost?.total.excludes ?? []) {
      expect(page).toContain(label);
      expect(page).toContain(detail);
    }
    expect(page).toContain(tokens?.problem?.detail);
  });

  it('leads from what is counted to the words that it was read from', async () => {
    const { costs = [] } = compare.response.parse(await server.json('/api/v2/compare?slugs=acme,delta&seats=25'));
    const [line] = costs[0]?.cost?.subscription.lines ?? [];
    expect(line?.evidence).toBeDefined();
    expect(await pageAt(server, '/compare?slugs=acme,delta&seats=25')).toContain(`"/evidence/${line?.evidence}"`);
  });

  it('quotes beside a price the words of that very price', async () => {
    const [annual, monthly] = ['$10 a month, billed annually', '$12 a month'].map((quote) => evidence({ quote }));
    const prices = [
      price({ amount: '10.00', billing: 'annual', evidence: annual?.id }),
      price({ evidence: monthly?.id }),
    ];
    const proofs = [annual, monthly].flatMap((proof) => proof ?? []);
    const products = ['one', 'two'].map((slug) => sold({ slug, tiers: [tier({ prices })], evidence: proofs }));
    const page = await pageAt(await served({ products }), '/compare?slugs=one,two');
    expect(textOf(page)).toContain('Pro: $12 per user a month “$12 a month”');
    expect(textOf(page)).not.toContain('Pro: $12 per user a month “$10');
  });

  it('says of a price that is not there what the record says of it', async () => {
    const products = [
      sold({ slug: 'read', tiers: [customTier()], absent: ['public_price'] }),
      sold({ slug: 'told', tiers: [customTier({ origin: 'imported' })] }),
      sold({ slug: 'used', tiers: [], rates: [rate()] }),
    ];
    const page = await pageAt(await served({ products }), '/compare?slugs=read,told,used');
    expect(textOf(page)).toContain('Starting price Contact sales Not known yet Usage-based');
  });

  it('lists what differs first, then what is the same for all, then what is not known of any', async () => {
    const page = textOf(await pageAt(server, '/compare?slugs=acme,delta,zeta'));
    const [, differing = '', same = ''] = /Differences (.*?)The same for all (.*?)Change the products/.exec(page) ?? [];
    expect(differing).toContain('Starting price $12 per user a month');
    expect(differing).toContain('Free plan');
    expect(same).toMatch(/^Confidence verified 95 % sure/);
    const two = textOf(await pageAt(server, '/compare?slugs=delta,zeta'));
    expect(two).toContain('Not known for any product: free plan, annual discount, extra costs');
  });

  it('has a link to share that says for how many', async () => {
    const page = await pageAt(server, '/compare?slugs=acme,delta&seats=25');
    expect(page).toContain(`<code data-copy>${SITE.baseUrl}/compare?slugs=acme,delta&amp;seats=25</code>`);
  });

  it('counts for ten where nobody says how many', async () => {
    expect(await pageAt(server, '/compare?slugs=acme,delta')).toContain('Cost of 10 seats for a year');
    expect(await pageAt(server, '/compare?slugs=acme,delta&seats=')).toContain('Cost of 10 seats for a year');
  });

  it.each(['beta', 'Beta', ' BETA ', 'old-acme'])('takes another product by any of its names: %j', async (name) => {
    const page = await pageAt(server, `/compare?slugs=delta,zeta&seats=5&add=${encodeURIComponent(name)}`);
    expect(page).toContain('Delta <span class="versus">vs</span> Zeta <span class="versus">vs</span>');
    expect(page).toContain('&amp;seats=5');
  });

  it('adds no fifth, nothing twice and nothing that is not sold', async () => {
    const full = await pageAt(server, '/compare?slugs=acme,beta,delta,zeta&add=eta');
    expect(textOf(full)).toContain('Nothing was added');
    expect(await pageAt(server, '/compare?slugs=acme,beta&add=acme-crm')).not.toContain('role="status"');
    expect(textOf(await pageAt(server, '/compare?slugs=acme,beta&add=bygone'))).toContain(
      'No product is called “bygone”',
    );
    await pageAt(server, '/compare?slugs=acme,beta,delta,zeta,eta', 400);
    await pageAt(server, '/compare?slugs=acme,nosuch', 404);
  });
});

describe('with fewer than two products', () => {
  it('helps to choose, by links alone', async () => {
    const page = await pageAt(server, '/compare');
    expect(page).toContain('name="add"');
    expect(page).toContain('href="/compare?category=crm&amp;seats=10"');
    const inCategory = await pageAt(server, '/compare?category=crm&seats=5');
    expect(inCategory).toContain('href="/compare?slugs=acme&amp;seats=5"');
    const one = await pageAt(server, '/compare?slugs=acme-crm');
    expect(one).toContain('href="/compare?slugs=acme,delta&amp;seats=10"');
    expect(one).toContain('Remove Acme');
  });

  it('offers what is near to a name that nothing has', async () => {
    const page = await pageAt(server, '/compare?slugs=acme&add=zetta');
    expect(textOf(page)).toContain('No product is called “zetta”');
    expect(page).toContain('href="/compare?slugs=acme,zeta&amp;seats=10"');
  });

  it('starts with an example of two products that have prices', async () => {
    const page = await pageAt(server, '/compare?seats=5');
    expect(textOf(page)).toMatch(/Example (\w+) vs (\w+) for 5 seats \1 \$.*\2 \$/);
    expect(page).toMatch(/href="\/compare\?slugs=\w+,\w+&amp;seats=5">See the whole comparison/);
    expect(await pageAt(server, '/compare?slugs=acme')).not.toContain('>Example<');
  });
});
