/** Price lists as people write them in Markdown: names and prices in headings, bullets, paragraphs, tables. */
import { expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const found = (source: string) =>
  lines(read(`# Pricing\n\n${source}`, { format: 'markdown' }).tiers).map((each) => each.replaceAll(' USD', ''));

const FREE = 'Free: free';
const PRO = 'Pro: 20.00 monthly/month';
const TEAM = 'Team: 50.00 monthly/month';
const ENTERPRISE = 'Enterprise: custom';

test.each<[string, string, string[]]>([
  [
    'a price below its heading',
    '## Free\n\n**$0/month**\n\n- 1 project\n\n## Pro\n\n**$20/month** per user\n\n## Enterprise\n\nContact us\n',
    [FREE, PRO, ENTERPRISE],
  ],
  [
    'a price in its heading, in brackets',
    '## Free ($0/month)\n\n- 1 project\n\n## Pro ($20/month)\n\n- More\n\n## Enterprise (contact us)\n',
    [FREE, PRO, ENTERPRISE],
  ],
  [
    'a price in its heading, after a dash',
    '### Free - $0\n\n### Pro - $20/month\n\n### Team - $50/month\n\n### Enterprise - Custom\n',
    [FREE, PRO, TEAM, ENTERPRISE],
  ],
  [
    'a tier called Plus, and a colon',
    '## Basic: $9/mo\n\nFew.\n\n## Plus: $19/mo\n\nMore.\n\n## Free\n\nNo credit card required.\n',
    ['Basic: 9.00 monthly/month', 'Plus: 19.00 monthly/month', FREE],
  ],
  [
    'a labelled price',
    '## Hobby\n\nPrice: Free\n\n- 1 project\n\n## Pro\n\nPrice: $20 per user per month\n\n## Enterprise\n\nPrice: Custom pricing\n',
    ['Hobby: free', PRO, ENTERPRISE],
  ],
  [
    'bullets',
    '- **Free**: $0\n- **Pro**: $20/month\n- **Team**: $50/month\n- **Enterprise**: Custom pricing\n',
    [FREE, PRO, TEAM, ENTERPRISE],
  ],
  [
    'a numbered list',
    '1. **Free** – free for up to 3 users\n2. **Pro** – $20 per user per month\n3. **Enterprise** – contact sales\n',
    [FREE, PRO, ENTERPRISE],
  ],
  [
    'bold paragraphs',
    '**Pro — $20/month**\n\nFor one.\n\n**Team — $50/month**\n\nFor all.\n\n**Enterprise — contact us**\n',
    [PRO, TEAM, ENTERPRISE],
  ],
  [
    'a sentence after the price',
    '## Pro\n\n$20 per month. Best for people who start out and need few things.\n\n## Team\n\n$50 per month. Best for teams that grow and need more of everything.\n',
    [PRO, TEAM],
  ],
  [
    'two billings in brackets',
    '## Pro\n\n- **Price:** $16/user/month (annual) or $20/user/month (monthly)\n\n## Team\n\n- **Price:** $50/user/month (monthly)\n',
    ['Pro: 16.00 annual/month, 20.00 monthly/month', TEAM],
  ],
  [
    'two billings in words',
    '### Pro\n\n$16/month, billed annually ($20 month-to-month)\n\n### Team\n\n$50/month\n',
    ['Pro: 16.00 annual/month, 20.00 monthly/month', TEAM],
  ],
  [
    'one paragraph of sentences',
    'The Pro plan costs $20 per month. The Team plan costs $50 per month. The Hobby plan is free. For Enterprise, contact us.\n',
    [PRO, TEAM, 'Hobby: free', ENTERPRISE],
  ],
  [
    'tiers in rows',
    '| Plan | Price | Seats |\n|---|---|---|\n| Free | Free forever | 1 |\n| Pro | $20/mo | 5 |\n| Team | $50/mo | 10 |\n| Enterprise | Contact sales | Any |\n',
    [FREE, PRO, TEAM, ENTERPRISE],
  ],
  [
    'billings in columns',
    '| Plan | Monthly | Annual (per month) |\n|---|---|---|\n| Free | $0 | $0 |\n| Pro | $20 | $16 |\n| Enterprise | Contact us | Contact us |\n',
    [FREE, 'Pro: 20.00 monthly/month, 16.00 annual/month', ENTERPRISE],
  ],
  [
    'tiers in columns',
    '| | Free | Pro | Enterprise |\n|---|---|---|---|\n| Price | $0 | $20/mo | Custom |\n| Seats | 1 | 5 | Any |\n',
    [FREE, PRO, ENTERPRISE],
  ],
  [
    'a section that asks to be called, beside sections with prices in sentences',
    '## Free plan\n\nEveryone starts here.\n\n## Solo plan\n\nThe **Solo** plan ($7 / month) is for one.\n\n## Enterprise plan\n\n**Enterprise** is for companies.\n\nIf Solo is too small, please [contact us](mailto:a@b.example) for a plan of your own.\n\n## Support\n\nContact us by mail.\n',
    ['Free plan: free', 'Solo plan: 7.00 monthly/month', 'Enterprise plan: custom'],
  ],
  [
    'plans in a table without prices, which the text states',
    'Acme is free for open source. Otherwise:\n\n1. For private team boards there is a very cheap $8 a month plan.\n\n| | Free public boards | Private team board |\n|---|---|---|\n| Boards | Any | Any |\n',
    ['Private team board: 8.00 monthly/month', 'Free public boards: free'],
  ],
  [
    'components that show their attributes',
    '<Plans>\n<PlanCard\n  name="Free"\n  price="$0"\n  period="month"\n/>\n<PlanCard name="Pro" price="$20" period="month" featured />\n</Plans>\n',
    [FREE, PRO],
  ],
  [
    'components with titles around paragraphs',
    '<CardGroup cols={2}>\n  <Card title="Pro" icon="star">\n    $20/month\n\n    - Mail support\n  </Card>\n  <Card title="Team">\n    $50/month\n  </Card>\n</CardGroup>\n',
    [PRO, TEAM],
  ],
  [
    'cards of divisions, one tag a line',
    '<div className="a">\n  <div>\n    <div className="b">Pro</div>\n    <div>One app.</div>\n  </div>\n  <div>\n    <span className="big">$20</span>\n    <span className="small">/ mo</span>\n  </div>\n</div>\n\n<div className="a">\n  <div>\n    <div className="b">Team</div>\n  </div>\n  <div>\n    <span className="big">$50</span>\n    <span className="small">/ mo</span>\n  </div>\n</div>\n',
    [PRO, TEAM],
  ],
  [
    'a table of HTML on one line',
    '<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Pro</td><td>$20/mo</td></tr><tr><td>Team</td><td>$50/mo</td></tr></table>\n',
    [PRO, TEAM],
  ],
  [
    'comments and template tags, which nobody sees',
    '## Pro {#pro}\n\n<!--\nOld: $15/month\n-->\n{% if cloud %}$20 per month{% endif %}\n\n## Team {#team}\n\n{/* $45/month */}\n$50 per month\n',
    [PRO, TEAM],
  ],
  [
    'underlined headings, and what nobody can buy any more',
    'Pro\n---\n\n$20 per month\n\nTeam\n---\n\n$50 per month\n\nNotes\n---\n\nThe old Maker plan at $9 per month is closed to new customers. Those on the $9/month Maker plan keep it.\n',
    [PRO, TEAM],
  ],
  [
    'headings with two dashes, and a button that speaks of its tier',
    '### Pro -- $20/mo\n\nFor one.\n\n### Team -- $50/mo\n\nFor more.\n\n### Enterprise\n\n[Contact Sales](https://a.example/contact) for Enterprise pricing.\n',
    [PRO, TEAM, ENTERPRISE],
  ],
  ['two tiers in one sentence', 'The Pro plan is $20 per month and the Team plan is $50 per month.\n', [PRO, TEAM]],
  [
    'bare amounts for a year, which the months beside them place',
    '| Plan | Monthly | Annual |\n|---|---|---|\n| Pro | $20 | $200 |\n| Team | $50 | $45 |\n| Max | $90 | $300 |\n',
    [
      'Pro: 20.00 monthly/month, 200.00 annual/year',
      'Team: 50.00 monthly/month, 45.00 annual/month',
      'Max: 90.00 monthly/month',
    ],
  ],
  [
    'an old price crossed out',
    '## Pro\n\n~~$30~~ **$20** per month\n\n## Team\n\n$50 per month\n',
    ['Pro: 30.00 monthly/month struck, 20.00 monthly/month promo', TEAM],
  ],
])('%s', (_, source, tiers) => {
  expect(found(source)).toEqual(tiers);
});

test('a table without a header has an empty one, and rows of dashes that are no rule', () => {
  const plans = ['Basic: 8.00 monthly/month', 'Team: 20.00 monthly/month'];
  expect(found('| | |\n|---|---|\n| Basic | $8 / month |\n| Team | $20 / month |\n')).toEqual(plans);
  expect(found('| | | |\n|---|---|---|\n| | Basic | Team |\n| Price | $8 / month | $20 / month |\n')).toEqual(plans);
  expect(found('| Plan | Price |\n|---|---|\n| Basic | $8 / month |\n| - | - |\n| Team | $20 / month |\n')).toEqual(
    plans,
  );
});

test('a bracket that closes no link is a part of the words', () => {
  const { models } = read(
    '# Pricing\n\n| Model | Context | Input per 1M tokens | Output per 1M tokens |\n|---|---|---|---|\n| larch-1 | [0, 32] | $1 | $2 |\n| larch-1 | (32, 128] | $2 | $4 |\n| [larch-2](/models/larch) | [0, 32) | $3 | $6 |\n| larch-2 | (32, 128] | $4 | $8 |\n',
    { format: 'markdown' },
  );
  expect(models.map(({ model, band }) => `${model} ${band}`)).toEqual([
    'larch-1 0, 32',
    'larch-1 (32, 128]',
    'larch-2 [0, 32)',
    'larch-2 (32, 128]',
  ]);
});
