/** What stands above, below or beside the prices, and names none of them. */
import { expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const found = (page: string) => lines(read(page).tiers);
const box = (name: string, price: string) =>
  `<div class="box"><div class="name">${name}</div><div class="cost">${price}</div><p>For teams that grow</p><ul>${'<li>A tree and all that lives in it</li>'.repeat(name === 'Grove' ? 9 : 1)}</ul></div>`;
const row = `<div class="row">${box('Seed', '$0 / month')}${box('Grove', '$14 / month')}${box('Forest', '$44 / month')}</div>`;
const TIERS = ['Seed: free', 'Grove: 14.00 USD monthly/month', 'Forest: 44.00 USD monthly/month'];

test('neither the headline over cards without headings nor a call below that says a price again is a tier', () => {
  const call =
    '<section><div><h3>A mill that saved its river</h3><p>All of it in words.</p><button>Unlock with Grove — $14/month</button></div></section>';
  const hero = '<section><h1>Care that pays</h1><div><i>$14</i> <b>Average monthly spending</b></div></section>';
  expect(found(`${hero}${row}${call}`)).toEqual(TIERS);
});

test('a menu of the site below a remark on a further price does not name it', () => {
  const card = (name: string, price: string) => `<div><h4>${name}</h4><h1>${price} <small>/ mo</small></h1></div>`;
  const menu = '<footer><h5>Features</h5><ul><li><a>Maps</a></li><li><a>Team feature</a></li></ul></footer>';
  expect(
    found(
      `<h1>Plans</h1><div>${card('Seed', '$20')}${card('Grove', '$50')}</div><a>We have a $9 per month account for 20 trees</a>${menu}`,
    ),
  ).toEqual(['Seed: 20.00 USD monthly/month', 'Grove: 50.00 USD monthly/month']);
});

test('the steps above a price list and the fees below it name no price', () => {
  const step = (name: string) =>
    `<div class="step"><h4>${name}</h4><p>Words about what happens in this step.</p></div>`;
  const label = (name: string, price: string) => `<div class="line"><div>${name}</div><div>${price}</div></div>`;
  const steps = `<section><div>${step('Plant')}${step('Choose Water')}${step('Setup and Payment')}</div></section>`;
  const list = `<section><div>${label('Acme Text', '€20 / mo')}${label('Acme Voice', '+€25 / mo')}</div></section>`;
  const fees = `<section><h2>Setup Fee and Payment Terms</h2><div><b>At Signing</b><div>€100</div><p>At contract signing, €100 is collected.</p></div></section>`;
  expect(found(`<main><h1>Acme Pricing</h1>${steps}${list}${fees}</main>`)).toEqual([]);
});

test('what the like costs elsewhere is the price of others', () => {
  const table =
    '| Plan | A year | Sites |\n|---|---|---|\n| **Acme** | **$99** | 5 |\n| Bolt — Pro | $240 | 20 |\n| Corvid | $600 | 75 |';
  const page = `# One plan\n\n## What the same trees cost elsewhere\n\nEvery figure is for a year.\n\n${table}\n`;
  expect(lines(read(page, { format: 'markdown' }).tiers)).toEqual([]);
});

test('"Free Forever" heads a column or a section as the name of a tier, and a comparison none', () => {
  const table =
    '| Feature | Free Forever | Grove | Forest |\n|---|---|---|---|\n| **Price** | $0/month | $19/month | $49/month |\n| Trees | 1 | 20 | 99 |';
  const section = (name: string, price: string) => `## ${name}\n\nWords about it.\n\n**${price}/month**\n\n- Trees\n`;
  const sections = `${section('Free Forever', '$0')}\n${section('Grove', '$19')}\n${section('Forest', '$49')}`;
  const tiers = ['Free Forever: free', 'Grove: 19.00 USD monthly/month', 'Forest: 49.00 USD monthly/month'];
  for (const page of [
    `## Plan Comparison\n\n${table}\n\n${sections}`,
    `# Pricing\n\n${table}`,
    `# Pricing\n\n${sections}`,
  ])
    expect(lines(read(page, { format: 'markdown' }).tiers)).toEqual(tiers);
});

test('usage that is given away beside a price is no price', () => {
  const page =
    '## The plans\n\n| | Free | Grove | Enterprise |\n|---|---|---|---|\n| Committed usage / mo | $0 ($10 free usage) | $3,000 | Custom |\n';
  expect(lines(read(page, { format: 'markdown' }).tiers)).toEqual([
    'Free: free',
    'Grove: 3000.00 USD monthly/month',
    'Enterprise: custom',
  ]);
});
