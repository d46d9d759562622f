/** What a document says beside its prices changes nothing about them. */
import { describe, expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const SURROUNDINGS: Record<string, string> = {
  'what was raised': 'We raised $6 million to build better boats.',
  'a friend who is brought along': 'Bring a friend and you both get $40 in credit.',
  'a customer who saved': '> It saved us $3,000 a month.\n>\n> — Ada Pike, mate on the Heron',
  'an offer to start-ups': '## New on the water?\n\nYoung companies get up to $20,000 in credit.',
  'a fair': '## Harbour Days 2027\n\nEarly bird tickets from $249.',
  'add-ons': '## Add-ons\n\n- Dedicated berth: $35 per month\n- Own flag: $60 per month',
  'what is set up': '## Rigging\n\nOne-time rigging with a master shipwright for $450.',
  'what others ask': 'Others ask $120 per month for less.',
  'a table of rivals':
    '## How we compare\n\n| | Us | OtherYard |\n|---|---|---|\n| Price | $9/mo | $49/mo |\n| Logs | Yes | No |',
  'goods without a period': '## Chart plotter\n\n$79\n\n## Radio\n\n$199',
  'what is due for some': 'Students pay $5 / month.',
  'what a bill may be': 'If your bill is $1,000 a month, write to us.',
  'an example': 'Example: a crew of 5 pays $60 a month.',
  'what one is told of': 'You are told when you spend more than $100 a month.',
  'fees of payments': 'Card payments: 2.9% + $0.30 per transaction.',
  'plans of support': '## Support\n\n- Standard support: included\n- Premium support: $80 / month',
};

const LAYOUTS: Record<string, { page: (before: string, after: string) => string; tiers: string[] }> = {
  sections: {
    page: (before, after) =>
      `# Pricing\n\n${before}\n\n## Starter\n\n$9 per month\n\n- One boat\n\n## Team\n\n$29 per month\n\n- Four boats\n\n${after}`,
    tiers: ['Starter: 9.00 USD monthly/month', 'Team: 29.00 USD monthly/month'],
  },
  'a table': {
    page: (before, after) =>
      `# Plans\n\n${before}\n\n## Prices\n\n| Plan | Price per month | Boats |\n|---|---|---|\n| Dinghy | $9 | 1 |\n| Ketch | $29 | 4 |\n\n${after}`,
    tiers: ['Dinghy: 9.00 USD monthly/month', 'Ketch: 29.00 USD monthly/month'],
  },
  sentences: {
    page: (before, after) =>
      `# Pricing\n\n${before}\n\n## What it costs\n\nThe Starter plan costs $9 per month and is for one boat. The Team plan costs $29 per month and is for four.\n\n${after}`,
    tiers: ['Starter: 9.00 USD monthly/month', 'Team: 29.00 USD monthly/month'],
  },
};

describe.each(Object.entries(LAYOUTS))('%s', (_, { page, tiers }) => {
  const found = (before: string, after: string) => lines(read(page(before, after), { format: 'markdown' }).tiers);

  test('alone', () => {
    expect(found('', '')).toEqual(tiers);
  });

  test.each(Object.entries(SURROUNDINGS))('with %s', (_, text) => {
    expect(found(text, ''), 'above').toEqual(tiers);
    expect(found('', text), 'below').toEqual(tiers);
  });
});
