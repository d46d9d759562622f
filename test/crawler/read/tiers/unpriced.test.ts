/** Tiers without a price beside those with one: what stands where the others have theirs. */
import { expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const found = (page: string) => lines(read(page).tiers);
const box = (name: string, price: string, tag = 'article') =>
  `<${tag} class="plan"><span class="who">${name}</span><div class="price">${price}</div><h3>Words about it.</h3></${tag}>`;
const PAID = ['Seed: from 29.00 USD monthly/month', 'Grove: from 250.00 USD monthly/month'];
const row = (...more: string[]) =>
  `<h1>Pricing</h1><div>${box('Seed', 'Starting at <b>$29/mo</b>')}${box('Grove', 'Starting at <b>$250/mo</b>')}${more.join('')}</div>`;

test('a card that is one button asks for a meeting in the place of a price', () => {
  expect(found(row(box('Forest', '<b>Book a Planting Meeting</b>', 'button')))).toEqual([...PAID, 'Forest: custom']);
  expect(found(row(box('Forest', '<b>Coming soon to you</b>', 'button')))).toEqual(PAID);
});

test('words that are a remark elsewhere say in the place of a price that one has to ask', () => {
  expect(found(row(box('Forest', '<b>scaled to your needs</b>')))).toEqual([...PAID, 'Forest: custom']);
  expect(found(row(box('Forest', '<b>watch out</b>').replace('Words about it.', 'Scaled to your needs')))).toEqual(
    PAID,
  );
});

test('what is free says so between other words of its line, and a name ends before it', () => {
  const cost = (words: string) => `<i>Starting at</i> <b>${words}</b> <i>when you plant it</i>`;
  const card = (name: string, words: string) => `<div class="plan"><h2>${name}</h2><p>${cost(words)}</p></div>`;
  expect(
    found(`<h1>Pricing</h1><div>${card('Seed', 'FREE')}${card('Grove', '$25/mo')}${card('Forest', '$50/mo')}</div>`),
  ).toEqual(['Seed: free', 'Grove: from 25.00 USD monthly/month', 'Forest: from 50.00 USD monthly/month']);
  const line = (name: string, words: string) => `<div class="line"><span>${name}</span> <span>${words}</span></div>`;
  expect(
    found(
      `<h1>Pricing</h1><div>${line('5 Trees', 'FREE')}${line('Up to 9 Trees', '$15/month')}${line('Up to 25 Trees', '$30/month')}</div>`,
    ),
  ).toEqual(['5 Trees: free', 'Up to 9 Trees: 15.00 USD monthly/month', 'Up to 25 Trees: 30.00 USD monthly/month']);
});

test('a tier may be called by whom it is for where the others have their names', () => {
  const card = (name: string, price: string) =>
    `<li class="plan"><h2>${name}</h2><p><b>${price}</b> <i>a small remark</i></p></li>`;
  expect(
    found(
      `<h1>Pricing</h1><ul>${card('One garden', '$60 / month')}${card('Two gardens', '$90 / month')}${card('For parks', 'By agreement')}</ul>`,
    ),
  ).toEqual(['One garden: 60.00 USD monthly/month', 'Two gardens: 90.00 USD monthly/month', 'For parks: custom']);
});

test('a free card in a row of its own is a tier if it is built as those with a price', () => {
  const card = (name: string, price: string) =>
    `<article class="plan"><h2 class="name">${name}</h2><p>Words about it.</p><div class="price"><span class="sum">${price}</span> <span>gut so</span></div></article>`;
  const section = (head: string, ...all: string[]) => `<section><h1>${head}</h1><div>${all.join('')}</div></section>`;
  expect(
    found(
      section('Preise', card('Selber pflanzen', '0 €'), card('Pflanzen lassen', '14 € / Monat')) +
        section('Hilfe', card('Selber helfen', '0 €'), card('Sich melden', '–')),
    ),
  ).toEqual(['Selber pflanzen: free', 'Pflanzen lassen: 14.00 EUR monthly/month', 'Selber helfen: free']);
});

test('a column for enterprises is for the asking if many of its cells are, whatever else it holds', () => {
  const table = (name: string, limits: readonly string[]) =>
    [
      '# Pricing',
      '',
      `| Limits | **Starter (Free)** | **Team ($30 / mo)** | **${name}** |`,
      '| --- | --- | --- | --- |',
      ...limits.map((limit, at) => `| Limit ${at} | 1 | 100 | ${limit} |`),
      '| Pruning | - | ✅ | ✅ |',
      '| Watering | - | ✅ | ✅ |',
      '| Beds | 3 | 30 | Unlimited |',
      '| Help | Forum | E-mail | Gardener |',
    ].join('\n');
  const of = (name: string, ...limits: string[]) => lines(read(table(name, limits), { format: 'markdown' }).tiers);
  const known = ['Starter: free', 'Team: 30.00 USD monthly/month'];
  expect(of('Enterprise', 'Custom', 'Custom', 'Custom')).toEqual([...known, 'Enterprise: custom']);
  expect(of('Enterprise', 'Custom', 'Custom', '1000')).toEqual(known);
  expect(of('Business', 'Custom', 'Custom', 'Custom')).toEqual(known);
});

test('a column for enterprises is for the asking if the page says elsewhere whom to ask', () => {
  const table =
    '| | Free | Grove ($99/mo) | Forest ($299/mo) | Enterprise |\n|---|---|---|---|---|\n| Trees | 5 | 25 | 125 | Unlimited |\n| Bonus | — | 5% | 9% | Custom |';
  const tiers = ['Free: free', 'Grove: 99.00 USD monthly/month', 'Forest: 299.00 USD monthly/month'];
  const page = (words: string) => lines(read(`# Pricing\n\n${table}\n\n${words}\n`, { format: 'markdown' }).tiers);
  expect(
    page(
      '!!! info "Enterprise enquiries"\n    For more trees, contact us at [sales@acme.example](mailto:sales@acme.example).',
    ),
  ).toEqual([...tiers, 'Enterprise: custom']);
  expect(page('For help with planting, contact us at [help@acme.example](mailto:help@acme.example).')).toEqual(tiers);
});

test('a free card above the row is a tier by a name that German makes of a tier’s word', () => {
  const card = (head: string) =>
    `<div class="card"><h3>${head}</h3><p>• Mit Gießkanne<br>• Bis zu drei Beete</p></div>`;
  const row = (look: string, ...all: string[]) => `<section><div class="${look}">${all.join('')}</div></section>`;
  const paid = row('paid', card('Beet — 9,90 € / Monat'), card('Garten — 19,90 € / Monat'));
  const prices = ['Beet: 9.90 EUR monthly/month', 'Garten: 19.90 EUR monthly/month'];
  const page = (head: string) => `<h1>Preise</h1>${row('help', card(head), card('Gießdienst'))}${paid}`;
  expect(found(page('Basisversion – kostenlos'))).toEqual(['Basisversion: free', ...prices]);
  expect(found(page('Beratung – kostenlos'))).toEqual(prices);
});
