/** Which words name a tier where no price stands below them, or more than one name does. */
import { describe, expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

const found = (source: string) => lines(by('cards', source).tiers);
const box = (name: string, rest: string) =>
  `<div class="offer"><div class="top"><h3>${name}</h3><p>For crews on the water</p></div><div class="foot">${rest}</div></div>`;

describe('a card without a price', () => {
  test('gives its name to no card beside it', () => {
    const page = `<main><h1>Pricing</h1><div class="row">${box('Community charts', '<a href="/docs">Read how to install</a>')}${box('Enterprise charts', '<a>Contact sales</a>')}</div><div class="row">${box('Skipper', '<b>$12</b> / month')}${box('Fleet', '<b>$40</b> / month')}</div></main>`;
    expect(found(page)).toEqual([
      'Enterprise charts: custom',
      'Skipper: 12.00 USD monthly/month',
      'Fleet: 40.00 USD monthly/month',
    ]);
  });

  test('free and open source is free', () => {
    const page = `<main><h1>Pricing</h1><div class="row">${box('Community', '<p>Free and open source forever!</p>')}${box('Fleet', '<b>$40</b> / month')}${box('Harbour', '<b>$90</b> / month')}</div></main>`;
    expect(found(page)[0]).toBe('Community: free');
  });

  test('for schools alone and for the asking is no tier beside them', () => {
    const grid = (name: string, rest: string) => `<li><h4>${name}</h4>${rest}</li>`;
    const page = `<main><h1>Pricing</h1><ul>${grid('Oar', '<p>$9/mo</p>')}${grid('Sail', '<p>$15/mo</p>')}</ul><section><ul>${grid('Education', '<p>Every school sails with us.</p><a>Contact us</a>')}</ul></section></main>`;
    expect(found(page)).toEqual(['Oar: 9.00 USD monthly/month', 'Sail: 15.00 USD monthly/month']);
  });
});

describe('a page with one price', () => {
  test('is named by the heading of the column beside it, not by the features between', () => {
    const page = `<main><h1>Pricing</h1><div class="panel"><div><h2>Crew membership</h2><p>Join for as long as the season lasts, and leave when it ends.</p>
      <ul><li><span>✓</span> Weather routing</li><li><span>✓</span> Shared logbook</li><li><span>✓</span> New charts</li><li><span>✓</span> Harbour guide</li></ul></div>
      <div class="aside"><p><span>$24</span> <span>/ month</span></p><a>Get started</a></div></div></main>`;
    expect(found(page)).toEqual(['Crew membership: 24.00 USD monthly/month']);
  });

  test('in Spanish, the dollar after the amount and the period below it', () => {
    const page = `<title>Precios – Velero</title><main><h2>Precio simple</h2><div><div><h3>Qué incluye</h3><ul><li>Facturas ilimitadas</li><li>Soporte</li></ul></div>
      <div><h4>19 U$D</h4><p>Mensual</p><p><small>20% de descuento pagando anual</small></p><a>Empezar</a></div></div></main>`;
    expect(lines(by('cards', page, { url: 'https://velero.example/precios' }).tiers)).toEqual([
      'Velero: 19.00 USD monthly/month',
    ]);
  });
});

test('a limit beside its price, each in an element of its own, names it', () => {
  const row = (limit: string, price: string) => `<div class="line"><span>${limit}</span> <span>${price}</span></div>`;
  const page = `<main><h3>Free for 5 boats</h3><p>Log up to 5 boats for nothing.</p><div>${row('Up to 10 boats', '$14.99/month')}${row('Up to 25 boats', '$29.99/month')}${row('Up to 50 boats', '$59.99/month')}</div></main>`;
  expect(found(page)).toEqual([
    'Up to 10 boats: 14.99 USD monthly/month',
    'Up to 25 boats: 29.99 USD monthly/month',
    'Up to 50 boats: 59.99 USD monthly/month',
  ]);
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

test('neither what an amount is nor a limit below it names a tier', () => {
  const page = `<main><h1>Pricing</h1><div><div>Base</div><div><div><span>Monthly cost</span><span>Charged for every month that you sail.</span></div>
    <div><span>$9/month</span></div></div><div><div>Boats</div><div><span>Unlimited</span></div></div></div></main>`;
  expect(found(page)).toEqual(['Base: 9.00 USD monthly/month']);
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

  test('whose sign stands alone above the amount reads it', () => {
    expect(found(row((count) => `<p>$</p><p>${count}9</p><p>per month</p>`))).toEqual([
      'Dinghy: 29.00 USD monthly/month',
      'Ketch: 59.00 USD monthly/month',
      'Schooner: 99.00 USD monthly/month',
    ]);
  });

  test('that shows both branches of the period says neither', () => {
    expect(found(row((count) => `<p>$${count}9 <span>/month</span><span>/year</span></p>`))).toEqual([]);
    expect(found(row((count) => `<p>$${count}90 <span>/yr</span> <span>/mo</span></p>`))).toEqual([]);
  });
});

describe('a name, and in an element of its own beside it what the tier costs', () => {
  const rows = (...each: [string, string][]) =>
    `<main><h1>Pricing</h1><ul>${each.map(([name, price]) => `<li><b>${name}</b> <span>${price}</span></li>`).join('')}</ul></main>`;

  test('is a tier where that is free or for the asking, too', () => {
    expect(found(rows(['Dinghy', 'Free'], ['Ketch', '$10/mo'], ['Schooner', '$30/mo'], ['Fleet', 'Custom']))).toEqual([
      'Dinghy: free',
      'Ketch: 10.00 USD monthly/month',
      'Schooner: 30.00 USD monthly/month',
      'Fleet: custom',
    ]);
  });

  test('a feature of a card that costs nothing is no tier', () => {
    const features = '<ul><li><b>Weather</b> <span>Free</span></li><li><b>Charts</b> <span>Custom</span></li></ul>';
    const one = (name: string, price: string) => `<div class="c"><h3>${name}</h3><p>${price}</p>${features}</div>`;
    expect(
      found(`<main><h1>Pricing</h1><div>${one('Ketch', '$10/mo')}${one('Schooner', '$30/mo')}</div></main>`),
    ).toEqual(['Ketch: 10.00 USD monthly/month', 'Schooner: 30.00 USD monthly/month']);
  });
});

test('a cell that reaches down from the head labels no row below it', () => {
  const cells = (...all: string[]) => all.map((each) => `<td>${each}</td>`).join('');
  const head = (tall: string) =>
    `<thead><tr><td rowspan="${tall}">What is in it</td>${cells('Seed', 'Basic', 'Pro')}</tr><tr>${tall === '1' ? '<td>Watering</td>' : ''}${cells('Free', '80 USD/month (10 beds)', '120 USD/month (10 beds)')}</tr></thead>`;
  const body = `<tr>${cells('Greenhouse', '', 'Yes', 'Yes')}</tr><tr>${cells('Bees', '', '', 'Yes')}</tr>`;
  const page = (tall: string) => `<h1>Pricing</h1><table>${head(tall)}${body}</table>`;
  expect(lines(by('table', page('2')).tiers)).toEqual([
    'Seed: free',
    'Basic: 80.00 USD monthly/month',
    'Pro: 120.00 USD monthly/month',
  ]);
  expect(by('table', page('1')).tiers).toEqual([]);
});
