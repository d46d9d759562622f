import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { tco } from '../../../serve/operations/tco.ts';
import { MARKET } from '../market-of-crm.ts';
import { served, sold } from '../served.ts';
import { pageAt, textOf } from './page-at.ts';

const server = await served(MARKET);

describe('the calculator of total cost', () => {
  it('shows what the operation counts, line by line', async () => {
    const asked = { slug: 'acme', seats: 25, tier: 'pro', billing: 'annual', termYears: 3 };
    const cost = tco.response.parse(await (await server.post('/api/v2/tco', asked)).json());
    const page = await pageAt(server, '/calculators/tco?product=acme&seats=25&tier=pro&billing=annual&years=3');
    const text = textOf(page);
    const money = (sum: string | number) => `$${new Decimal(sum).toNumber().toLocaleString('en-US')}`;
    expect(cost.subscription.lines.length).toBeGreaterThan(0);
    for (const { label, annual, term, evidence } of cost.subscription.lines) {
      expect(text).toContain(label);
      expect(page).toContain(`"/evidence/${evidence}"`);
      expect(text).toContain(`${money(annual)} ${money(term)}`);
    }
    const sum = cost.subscription.lines.reduce((all, { term }) => all.plus(term), new Decimal(0));
    expect(sum.toNumber()).toBe(cost.total.term);
    expect(text).toContain(`Total ${money(cost.total.annual ?? -1)} ${money(sum.toString())}`);
    for (const { label, detail } of cost.total.excludes) {
      expect(text).toContain(label);
      expect(text).toContain(detail);
    }
    for (const note of cost.notes) expect(text).toContain(note);
    expect(page).toContain('<pre class="cite" data-copy>');
  });

  it('lists as optional only what can be bought in addition, once what is paid once', async () => {
    const cost = { cost: '', currency: 'USD', origin: 'observed' } as const;
    const hiddenCosts = [
      { ...cost, label: 'Workshop', kind: 'add_on', amount: '500.00', per: 'once' },
      { ...cost, label: 'Backups', kind: 'add_on', amount: '3.00', per: 'month' },
      { ...cost, label: 'Sign-on', kind: 'sso', amount: '12.00', per: 'month' },
      { ...cost, label: 'Set-up', kind: 'setup', amount: '90.00', currency: 'EUR', per: 'once' },
    ] as const;
    const shop = await served({ products: [sold({ hiddenCosts: [...hiddenCosts] })] });
    const text = textOf(await pageAt(shop, '/calculators/tco?product=acme&seats=10&years=3'));
    expect(text).toContain('Optional Workshop $500 once Backups $36 a year Assumptions');
  });

  it('starts with an example that says that it is one, and takes empty fields', async () => {
    const page = await pageAt(server, '/calculators/tco');
    const [, name = ''] = /Example<\/span> (\w+)\./.exec(page) ?? [];
    expect(page).toContain(`name="product" value="${name}"`);
    expect(textOf(page)).toMatch(new RegExp(`\\$[\\d,]+ for 10 seats of ${name} .*Total \\$`));
    expect(page).not.toContain('noindex');
    expect(await pageAt(server, `/calculators/tco?product=${name}`)).not.toContain('>Example<');
    expect(
      textOf(await pageAt(server, '/calculators/tco?product=Acme&tier=&seats=&years=&billing=&currency=')),
    ).toContain('for 10 seats of Acme');
  });

  it('forgets a tier and a currency of another product', async () => {
    const text = textOf(await pageAt(server, '/calculators/tco?product=delta&tier=business&currency=EUR'));
    expect(text).toContain('for 10 seats of Delta');
  });

  it.each([
    ['gamma', 'The price is not known yet The cost of Gamma for 10 seats is not known yet'],
    ['acme&tier=enterprise', 'The vendor does not publish this price Acme sells Enterprise by "contact sales"'],
    ['tokens', 'Tokens is sold by usage; no price per seat is known'],
  ])('says why nothing can be counted: %s', async (asked, words) => {
    expect(textOf(await pageAt(server, `/calculators/tco?product=${asked}`))).toContain(words);
  });

  it('helps with a name that nothing has', async () => {
    const page = await pageAt(server, '/calculators/tco?product=acmee');
    expect(page).toContain('href="/calculators/tco?product=acme"');
    await pageAt(server, '/calculators/tco?product=acme&seats=0', 400);
  });
});
