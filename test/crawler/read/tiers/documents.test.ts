/** What documentation says in sentences: plans that head their sections, prices in a sentence of their own, what is sold beside. */
import { describe, expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const told = (...source: string[]) => lines(read(source.join('\n'), { format: 'markdown' }).tiers);

describe('a plan that heads its section', () => {
  const guide = (...sections: string[]) => told('# Pricing', '', 'The Harbour plan is $12 per month.', '', ...sections);

  test.each([
    ['a free plan', '## Free plan', 'After the first year a subscription is $30/month.'],
    ['a plan of the year', '## Annual plan', 'By the month the subscription is $30/month.'],
    ['a heading that names no plan', '## Mooring', 'A subscription is $30/month.'],
    ['what is added', '## Pier plan', 'Each further berth is $30/month.'],
    ['a cap', '## Pier plan', 'On this plan you never pay more than $30/month.'],
  ])('is not: %s', (_, heading, text) => {
    expect(guide(heading, '', text).join()).not.toContain('30.00');
  });
});

test('a free plan that needs no trial', () => {
  const source = [
    '# Pricing',
    '',
    '- **Free:** sail for free as long as you like, no trial needed.',
    '- **Crew:** the Crew plan costs $40 per month.',
  ];
  expect(told(...source)).toEqual(['Free: free', 'Crew: 40.00 USD monthly/month']);
  expect(told(source.join('\n').replace('no trial needed', 'when the trial ends'))).not.toContain('Free: free');
});

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

  test.each(['Support levels', 'Single sign-on (SSO)', 'Backups'])('"%s" adds no tiers', (heading) => {
    expect(table(heading)).toEqual(plans);
  });

  test.each(['Supported editions', 'Plans with SSO'])('"%s" may add some', (heading) => {
    expect(table(heading)).toHaveLength(4);
  });
});
