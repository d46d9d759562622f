/** Plans in the data above a document, with the place of each in the source. */
import { describe, expect, test } from 'vitest';
import { pageText } from '../../../../data/text/page-text.ts';
import { recut } from '../../../../verifier/judge/recut.ts';
import { lines, read } from '../pages.ts';

const found = (source: string, format: 'html' | 'markdown' = 'html') => lines(read(source, { format }).tiers);
const wanted = ['Drift: 12.00 USD monthly/month', 'Gale: 40.00 USD monthly/month'];

describe('plans above a document', () => {
  const item = (name: string, price: string) => `  - name: ${name}\n    price: ${price}\n    period: /month\n`;
  const above = (items: string) => `---\ntitle: Pricing\nplans:\n${items}---\n`;

  test.each(['markdown', 'html'] as const)('of %s', (format) => {
    const source = `${above(item('Drift', '$12') + item('Gale', '"$40"'))}\n<p>See the plans.</p>\n`;
    expect(found(source, format)).toEqual(wanted);
    expect(recut({ source, text: pageText(source, format) }, read(source, { format })).refused).toEqual([]);
  });

  test.each([
    ['zł', 'miesiąc', 'PLN monthly/month'],
    ['€', '/mois', 'EUR monthly/month'],
    ['¥', '年', 'JPY annual/year'],
  ])('with the sign %s and the period %s beside the amounts', (sign, period, said) => {
    const plan = (name: string, amount: number) =>
      `- name : "${name}"\n  currency: "${sign}"\n  price: "${amount}"\n  period: ${period}\n`;
    const source = `---\ntitle: Pricing\nlang: ja\n# the cards\nprice_cards:\n${plan('Drift', 12)}${plan('Gale', 40)}---\n`;
    expect(found(source, 'markdown')).toEqual([`Drift: 12.00 ${said}`, `Gale: 40.00 ${said}`]);
  });

  test.each([
    ['prefix', '€', 'EUR'],
    ['price_suffix', 'zł', 'PLN'],
  ])('with the sign in %s, in a document that is nothing else', (field, sign, code) => {
    const plan = (name: string, month: string, year: string) =>
      `  - title: "${name}"\n    ${field}: "${sign}"\n    price_monthly: "${month}"\n    price_yearly: "${year}"\n`;
    const asked = plan('Huracán', 'Personalizado', 'Personalizado').replace(sign, '');
    const source = `---\ntitle: "Precios"\nplans:\n${plan('Brisa', '12.5', '10')}${plan('Viento', '40', '32')}${asked}---\n`;
    expect(found(source, 'markdown')).toEqual([
      `Brisa: 12.50 ${code} monthly/month, 10.00 ${code} annual/month`,
      `Viento: 40.00 ${code} monthly/month, 32.00 ${code} annual/month`,
      'Huracán: custom',
    ]);
    expect(read(source, { format: 'markdown' }).verdict).toBe('pricing');
    expect(recut({ source, text: pageText(source, 'markdown') }, read(source, { format: 'markdown' })).refused).toEqual(
      [],
    );
  });
});
