/** Commands that take a published price back. */
import { Option } from 'commander';
import { type Declaration, JSON_OUTPUT } from './command.ts';

type Action = 'correct' | 'withdraw' | 'revert';

const DECIDED = [
  new Option('--by <name>', 'who decides').makeOptionMandatory(),
  new Option('--reason <words>', 'why; consumers see it').makeOptionMandatory(),
  new Option('--from <instant>', 'when it takes effect; by default when the wrong statement began').choices([
    'beginning',
    'now',
  ]),
  new Option('--dry-run', 'write nothing').default(false),
  JSON_OUTPUT,
];

type Kind = Pick<Declaration, 'summary' | 'description' | 'examples' | 'about'> & { own?: readonly Option[] };

function takeBack(action: Action, { own = [], ...kind }: Kind): Declaration {
  return {
    name: action,
    ...kind,
    arguments: { '<slug>': 'a product; or SLUG.SOURCE if several sources state prices' },
    options: [...own, ...DECIDED],
    json: '{ "id", "slug", "source", "dryRun", "from", "verdict", "differences", "changes" }.',
    exits: {
      0: 'decided, or possible (--dry-run)',
      1: 'refused; the record stands',
    },
    async run(command) {
      const { takeBack } = await import('../../verifier/review/take-back-command.ts');
      return takeBack(action, command.args[0] ?? '', command.opts());
    },
  };
}

export const TAKE_BACK_COMMANDS: readonly Declaration[] = [
  takeBack('correct', {
    summary: 'state a published price by hand',
    description:
      'States prices of a product by hand in place of the published ones. The running verifier writes it, with who, why and the earlier statement.',
    about:
      'The file: {"tiers": [{"tier": "Pro", "prices": [{"amount": "12.00", "currency": "USD", "per": "month", "billing": "monthly"}]}]}\nOther tiers and rates stay.',
    own: [
      new Option('--values <file>', 'JSON of the right tiers and rates; - for stdin').makeOptionMandatory(),
      new Option('--source-url <url>', 'where they are stated, if not on the source’s page'),
    ],
    examples: [['assay correct notion --values tiers.json --by ada --reason "seats misread as months"', '']],
  }),
  takeBack('withdraw', {
    summary: 'take published prices back',
    description:
      'Withdraws the published prices of a source. Nothing is stated until another reading is accepted; the same prices are not published again.',
    examples: [
      ['assay withdraw notion --by ada --reason "prices of another product" --dry-run', 'what would change'],
      ['assay withdraw notion.pricing --by ada --reason "prices of another product" --from now', 'the past stands'],
    ],
  }),
  takeBack('revert', {
    summary: 'return to an earlier statement of a source',
    description:
      'Returns to an earlier statement of a source, with its quotes; or takes back a withdrawal or a correction.',
    own: [new Option('--to <entry>', 'ledger entry of the statement; by default the last that differs')],
    examples: [['assay revert notion --by ada --reason "the vendor’s test page"', '']],
  }),
];
