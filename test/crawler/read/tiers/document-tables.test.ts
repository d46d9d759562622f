/** Tables of tiers in documentation, and the sections beside them: which of their columns, rows and lists are prices. */
import { describe, expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const told = (...source: string[]) => lines(read(source.join('\n'), { format: 'markdown' }).tiers);

describe('what is free by the year', () => {
  const table = (...rows: string[]) => told('# Pricing', '', '| | Hobby | Team |', '|---|---|---|', ...rows);

  test('is free, though one may pay for life', () => {
    expect(table('| Annual | Free | $120 |', '| Lifetime | $60 | $400 |')).toEqual([
      'Hobby: free',
      'Team: 120.00 USD annual/year, 400.00 USD -/once',
    ]);
  });

  test('is not where one pays by the month', () => {
    expect(table('| Annual | Free | $120 |', '| Monthly | $5 | $12 |')).not.toContain('Hobby: free');
  });
});

describe('a table above sections with the month’s prices', () => {
  const table = (pro: string) => [
    '| Feature | Free | Pro | Fleet |',
    '|---|---|---|---|',
    `| **Monthly price** | $0 | ${pro}/mo | $90/mo |`,
    '| **Yearly price** | $0 | $16/mo | $75/mo |',
    '| Charts | 3 | 30 | 300 |',
  ];
  const sections = [
    '### Free plan',
    '',
    '- 3 charts',
    '',
    '### Pro plan - $20/month',
    '',
    '- 30 charts',
    '',
    '### Fleet plan - $90/month',
    '',
    '- 300 charts',
    '',
    '## Captain - $900/month',
    '',
    'We sail for you.',
  ];

  test('adds the year’s', () => {
    expect(told('# Pricing', '', ...table('$20'), '', '## Plan details', '', ...sections)).toEqual([
      'Free: free',
      'Pro: 20.00 USD monthly/month, 16.00 USD annual/month',
      'Fleet: 90.00 USD monthly/month, 75.00 USD annual/month',
      'Captain: 900.00 USD monthly/month',
    ]);
  });

  test('adds nothing where the two contradict each other', () => {
    const read = told('# Pricing', '', ...table('$25'), '', '## Plan details', '', ...sections);
    expect(read.filter((line) => line.includes('annual'))).toEqual([]);
  });
});

describe('columns and rows that are no prices', () => {
  test('balances, and what one pays by use', () => {
    const rows = [
      '| Plan | Monthly price | Monthly balance | Basic voice (per 1k chars) | Full voice / call |',
      '|---|---|---|---|---|',
      '| **Dinghy** | Free | $0.10 (trial) | $0.001 | $0.08 |',
      '| **Skipper** | $14 / month | $15 | $0.006 | $0.04 |',
      '| **Fleet** | Custom | Custom | Custom | Custom |',
    ];
    expect(told('# Pricing', '', ...rows)).toEqual([
      'Dinghy: free',
      'Skipper: 14.00 USD monthly/month',
      'Fleet: custom',
    ]);
  });

  test.each(['Monthly allowance', 'Annual revenue', 'Monthly quota', 'Cost per 1,000 messages', 'Price / GB'])(
    '%s',
    (label) => {
      const rows = [
        `| Plan | Price | ${label} |`,
        '|---|---|---|',
        '| Basic | $9/mo | $100 |',
        '| Pro | $19/mo | $250 |',
      ];
      expect(told('# Pricing', '', ...rows)).toEqual(['Basic: 9.00 USD monthly/month', 'Pro: 19.00 USD monthly/month']);
    },
  );

  test.each(['Monthly cost', 'Price per seat', 'Monthly fee', 'Subscription (monthly)', '报价', '售价'])(
    'but %s is',
    (label) => {
      const rows = [`| Plan | ${label} |`, '|---|---|', '| Basic | $9/mo |', '| Pro | $19/mo |'];
      expect(told('# Pricing', '', ...rows)).toEqual(['Basic: 9.00 USD monthly/month', 'Pro: 19.00 USD monthly/month']);
    },
  );
});

test('rows that differ only behind a dash keep all of their names', () => {
  const rows = [
    '| Product | Price |',
    '|---|---|',
    '| Chart viewer — Pro | $9.99/mo |',
    '| Chart viewer — Fleet | $99/mo |',
  ];
  expect(told('# Pricing', '', ...rows)).toEqual([
    'Chart viewer — Pro: 9.99 USD monthly/month',
    'Chart viewer — Fleet: 99.00 USD monthly/month',
  ]);
});

test('“报价” labels a row of prices below one of descriptions', () => {
  const rows = [
    '|  | 开源版 | 企业版 | 云服务版 |',
    '|---|---|---|---|',
    '|  | 将系统开源，并免费提供给其他用户使用。 | 不开放源代码，将系统销售给客户使用。 | 租给客户使用。 |',
    '|报价 | 免费 | 12元/用户/月 <br/>按年付费 | 请咨询 400-000-0000 |',
    '| API | √ | √ | √ |',
  ];
  expect(told('---', 'title: 报价', '---', '', ...rows)).toEqual([
    '开源版: free',
    '企业版: 12.00 CNY annual/month',
    '云服务版: custom',
  ]);
});

test('a section on the enterprise tier asks to write to an address', () => {
  const tiers = ['| Plan | Price |', '|---|---|', '| Basic | $9/mo |', '| Pro | $19/mo |'];
  const section = ['## Enterprise', '', 'Need more? Contact `fleet@harbour.example` with your volume.'];
  expect(told('# Pricing', '', ...tiers, '', ...section)).toContain('Enterprise: custom');
});

describe('a page on what it costs to run something elsewhere', () => {
  const item = '1. **The Hobby plan: \\$5/month.** This is what Basinway asks at least.';
  test.each([
    'There is no charge from us. You only pay [Basinway](https://basinway.example) for the machine.',
    'Machines are billed directly by Basinway.',
  ])('states no price of its own: %s', (words) => {
    expect(told('# Pricing', '', words, '', item)).toEqual([]);
  });

  test('but its own where it pays nobody else', () => {
    expect(told('# Pricing', '', 'Two plans, and you can change at any time.', '', item)).toEqual([
      'Hobby: 5.00 USD monthly/month',
    ]);
  });
});

test('how one pays for a tier is no tier beside it', () => {
  const source = [
    '# Pricing',
    '',
    '### **Crew** plan',
    '',
    '- **12-month plan**:',
    '  - **\\$15/month** (billed as **\\$180**).',
    '  - **Savings**: 25% off the regular price (\\$20/month).',
    '- **Monthly plan**:',
    '  - **\\$20/month**.',
  ];
  expect(told(...source)).toEqual(['Crew plan: 15.00 USD annual/month, 20.00 USD monthly/month']);
});
