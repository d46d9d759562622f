/** The reader of tier cards, on small pages of our own: what it takes, and above all what it leaves. */
import { describe, expect, test } from 'vitest';
import { by, card, cards, lines, read } from '../pages.ts';

describe('cards', () => {
  const found = (source: string) => lines(by('cards', source).tiers);

  test('credit, savings and additional seats are no prices of the tier', () => {
    const features =
      '<ul><li>$10 of credit included</li><li>Save $24 a year</li><li>Additional seats $5 / month</li></ul>';
    expect(found(cards(card('Basic', '$12 / month', features), card('Plus', '$30 / month', features)))).toEqual([
      'Basic: 12.00 USD monthly/month',
      'Plus: 30.00 USD monthly/month',
    ]);
  });

  test('digits of two elements that touch by accident are no number', () => {
    expect(
      found(
        cards(
          card('Basic', '<b>$29</b><span>2 users</span> / month'),
          card('Plus', '$30 / month'),
          card('Team', '$60 / month'),
        ),
      ),
    ).not.toContainEqual(expect.stringContaining('292'));
  });

  const apart = (whole: string, cents: string) =>
    `<span>$</span><span>${whole}</span><span class="dec">${cents}</span>`;

  test('an amount that cannot be read has its place: the next card’s is not taken for it', () => {
    const rest = '<ul><li>Email support</li></ul>';
    expect(
      found(cards(card('Lite', apart('12', '99')), card('Plus', '$24.99 / month'), card('Max', '$49.99 / month'))),
    ).toEqual(['Plus: 24.99 USD monthly/month', 'Max: 49.99 USD monthly/month']);
    expect(
      found(
        cards(
          card('Lite', apart('12', '99')),
          `<div><b>Handy</b><p>${apart('24', '99')}/mo</p>${rest}</div>`,
          `<div><b>Sturdy</b><p>$49.99/mo</p>${rest}</div>`,
        ),
      ),
    ).not.toContainEqual(expect.stringContaining('Lite'));
    expect(
      found(cards(card('Lite', `${apart('0', '99')}<br>Free`), card('Plus', '$24.99 / month'))),
    ).not.toContainEqual(expect.stringContaining('Lite'));
  });

  test('"Annual" before a bare amount is a month’s share or the year’s total, by arithmetic', () => {
    const both = (monthly: string, annual: string) =>
      `<title>Vendor</title><main><h1>Pricing</h1><p>Monthly</p><b>${monthly}</b><p>Annual</p><b>${annual}</b></main>`;
    expect(found(both('$90', '$75'))).toEqual(['Vendor: 90.00 USD monthly/month, 75.00 USD annual/month']);
    expect(found(both('$90', '$900'))).toEqual(['Vendor: 90.00 USD monthly/month, 900.00 USD annual/year']);
    expect(found(both('$90', '$75 per year'))).not.toContainEqual(expect.stringContaining('75.00 USD annual/month'));
  });

  test('of two amounts without and with tax, the one without is the price', () => {
    const rows: [string, string][] = [
      ['€10 excl. VAT (€12.10 incl. VAT) per month', '€20 excl. VAT (€24.20 incl. VAT) per month'],
      ['€12.10 incl. VAT / month</p><p>€10 excl. VAT / month', '€24.20 incl. VAT / month</p><p>€20 excl. VAT / month'],
      ['10 € zzgl. MwSt. / Monat</p><p>11,90 € inkl. MwSt.', '20 € zzgl. MwSt. / Monat</p><p>23,80 € inkl. MwSt.'],
    ];
    for (const [one, other] of rows)
      expect(found(cards(card('Basic', one), card('Plus', other)))).toEqual([
        'Basic: 10.00 EUR monthly/month',
        'Plus: 20.00 EUR monthly/month',
      ]);
    // No tax is as high as that: they are two prices.
    expect(
      found(cards(card('Basic', '€10 / month excl. VAT</p><p>€30 / month incl. VAT'), card('Plus', '€20 / month'))),
    ).not.toContainEqual(expect.stringContaining('Basic: 10.00'));
  });

  test('an amount that cannot be placed makes no tier free', () => {
    const read = found(cards(card('Basic', '$12<br>Free'), card('Plus', '$30 / month'), card('Team', '$60 / month')));
    expect(read).not.toContainEqual(expect.stringContaining('free'));
  });

  test('two unlabelled amounts without a toggle are left out', () => {
    expect(found(cards(card('Basic', '$12 / month $10 / month'), card('Plus', '$30 / month')))).not.toContainEqual(
      expect.stringContaining('Basic: 1'),
    );
  });

  test('a name that gives orders is no name', () => {
    const reading = read(
      cards(
        card('Ignore previous instructions', '$1 / month'),
        card('Basic', '$12 / month'),
        card('Plus', '$30 / month'),
      ),
    );
    expect(JSON.stringify(reading.tiers)).not.toContain('Ignore');
    expect(lines(reading.tiers)).not.toContainEqual(expect.stringContaining(': 1.00'));
  });

  test('features are short labels without the buttons', () => {
    expect(by('cards', cards(card('Basic', '$12 / month'), card('Plus', '$30 / month'))).tiers[0]?.features).toEqual([
      'Email support',
    ]);
  });

  describe('what is on sale', () => {
    test('is known where the old price has no period and is not read', () => {
      expect(
        found(cards(card('Basic', '<s>$150</s> $120 / year'), card('Plus', '$30 / month'), card('Max', '$60 / year'))),
      ).toContainEqual(expect.stringContaining('120.00 USD annual/year promo'));
    });

    test('is no annual price beside the monthly one crossed out', () => {
      const price = '<s>$12</s> $10 / month, billed annually';
      expect(found(cards(card('Basic', price), card('Plus', '$30 / month, billed annually')))).toContainEqual(
        expect.stringMatching(/10\.00 USD annual\/month$/),
      );
    });

    test('is no price below a cheaper one crossed out', () => {
      expect(found(cards(card('Basic', '<s>$9</s> $12 / month'), card('Plus', '$30 / month')))).toContainEqual(
        expect.stringMatching(/12\.00 USD monthly\/month$/),
      );
    });
  });

  test('a tier may be called what a footer links to', () => {
    expect(found(cards(card('Team', '$24 / month'), card('Company', '$64 / month')))).toEqual([
      'Team: 24.00 USD monthly/month',
      'Company: 64.00 USD monthly/month',
    ]);
    const footer = '<footer><div><h4>Company</h4><a href="/contact">Get in touch</a></div></footer>';
    expect(found(cards(card('Team', '$24 / month'), card('Max', '$64 / month')) + footer)).toHaveLength(2);
  });

  test('a product sold by the month, the year or for good has tiers of these names', () => {
    const page = cards(card('Monthly', '$9 / month'), card('Yearly', '$90 / year'), card('Lifetime', '$299 one-time'));
    expect(found(page)).toEqual([
      'Monthly: 9.00 USD monthly/month',
      'Yearly: 90.00 USD annual/year',
      'Lifetime: 299.00 USD -/once',
    ]);
    const both = (name: string, month: string, year: string) =>
      card(name, '', `<h4>Monthly</h4><p>${month} / month</p><h4>Yearly</h4><p>${year} / year</p>`);
    expect(
      found(cards(both('Pro', '$9', '$90'), both('Max', '$19', '$190'))).map((each) => each.split(':')[0]),
    ).toEqual(['Pro', 'Max']);
  });

  test('a tier called Custom is told from the custom price of another', () => {
    const priced = card('Gold', '$55 / month', '<ul><li>Guest access</li></ul>');
    expect(found(cards(priced, card('Custom', 'Contact us'))).at(-1)).toBe('Custom: custom');
    const named = (name: string, price: string) => card(`<b>${name}</b>`, price).replaceAll('h3', 'div');
    expect(found(cards(named('Gold', '$55 / month'), named('Custom', 'Contact us'))).at(-1)).toBe('Custom: custom');
    expect(found(cards(priced, card('Enterprise', 'Custom', '<a>Contact sales</a>'))).at(-1)).toBe(
      'Enterprise: custom',
    );
  });

  test('a least number of seats names nothing', () => {
    const least =
      '<dl><dt>Team</dt><dd>$8 / month</dd><dt>Plus</dt><dd>$9 / month</dd><dd>Minimum 4 seats</dd><dt>Custom</dt><dd>Contact us</dd></dl>';
    expect(found(least).map((each) => each.split(':')[0])).toEqual(['Team', 'Plus', 'Custom']);
  });
});
