/** What documentation says in sentences: plans that head their sections, prices in a sentence of their own, what is sold beside. */
import { describe, expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const told = (...source: string[]) => lines(read(source.join('\n'), { format: 'markdown' }).tiers);

describe('a table under a heading that says no more than what is sold beside the plans', () => {
  const table = (heading: string) =>
    told(
      '# Pricing',
      '',
      '| Plan | Price |',
      '|---|---|',
      '| Starter | $10/month |',
      '| Team | $40/month |',
      '',
      `## ${heading}`,
      '',
      '| | Basic help | Premium help |',
      '|---|---|---|',
      '| Price | $200/month | $2,000/month |',
    );
  const plans = ['Starter: 10.00 USD monthly/month', 'Team: 40.00 USD monthly/month'];

  test.each(['Support', 'Support levels', 'SSO and SAML', 'Single sign-on (SSO)', 'Dedicated IPs', 'Backups'])(
    '"%s" adds no tiers',
    (heading) => {
      expect(table(heading)).toEqual(plans);
    },
  );

  test.each(['Supported editions', 'Plans with SSO'])('"%s" may add some', (heading) => {
    expect(table(heading)).toHaveLength(4);
  });

  test('over cards it may be a feature of the card before', () => {
    const one = (name: string, price: number) =>
      `<div><h3>${name}</h3><p>$${price}/mo</p><ul><li><h4>Single sign-on (SSO)</h4></li></ul></div>`;
    const source = `<main><h1>Pricing</h1><div>${one('Skiff', 8)}${one('Ketch', 20)}${one('Barque', 60)}</div></main>`;
    expect(lines(read(source).tiers)).toHaveLength(3);
  });
});
