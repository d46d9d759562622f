/** One vendor, several products: what is read is of the one that was asked for. */
import { describe, expect, test } from 'vitest';
import { card, cards, lines, read } from '../pages.ts';
import { taught } from '../recipe/taught.ts';

const product = { name: 'Harbour Desk', others: ['Harbour Chat', 'Harbour Desk Voice', 'Harbour'] };
const tiers = (...each: [string, string][]) => each.map(([name, price]) => card(name, price)).join('\n');
const desk = `<div>${tiers(['Basic', '$12 / month'], ['Plus', '$30 / month'])}</div>`;
const chat = `<div>${tiers(['Start', '$7 / month'], ['Scale', '$70 / month'])}</div>`;
const DESK = ['Basic: 12.00 USD monthly/month', 'Plus: 30.00 USD monthly/month'];
const CHAT = ['Start: 7.00 USD monthly/month', 'Scale: 70.00 USD monthly/month'];
const section = (heading: string, body: string) => `<section><h2>${heading}</h2>${body}</section>`;

describe('a page of two products', () => {
  test.each([
    ['sections', section('Harbour Desk', desk) + section('Harbour Chat', chat)],
    ['the other one first', section('Harbour Chat', chat) + section('Harbour Desk', desk)],
    ['headings that say more', section('Plans for Harbour Desk', desk) + section('Harbour Chat pricing', chat)],
    ['a name within a name', section('Harbour Desk', desk) + section('Harbour Desk Voice', chat)],
    [
      'tabs',
      `<div role="tablist"><button role="tab" aria-controls="a">Harbour Desk</button><button role="tab" aria-controls="b">Harbour Chat</button></div><div id="a">${desk}</div><div id="b">${chat}</div>`,
    ],
    ['ours without a heading', desk + section('Harbour Chat', chat)],
  ])('%s', (_how, body) => {
    const source = `<title>Pricing</title><main><h1>Pricing</h1>${body}</main>`;
    expect(lines(read(source).tiers).sort()).toEqual([...DESK, ...CHAT].sort());
    const reading = read(source, { product });
    expect(lines(reading.tiers)).toEqual(DESK);
    expect(reading.verdict).toBe('pricing');
    const rejected = reading.readings
      .flatMap((each) => each.rejected)
      .filter(({ reason }) => reason === 'another product');
    expect(rejected.map(({ quote }) => quote)).toContain('Start: $7 / month');
  });

  test('a tier named after the other one is its', () => {
    const source = cards(card('Basic', '$12 / month'), card('Plus', '$30 / month'), card('Harbour Chat', '$7 / month'));
    expect(lines(read(source, { product }).tiers)).toEqual(DESK);
  });

  test('a tier named after ours is ours', () => {
    const source = cards(card('Harbour Desk Basic', '$12 / month'), card('Harbour Desk Plus', '$30 / month'));
    expect(read(source, { product }).tiers).toHaveLength(2);
  });

  test('a section that is over governs no more', () => {
    const source = `<h1>Pricing</h1>${section('Harbour Chat', '<p>Talk to your customers.</p>')}${section('Plans', desk)}`;
    expect(lines(read(source, { product }).tiers)).toEqual(DESK);
  });

  test('what only mentions another product is no heading of it', () => {
    const source = `<h1>Pricing</h1>${section('Works well with Harbour Chat', desk)}`;
    expect(lines(read(source, { product }).tiers)).toEqual(DESK);
  });

  test('an author of a recipe knows better', () => {
    const source = section(
      'Harbour Chat',
      '<div class="own"><i>Basic</i><b>$12</b></div><div class="own"><i>Plus</i><b>$30</b></div>',
    );
    const recipe = taught(source, ['Basic 12', 'Plus 30']);
    expect(lines(read(source, { product, recipe }).tiers)).toEqual(DESK);
  });
});

describe('a page of another product', () => {
  test.each([
    ['its first heading', `<title>Pricing</title><h1>Harbour Chat pricing</h1>${chat}`],
    ['its title', `<title>Harbour Chat Pricing - Plans for every team</title><h1>Simple pricing</h1>${chat}`],
    ['both', `<title>Harbour Chat | Harbour Inc</title><h1>Harbour Chat</h1>${chat}`],
  ])('is known by %s', (_by, source) => {
    const reading = read(source, { product });
    expect(reading).toMatchObject({ verdict: 'other_product', tiers: [] });
    expect(reading.reason).toContain('"Harbour Chat"');
  });

  test.each([
    ['names ours', `<title>Harbour Desk pricing</title><h1>Harbour Desk</h1>${desk}`],
    ['names ours beside it', `<title>Harbour Chat and more</title><h1>Pricing</h1><h2>Harbour Desk</h2>${desk}`],
    [
      'names the vendor, whose product of that name is another',
      `<title>Pricing | Harbour</title><h1>Harbour</h1><h2>Pricing</h2>${desk}`,
    ],
    ['names none', `<title>Pricing</title><h1>Pricing</h1>${desk}`],
  ])('is not one that %s', (_what, source) => {
    expect(read(source, { product }).verdict).toBe('pricing');
    expect(lines(read(source, { product }).tiers)).toEqual(DESK);
  });
});
