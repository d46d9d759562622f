/** What the prices of one tier say of one another; and that whatever phrase states an offer, no other price is read. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../cases.ts';
import { repetitions } from '../../../long.ts';
import { by, card, cards, lines, read } from '../pages.ts';

const cases = casesOf(import.meta.filename);

const team = (price: string) => lines(by('cards', cards(card('Hobby', 'Free'), card('Team', price))).tiers)[1];

describe('an offer for the first while', () => {
  test.each([
    ['$1/mo for the first 3 months, then $29/mo', 'Team: 29.00 USD monthly/month, 1.00 USD monthly/month intro'],
    ['$1 for the first month, then $29 / month', 'Team: 29.00 USD monthly/month, 1.00 USD monthly/month intro'],
    ['$1 for the first 3 months, then $29 / month', 'Team: 29.00 USD monthly/month'],
    ['Free for 14 days, then $29 / month', 'Team: 29.00 USD monthly/month'],
    ['$99 for the first year, then $199 / year', 'Team: 199.00 USD annual/year, 99.00 USD annual/year intro'],
  ])('%s', (price, line) => {
    expect(team(price)).toBe(line);
  });

  test('ends on a day that is stated', () => {
    const source = cards(card('Hobby', 'Free'), card('Team', '<del>$29</del> $19 / month until 31 December 2026'));
    const prices = by('cards', source).tiers[1]?.prices;
    expect(prices?.find(({ kind }) => kind === 'promo')).toMatchObject({ amount: '19.00', until: '2026-12-31' });
    expect(prices?.find(({ kind }) => kind === 'promo')?.evidence.quote).toContain('31 December 2026');
  });
});

describe('which is which', () => {
  test.each(cases<[string, string]>('which is which'))('%s', (price, line) => {
    expect(team(price)).toBe(line);
  });

  test.each([
    [
      '$24 per month, billed monthly',
      '$19 per month, billed yearly',
      '$12 per month, billed monthly or $10 per month, billed yearly',
    ],
    [
      '¥202 每用户每月, 按月付费',
      '¥151 每用户每月, 按年付费',
      '¥141 每用户每月, 按月付费 或 ¥106 每用户每月, 按年付费',
    ],
  ])('old prices crossed out with their terms: %s', (month, year, asked) => {
    const source = cards(card('Hobby', 'Free'), card('Team', `<s>${month}</s> <s>${year}</s> ${asked}`));
    const prices = by('cards', source).tiers[1]?.prices.map(({ kind, billing }) => `${kind} ${billing}`);
    expect(prices).toEqual(['struck monthly', 'struck annual', 'promo monthly', 'promo annual']);
  });

  test.each([
    'Free for students',
    'Free for nonprofits',
    'Free to try',
    'Kostenlos für Schulen',
    'Kostenlos für 3 Monate',
    'Gratuit pour les étudiants',
    'Gratis para estudiantes',
    'Gratis voor studenten',
  ])('%s is no free tier', (words) => {
    expect(read(cards(card('Team', words), card('Pro', '$20 / month'))).tiers.map(({ name }) => name)).toEqual(['Pro']);
  });

  test('an instalment is no price', () => {
    expect(team('12x de R$ 99,90')).toBeUndefined();
  });
});

describe('by arithmetic', () => {
  test.each([
    ['$10 / month, $120 billed annually', 'Team: 10.00 USD annual/month, 120.00 USD annual/year'],
    ['$10 / month or $120 / year', 'Team: 10.00 USD monthly/month, 120.00 USD annual/year'],
    ['$12 / month billed annually at $120', 'Team: 120.00 USD annual/year'],
    ['$10 / month billed annually at $120', 'Team: 10.00 USD annual/month, 120.00 USD annual/year'],
    [
      '$120 / year<p>$12 / month</p><p>Annual payment saves 2 months</p>',
      'Team: 120.00 USD annual/year, 12.00 USD monthly/month',
    ],
    ['$8 / month billed annually at $99', 'Team: 8.00 USD annual/month, 99.00 USD annual/year'],
    ['$10 / user / month billed annually at $600', 'Team: 10.00 USD annual/month'],
    ['$10 / month billed annually at $177', 'Team: 10.00 USD annual/month'],
    ...['Effective monthly rate: $10 / month', 'Prix mensuel équivalent : $10 / mois'].map((words) => [
      `$119 / year<p>${words}</p>`,
      'Team: 119.00 USD annual/year, 10.00 USD annual/month',
    ]),
    ['$119 / year<p>Monthly price: $10 / month</p>', 'Team: 119.00 USD annual/year, 10.00 USD monthly/month'],
    ['年額 11,900円 / 年<p>実質月額 992円 / 月</p>', 'Team: 11900.00 JPY annual/year, 992.00 JPY annual/month'],
  ])('%s', (price, line) => {
    expect(team(price) ?? 'Team: ').toBe(line);
  });
});

describe('a price in several currencies', () => {
  test('in whatever order and however parted, each is read once', () => {
    const marks = [
      { mark: '$', code: 'USD' },
      { mark: '€', code: 'EUR' },
      { mark: '£', code: 'GBP' },
      { mark: '₹', code: 'INR' },
    ];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(marks, { minLength: 2 }),
        fc.constantFrom(' ', ' / ', ' | ', ' · ', ' or ', '<br>'),
        fc.integer({ min: 10, max: 400 }),
        (order, joint, amount) => {
          const price = order.map(({ mark }, index) => `${mark}${amount + index}`).join(joint);
          const page = cards(card('Small', `${price} per month`), card('Large', '$900 per month'));
          const [small] = lines(by('cards', page).tiers);
          const each = order.map(({ code }, index) => `${amount + index}.00 ${code} monthly/month`);
          expect(small).toBe(`Small: ${each.join(', ')}`);
        },
      ),
    );
  });
});

/** Ways of stating what a tier costs by the month, by the month of a year, and by the year. */
const PHRASES: ((monthly: string, equivalent: string, total: string) => string)[] = [
  (m, a) => `<b>${a}</b> /mo billed annually<p>${m} billed monthly</p>`,
  (_, a, t) => `${a} / month, billed annually at ${t}`,
  (_, a, t) => `<b>${a}</b><span>/month</span><p>Billed as ${t} per year</p>`,
  (_, a, t) => `<b>${a}</b> per month<p>${t} billed annually</p>`,
  (_, a, t) => `<b>${t}</b>/year (${a}/month)`,
  (_, a, t) => `${t} per year<br>that’s ${a} a month`,
  (m, _, t) => `${m}/mo or ${t}/yr (save 20 %)`,
  (m, _, t) => `<b>${m}</b> / month<p>or ${t} / year, 2 months free</p>`,
  (m, a) => `${m}/month · ${a}/month when paid yearly`,
  (m, a) => `<del>${m}</del> <b>${a}</b> /month, billed annually`,
  (m, a) => `Monthly: ${m}, yearly: ${a} per month`,
  (m, _, t) => `Monthly: ${m}, annually: ${t}`,
  (m) => `<b>${m}</b> per user per month`,
  (_, __, t) => `<b>${t}</b> billed annually`,
  (_, a) => `<b>${a}</b> <small>per seat/month, paid annually</small>`,
  (m, a, t) => `<b>${a}</b>/mo<p>billed annually (${t})</p><p>${m}/mo month-to-month</p>`,
  (m, _, t) => `${t}/yr <s>${m}</s>`,
  (m, a) =>
    `<div class="monthly">${m}<span>/mo</span></div><div class="yearly" style="display:none">${a}<span>/mo</span></div>`,
  (m, a) => `<span data-monthly="${m}" data-annual="${a}">${a}</span><span>/month</span>`,
  (m, _, t) => `<span class="sr-only">${m} per month</span><span>${m}</span> /mo<p>${t} if paid by the year</p>`,
  (m, a) => `Save $3 a month: ${a} / month billed yearly instead of ${m}`,
  (_, a, t) => `Billed yearly: ${t}<br>(equals ${a} / month)`,
];
const WRITTEN: ((cents: number) => string)[] = [
  (cents) => `$${plain(cents)}`,
  (cents) => `${plain(cents).replace('.', ',')} €`,
  (cents) => `USD ${plain(cents)}`,
  (cents) => `£${plain(cents)}`,
];

function plain(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

test('whatever phrase states an offer, what is read is the offer or less', () => {
  const offer = fc
    .tuple(fc.integer({ min: 5, max: 90 }), fc.integer({ min: 10, max: 40 }), fc.boolean())
    .map(([units, off, isWhole]) => {
      const monthly = units * 100 + (isWhole ? 0 : 99);
      const equivalent = Math.round((monthly * (100 - off)) / 100 / (isWhole ? 100 : 1)) * (isWhole ? 100 : 1);
      return { monthly, equivalent, total: equivalent * 12 };
    })
    .filter(({ monthly, equivalent }) => equivalent < monthly && equivalent > 0);
  const found = { facts: 0, offers: 0 };
  fc.assert(
    fc.property(offer, offer, fc.constantFrom(...PHRASES), fc.constantFrom(...WRITTEN), (one, two, phrase, write) => {
      const stated = (each: typeof one) => phrase(write(each.monthly), write(each.equivalent), write(each.total));
      const source = cards(card('Hobby', 'Free'), card('Team', stated(one)), card('Business', stated(two)));
      const { tiers } = read(source);
      for (const [name, each] of [
        ['Team', one],
        ['Business', two],
      ] as const) {
        const truth = [
          `${(each.monthly / 100).toFixed(2)} monthly/month`,
          `${(each.equivalent / 100).toFixed(2)} annual/month`,
          `${(each.total / 100).toFixed(2)} annual/year`,
        ];
        const facts = (tiers.find((tier) => tier.name === name)?.prices ?? [])
          .filter(({ kind }) => kind !== 'struck')
          .map(({ amount, billing, per }) => `${amount} ${billing}/${per}`);
        for (const fact of facts) expect(truth, `${stated(each)} read as ${facts.join(', ')}`).toContain(fact);
        found.facts += facts.length;
        found.offers += 1;
      }
    }),
    { numRuns: repetitions(150, 600) },
  );
  // Abstaining from everything would be no reading.
  expect(found.facts / found.offers).toBeGreaterThan(1);
});
