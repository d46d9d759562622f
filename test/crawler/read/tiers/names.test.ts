/** Which words name a tier where no price stands below them, or more than one name does. */
import { describe, expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

const found = (source: string) => lines(by('cards', source).tiers);
const box = (name: string, rest: string) =>
  `<div class="offer"><div class="top"><h3>${name}</h3><p>For crews on the water</p></div><div class="foot">${rest}</div></div>`;

describe('a card without a price', () => {
  test('free and open source is free', () => {
    const page = `<main><h1>Pricing</h1><div class="row">${box('Community', '<p>Free and open source forever!</p>')}${box('Fleet', '<b>$40</b> / month')}${box('Harbour', '<b>$90</b> / month')}</div></main>`;
    expect(found(page)[0]).toBe('Community: free');
  });
});

describe('both states of a switch in sight, with no word on either', () => {
  const page = (first: string, second: string) =>
    `<main><h1>Pricing</h1><div><button>Monthly</button><button>Yearly</button></div><div>
      <div class="c"><p>Crew</p><div><div>${first}</div><div>${second}</div></div><p>For boats that leave the harbour together.</p></div>
      <div class="c"><p>Enterprise</p><p>Pricing on request</p></div></div></main>`;

  test('ten times as much is the price of the year', () => {
    expect(found(page('$30', '$300'))).toContain('Crew: 30.00 USD monthly/month, 300.00 USD annual/year');
  });

  test('four or twenty times as much is anything', () => {
    for (const dear of ['$120', '$600']) expect(found(page('$30', dear)).join()).not.toMatch(/30\.00|120\.00|600\.00/);
  });
});

describe('a price billed by the year, the one by the month hidden below it', () => {
  const price = (name: string, month: string, year: string) =>
    `<div class="pack"><div class="title">${name}</div><div class="yearly-only struckout">$${month} / month</div><div class="yearly-only">$${year} / month</div>
     <div class="yearly-only">(billed annually)</div><div class="monthly-only hidden">$${month} / month</div><a>Try it</a></div>`;

  test('a remark in brackets names neither, and is said of the one above it only', () => {
    const page = `<main><h1>Pricing</h1><div class="row">${price('Starter', '19', '15.20')}${price('Fleet', '79', '63.20')}</div></main>`;
    const tiers = by('cards', page).tiers;
    expect(tiers.map(({ name }) => name)).toEqual(['Starter', 'Fleet']);
    const month = tiers[0]?.prices.find(({ billing }) => billing === 'monthly');
    expect(month?.amount).toBe('19.00');
    expect(tiers[0]?.prices.filter(({ amount, kind }) => amount === '19.00' && kind === 'list')).toEqual([month]);
  });
});

describe('a template without its values', () => {
  const row = (price: (count: number) => string) => {
    const one = (name: string, count: number) => `<div class="col"><h3>${name}</h3>${price(count)}<a>Start</a></div>`;
    return `<main><h1>Pricing</h1><div>${one('Dinghy', 2)}${one('Ketch', 5)}${one('Schooner', 9)}</div></main>`;
  };

  test('whose sign stands alone above a count reads no price', () => {
    expect(found(row((count) => `<p>$</p><p>${count} users per month</p>`))).toEqual([]);
    expect(found(row((count) => `<p>$</p><p>${count}0 GB / month</p>`))).toEqual([]);
  });

  test('that shows both branches of the period says neither', () => {
    expect(found(row((count) => `<p>$${count}9 <span>/month</span><span>/year</span></p>`))).toEqual([]);
    expect(found(row((count) => `<p>$${count}90 <span>/yr</span> <span>/mo</span></p>`))).toEqual([]);
  });
});

describe('a name, and in an element of its own beside it what the tier costs', () => {
  test('a feature of a card that costs nothing is no tier', () => {
    const features = '<ul><li><b>Weather</b> <span>Free</span></li><li><b>Charts</b> <span>Custom</span></li></ul>';
    const one = (name: string, price: string) => `<div class="c"><h3>${name}</h3><p>${price}</p>${features}</div>`;
    expect(
      found(`<main><h1>Pricing</h1><div>${one('Ketch', '$10/mo')}${one('Schooner', '$30/mo')}</div></main>`),
    ).toEqual(['Ketch: 10.00 USD monthly/month', 'Schooner: 30.00 USD monthly/month']);
  });
});

test('a page with one price in Spanish, the dollar after the amount and the period below it', () => {
  const page = `<title>Precios – Velero</title><main><h2>Precio simple</h2><div><div><h3>Qué incluye</h3><ul><li>Facturas ilimitadas</li><li>Soporte</li></ul></div>
    <div><h4>19 U$D</h4><p>Mensual</p><p><small>20% de descuento pagando anual</small></p><a>Empezar</a></div></div></main>`;
  expect(lines(by('cards', page, { url: 'https://velero.example/precios' }).tiers)).toEqual([
    'Velero: 19.00 USD monthly/month',
  ]);
});

const offers = (...each: string[]) =>
  `<main><h1>Pricing</h1><div class="offers">${each.map((one) => `<div class="box">${one}</div>`).join('')}</div></main>`;
const namesIn = (...each: string[]) => found(offers(...each)).map((line) => line.split(':')[0]);

test.each(['Everything in', 'Todo lo de', 'Alles aus'])('the name is what other cards speak of: %s', (all) => {
  const card = (name: string, tagline: string, price: string, before?: string) =>
    `<div class="x">${tagline}</div><div class="y">${name}</div><div class="z">${price} / month</div><p>${before === undefined ? 'Tide tables' : `${all} ${before}`}</p>`;
  const names = namesIn(
    card('Skiff', 'First season', '$5'),
    card('Yawl', 'Long weekends', '$9', 'Skiff'),
    card('Brig', 'Whole summers', '$19', 'Yawl'),
  );
  expect(names).toEqual(['Skiff', 'Yawl', 'Brig']);
});

test('what a person costs beside a vendor without a price is no price of the vendor', () => {
  const card = (name: string, price: string, feature: string) =>
    `<div class="panel"><div>${name}</div><div>${price}<span>/yr</span></div><ul><li>${feature} around the clock, whatever the weather does</li><li>Never more than an hour away from the quay</li></ul></div>`;
  const page = (left: string) =>
    `<main><h1>Pricing</h1><div class="pair">${card(left, '$60k', 'Rows the boat')}${card('Tideway Enterprise', 'Flat Fee', 'Steers the boat')}</div></main>`;
  for (const left of ['What a Harbour Hand Costs You', 'The "Night Watch" Cost', 'The old way'])
    expect(found(page(left))).toEqual([]);
});

test('who a tier is for stands in each card too, and names none', () => {
  const card = (name: string, audience: string, price: string) =>
    `<div class="title">${name}</div><div class="for">${audience}</div><div class="sum">${price} / month</div>`;
  const cards = [card('Dinghy', 'Weekend sailors', '$5'), card('Sloop', 'Racing crews', '$9')];
  expect(namesIn(...cards, card('Ketch', 'Charter fleets', '$19'))).toEqual(['Dinghy', 'Sloop', 'Ketch']);
});
