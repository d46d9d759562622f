/** Templates published as they were written: their plans are literals in code, or stand above a document. */
import { describe, expect, test } from 'vitest';
import { pageText } from '../../../../data/text/page-text.ts';
import { recut } from '../../../../verifier/judge/recut.ts';
import { by, lines, read } from '../pages.ts';

const found = (source: string, format: 'html' | 'markdown' = 'html') => lines(read(source, { format }).tiers);
const view = (price: string) =>
  `export default function Page() {
  return (<main><h1>Pricing</h1>{plans.map((plan) => (<div key={plan.name}><h3>{plan.name}</h3>${price}</div>))}</main>);
}`;
const whole = view('<p>{plan.price}</p>');
const two = [`{ name: 'Drift', price: '$12/mo' }`, `{ name: 'Gale', price: '$40/mo' }`];
const wanted = ['Drift: 12.00 USD monthly/month', 'Gale: 40.00 USD monthly/month'];

describe('plans in the source of a component', () => {
  test.each([
    ['a list', `const plans = [${two.join(', ')}];\n${whole}`],
    ['with a type', `const plans: readonly Plan[] = [${two.join(', ')}] as const;\n${whole}`],
    ['exported, in lines', `export const pricingPlans: Plan[] = [\n  ${two.join(',\n  ')},\n];\n${whole}`],
    ['one by one, by key', `const TIERS = { drift: ${two[0]}, gale: ${two[1]} };\n${whole}`],
    ['in a call', `const tiers = ref<Tier[]>([${two.join(', ')}])\n${whole}`],
    ['as data of a component', `<script>export default { data() { return { plans: [${two.join(', ')}] } } }</script>`],
    [
      'among what is no literal',
      `const plans = [{ ...base, ${two[0]?.slice(1, -1)}, icon: <Wind size={2} />, go: () => { buy('x') }, note: t('a') }, ${two[1]}]\n${whole}`,
    ],
    ['with comments', `const plans = [\n  // the small one\n  ${two[0]}, /* and */\n  ${two[1]},\n]\n${whole}`],
    [
      'above a page',
      `---\nconst plans = [${two.join(', ')}];\n---\n<Layout><h1>Pricing</h1><Plans of={plans} /></Layout>`,
    ],
  ])('%s', (_, source) => {
    expect(found(source)).toEqual(wanted);
    const { refused } = recut({ source, text: pageText(source, 'html') }, read(source));
    expect(refused).toEqual([]);
  });

  test('a period that nothing states leaves all open', () => {
    const source = `const plans = [{ name: 'Drift', price: '$12' }, { name: 'Gale', price: '$40' }];\n${whole}`;
    expect(found(source)).toEqual([]);
    expect(by('state', source).rejected).toMatchObject([{ reason: 'currency, period or unit of a price is open' }]);
  });

  test('a trial that costs nothing is no free tier', () => {
    const trial = `const plans = [{ name: 'Trial', price: '$0/mo' }, ${two.join(', ')}];\n${whole}`;
    expect(found(trial)).toEqual(wanted);
    expect(found(trial.replace('Trial', 'Calm'))).toEqual(['Calm: free', ...wanted]);
  });

  test('code that never ends, or nests without end, takes no time', () => {
    const deep = `const plans = ${'[{a:'.repeat(4000)}`.repeat(5);
    const open = `const plans = [${`{ name: 'Drift', price: f(`.repeat(3000)}`.repeat(3);
    for (const source of [deep, open, 'const plans: Plan[] = ['.repeat(20_000)]) expect(found(source)).toEqual([]);
  });
});

describe('plans above a document', () => {
  const item = (name: string, price: string) => `  - name: ${name}\n    price: ${price}\n    period: /month\n`;
  const above = (items: string) => `---\ntitle: Pricing\nplans:\n${items}---\n`;

  test.each(['markdown', 'html'] as const)('of %s', (format) => {
    const source = `${above(item('Drift', '$12') + item('Gale', '"$40"'))}\n<p>See the plans.</p>\n`;
    expect(found(source, format)).toEqual(wanted);
    expect(recut({ source, text: pageText(source, format) }, read(source, { format })).refused).toEqual([]);
  });

  test.each([
    ['€', 'Monat', 'EUR monthly/month'],
    ['£', 'per month', 'GBP monthly/month'],
    ['zł', 'miesiąc', 'PLN monthly/month'],
    ['€', '/mois', 'EUR monthly/month'],
    ['R$', 'por mês', 'BRL monthly/month'],
    ['€', 'Jahr', 'EUR annual/year'],
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
