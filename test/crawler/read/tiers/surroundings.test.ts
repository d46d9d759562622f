/** What stands around the prices of a page changes nothing about them, wherever it stands and however they are laid out. */
import { describe, expect, test } from 'vitest';
import { card, lines, read } from '../pages.ts';

const SURROUNDINGS: Record<string, string> = {
  'what was raised': '<p>We raised $6 million to build better boats.</p>',
  'a friend who is brought along': '<p>Bring a friend and you both get $40 in credit.</p>',
  'a customer who saved': '<blockquote>It saves us $3,000 a month.</blockquote><p>Ada Pike, mate on the Heron</p>',
  'a ticker of figures':
    '<div class="figures"><div><b>90k</b><span>crews</span></div><div><b>$70M</b><span>saved per year</span></div></div>',
  'an offer to start-ups':
    '<div><h3>New on the water?</h3><p>Young companies get up to $20,000 in credit.</p><a href="/young">Apply now</a></div>',
  'a fair':
    '<div class="fair"><h4>Harbour Days 2027</h4><p>Early bird tickets from $249</p><a href="#">Register</a></div>',
  'an add-on': '<div><h3>Add-ons</h3><p>Dedicated berth: $35 per month</p></div>',
  'what is set up': '<div><h3>Launch help</h3><p>One-time rigging with a master shipwright for $450.</p></div>',
  'a cart': '<div class="cart"><span>Cart</span><span>$0.00</span></div>',
  'what others ask': '<p>Others ask $120 per month for less.</p>',
  'goods without a period':
    '<div class="goods"><div class="good"><h4>Chart plotter</h4><p>$79</p></div><div class="good"><h4>Radio</h4><p>$199</p></div></div>',
  'plans of support':
    '<div><h3>Support</h3><div class="help"><h4>Standard support</h4><p>Included</p></div><div class="help"><h4>Premium support</h4><p>$80 / month</p></div></div>',
  'an example': '<p>Example: a crew of 5 pays $60 a month.</p>',
  'services by the hour':
    '<div class="help"><div class="service"><h4>Towing</h4><p>from $300</p></div><div class="service"><h4>Lessons</h4><p>$90 per hour</p></div></div>',
  'fees of payments': '<p>Card payments: 2.9% + $0.30 per transaction.</p>',
  'what is used beyond':
    '<div><h3>Overages</h3><table><tr><th>Resource</th><th>Price</th></tr><tr><td>Extra charts</td><td>$0.10 / GB</td></tr><tr><td>Extra logs</td><td>$5 / month</td></tr></table></div>',
  'a sum that is due':
    '<div class="sums"><div><span>Subtotal</span><span>$29.00</span></div><div><span>Due today</span><span>$0.00</span></div></div>',
};

interface Layout {
  page: (before: string, beside: string, after: string) => string;
  tiers: string[];
  /** Beside these, nothing is sure. */
  silenced?: readonly string[];
}

const LAYOUTS: Record<string, Layout> = {
  cards: {
    page: (before, beside, after) =>
      `${before}<main><h1>Pricing</h1>${beside}<div>${card('Dinghy', '$9 / month')}${card('Ketch', '$29 / month')}${card('Sloop', '$59 / month')}</div>${after}</main>`,
    tiers: ['Dinghy: 9.00 USD monthly/month', 'Ketch: 29.00 USD monthly/month', 'Sloop: 59.00 USD monthly/month'],
  },
  'cards of a framework': {
    page: (before, beside, after) => {
      const column = (name: string, price: string) =>
        `<div class="col-4"><div class="box"><h4>${name}</h4><h2>${price}<small>/mo</small></h2><ul><li>Charts</li><li>Logs</li></ul><button>Choose</button></div></div>`;
      return `<body>${before}<section class="prices"><div class="container"><div class="row"><div class="col-12"><h2>Simple pricing</h2>${beside}</div></div><div class="row">${column('Dinghy', '$9')}${column('Ketch', '$29')}${column('Sloop', '$59')}</div></div></section>${after}</body>`;
    },
    tiers: ['Dinghy: 9.00 USD monthly/month', 'Ketch: 29.00 USD monthly/month', 'Sloop: 59.00 USD monthly/month'],
  },
  'headings one below the other': {
    page: (before, beside, after) =>
      `${before}<h1>Plans</h1>${beside}<h3>Dinghy</h3><p>$9 per month</p><p>One boat.</p><h3>Ketch</h3><p>$29 per month</p><p>Four boats.</p>${after}`,
    tiers: ['Dinghy: 9.00 USD monthly/month', 'Ketch: 29.00 USD monthly/month'],
  },
  'a table': {
    page: (before, beside, after) =>
      `${before}<h1>Pricing</h1>${beside}<table><tr><th></th><th>Dinghy</th><th>Ketch</th></tr><tr><td>Price per month</td><td>$9</td><td>$29</td></tr><tr><td>Boats</td><td>1</td><td>4</td></tr></table>${after}`,
    tiers: ['Dinghy: 9.00 USD monthly/month', 'Ketch: 29.00 USD monthly/month'],
  },
  'one price alone': {
    page: (before, beside, after) =>
      `<title>Vendor – Pricing</title>${before}<main><h1>Pricing</h1>${beside}<section><p>$9 per month</p><p>All of it, for any crew.</p></section>${after}</main>`,
    tiers: ['Vendor: 9.00 USD monthly/month'],
    silenced: ['goods without a period', 'services by the hour'],
  },
};

describe.each(Object.entries(LAYOUTS))('%s', (_, { page, tiers, silenced = [] }) => {
  const found = (...around: [string, string, string]) => lines(read(page(...around)).tiers);

  test('alone', () => {
    expect(found('', '', '')).toEqual(tiers);
  });

  test.each(Object.entries(SURROUNDINGS))('with %s', (name, block) => {
    const expected = silenced.includes(name) ? [] : tiers;
    expect(found(block, '', ''), 'above').toEqual(expected);
    expect(found('', block, ''), 'below the heading').toEqual(expected);
    expect(found('', '', block), 'below').toEqual(expected);
  });
});
