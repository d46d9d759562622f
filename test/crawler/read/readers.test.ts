/** Each reader alone, on small pages of our own: what it takes, and above all what it leaves. */
import { describe, expect, test } from 'vitest';
import type { ReadForm } from '../../../crawler/read/read.ts';
import type { ReadModel } from '../../../data/reading.ts';
import { by, card, cards, lines, read } from './pages.ts';

describe('table', () => {
  const found = (source: string, more: Partial<ReadForm> = {}) => lines(by('table', source, more).tiers);
  test('the label of the prices in other languages, and hostings as tiers', () => {
    const price = (label: string, month: string) =>
      found(`# Acme\n\n| | Free | Pro |\n|---|---|---|\n| ${label} | 0 € | **12 €/${month}** |\n| SSO | – | ✓ |\n`, {
        format: 'markdown',
      });
    for (const [label, month] of [
      ['Цена', 'мес'],
      ['Стоимость', 'месяц'],
    ] as const)
      expect(price(label, month), label).toEqual(['Free: free', 'Pro: 12.00 EUR monthly/month']);
    expect(
      found('# Pricing\n\n| Plan | Price |\n|---|---|\n| Pro | $30/mo |\n| Self-host | $0/mo |\n', {
        format: 'markdown',
      }),
    ).toEqual(['Pro: 30.00 USD monthly/month', 'Self-host: free']);
  });
});

describe('rate card', () => {
  const models = (source: string, more: Partial<ReadForm> = {}) =>
    by('rate-card', source, more).models.map(
      ({ model, band, currency, inputPerMTok, outputPerMTok, cachedInputPerMTok, batchInputPerMTok }: ReadModel) =>
        [model, band, currency, inputPerMTok, outputPerMTok, cachedInputPerMTok, batchInputPerMTok]
          .map((part) => part ?? '-')
          .join(' '),
    );

  test('a batch table adds to the models of the first, and later rates do not replace them', () => {
    const markdown =
      '## Models\n\n| Model | Input | Output |\n|---|---|---|\n| m-1 | $3 / MTok | $15 / MTok |\n\n## Batch\n\n| Model | Input | Output |\n|---|---|---|\n| m-1 | $1.50 / MTok | $7.50 / MTok |\n\n## Models\n\n| Model | Input | Output |\n|---|---|---|\n| m-1 | $4 / MTok | $16 / MTok |\n';
    const reading = by('rate-card', markdown, { format: 'markdown' });
    expect(models(markdown, { format: 'markdown' })).toEqual(['m-1 - USD 3.00 15.00 - 1.50']);
    expect(reading.rejected).toContainEqual(
      expect.objectContaining({ reason: 'another rate for the same model, further down' }),
    );
  });
});

describe('composing', () => {
  const table = (price: string) =>
    `<table><tr><th></th><th>Basic</th><th>Plus</th></tr><tr><td>Price</td><td>${price}</td><td>$30 / month</td></tr></table>`;
  const two = cards(card('Basic', '$12 / month'), card('Plus', '$30 / month'));

  test('readers that agree leave one price, and both readings', () => {
    const reading = read(two + table('$12 / month'));
    expect(lines(reading.tiers)).toEqual(['Basic: 12.00 USD monthly/month', 'Plus: 30.00 USD monthly/month']);
    expect(reading.readings.filter(({ tiers }) => tiers.length === 2).map(({ reader }) => reader)).toEqual([
      'cards',
      'table',
      'offers',
    ]);
  });
});

describe('a card that two readers name otherwise', () => {
  const plan = (head: string, price: string) =>
    `<div class="plan"><div>${head}</div><div class="price">${price}</div><ul><li>All barns</li></ul></div>`;
  const pageOf = (...names: [string, string][]) =>
    `<h1>Pricing</h1><div>${names.map(([name, line], at) => plan(`<span>${name}</span><p>Lock your barn</p><b>${line}</b>`, `$${at + 1}9 / month`)).join('')}</div>`;

  const confidencesOf = (page: string) =>
    read(page).tiers.flatMap(({ prices }) => prices.map(({ confidence = 0 }) => confidence));

  test('is unsure, and both readings are kept', () => {
    const page = pageOf(['Solo', 'The full'], ['Grove', 'The whole'], ['Forest', 'The most']);
    expect(lines(by('cards', page).tiers)).toContain('The whole: 29.00 USD monthly/month');
    expect(lines(by('offers', page).tiers)).toContain('Grove: 29.00 USD monthly/month');
    expect(confidencesOf(page).every((confidence) => confidence < 0.85)).toBe(true);
  });

  test('is surer where they mean the same name', () => {
    const page = pageOf(['Solo', 'For one'], ['Grove', 'For a team'], ['Forest', 'For all']);
    expect(lines(read(page).tiers)).toContain('Grove: 29.00 USD monthly/month');
    expect(confidencesOf(page).every((confidence) => confidence > 0.85)).toBe(true);
  });
});

describe('a vendor with one tier', () => {
  test('is named by the site where the page names no tier', () => {
    const called = (head: string) =>
      lines(
        read(`${head}<h1>Simple pricing</h1><p>3 $ / active user / month</p><p>after a free trial</p>`, {
          url: 'https://www.moodly.example/pricing',
        }).tiers,
      );
    expect(called('<title>MoodLy – how is everybody?</title>')).toEqual(['MoodLy: 3.00 USD monthly/month']);
    expect(called('<meta property="og:site_name" content="Moodly for teams">')).toEqual([
      'Moodly for teams: 3.00 USD monthly/month',
    ]);
    // An address that the page says nothing of is no name, and neither is one in an address.
    expect(called('<title>How is everybody?</title>')).toEqual([]);
    expect(called('<title>How is everybody?</title><p>Write to hello@moodly.example</p>')).toEqual([]);
  });

  test('is read under a heading that asks what it costs, in the words of its language', () => {
    const under = (heading: string) =>
      lines(
        read(
          `<html lang="ru"><title>Учёт ульев</title><h1>Пасека без хлопот</h1><h2>${heading}</h2><div><h3>Подписка Улей</h3><p>300 ₽/мес</p></div>`,
          { url: 'https://uley.example/' },
        ).tiers,
      );
    expect(under('Сколько стоит')).toEqual(['Подписка Улей: 300.00 RUB monthly/month']);
    expect(under('Сколько стоит ваше время')).toEqual([]);
  });
});
