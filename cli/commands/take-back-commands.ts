/** Commands that take a published price back. */
import { Option } from 'commander';
import { type Declaration, JSON_OUTPUT } from './command.ts';

type Action = 'correct' | 'withdraw' | 'revert';

const DECIDED = [
  new Option('--by <name>', 'your name').makeOptionMandatory(),
  new Option('--reason <words>', 'the reason; consumers see it').makeOptionMandatory(),
  new Option('--from <instant>', 'when it takes effect (default: since the wrong prices began)').choices([
    'beginning',
    'now',
  ]),
  new Option('--dry-run', 'do not write').default(false),
  JSON_OUTPUT,
];

type Kind = Pick<Declaration, 'summary' | 'description' | 'examples' | 'about'> & { own?: readonly Option[] };

function takeBack(action: Action, { own = [], ...kind }: Kind): Declaration {
  return {
    name: action,
    ...kind,
    arguments: { '<slug>': 'product; or SLUG.SOURCE if several sources have prices' },
    options: [...own, ...DECIDED],
    json: '{ "id", "slug", "source", "dryRun", "from", "verdict", "differences", "changes" }.',
    exits: {
      0: 'decided, or possible (--dry-run)',
      1: 'refused; the record is unchanged',
    },
    async run(command) {
      const { takeBack } = await import('../../verifier/review/take-back-command.ts');
      return takeBack(action, command.args[0] ?? '', command.opts());
    },
  };
}

export const TAKE_BACK_COMMANDS: readonly Declaration[] = [
  takeBack('correct', {
    summary: 'replace published prices by hand',
    description:
      'Replaces published prices with values that you enter. The ledger records your name, the reason and the earlier prices.',
    about:
      'The file: {"tiers": [{"tier": "Pro", "prices": [{"amount": "12.00", "currency": "USD", "per": "month", "billing": "monthly"}]}]}\nOther tiers and rates do not change.',
    own: [
      new Option('--values <file>', 'correct tiers and rates as JSON; - for stdin').makeOptionMandatory(),
      new Option('--source-url <url>', 'URL of the correct values (default: the source’s page)'),
    ],
    examples: [['assay correct notion --values tiers.json --by ada --reason "seats misread as months"', '']],
  }),
  takeBack('withdraw', {
    summary: 'withdraw published prices',
    description:
      'Withdraws the published prices of a source. No price is published until another reading is accepted. The same prices are not published again.',
    examples: [
      ['assay withdraw notion --by ada --reason "prices of another product" --dry-run', 'show what would change'],
      ['assay withdraw notion.pricing --by ada --reason "prices of another product" --from now', 'keep the past'],
    ],
  }),
  takeBack('revert', {
    summary: 'restore earlier prices of a source',
    description: 'Restores earlier prices of a source, with their quotes. Also undoes a withdrawal or a correction.',
    own: [new Option('--to <entry>', 'ledger entry with the prices to restore (default: the last that differs)')],
    examples: [['assay revert notion --by ada --reason "the vendor’s test page"', '']],
  }),
];
