/** Commands that take a published price back. */
import { Option } from 'commander';
import { type Declaration, JSON_OUTPUT } from './command.ts';

type Action = 'correct' | 'withdraw' | 'revert';

const DECIDED = [
  new Option('--by <name>', 'whose decision it is').makeOptionMandatory(),
  new Option('--reason <words>', 'why; consumers see it').makeOptionMandatory(),
  new Option('--from <instant>', 'since when it holds; by default since the wrong statement began').choices([
    'beginning',
    'now',
  ]),
  new Option('--dry-run', 'show what would change, and write nothing').default(false),
  JSON_OUTPUT,
];

type Kind = Pick<Declaration, 'summary' | 'description' | 'examples' | 'about'> & { own?: readonly Option[] };

function takeBack(action: Action, { own = [], ...kind }: Kind): Declaration {
  return {
    name: action,
    ...kind,
    arguments: { '<slug>': 'a product; or SLUG.SOURCE where several of its sources state prices' },
    options: [...own, ...DECIDED],
    json: '{ "id", "slug", "source", "dryRun", "from", "verdict", "differences", "changes" }.',
    exits: {
      0: 'decided and written; with --dry-run, the verifier would take it',
      1: 'the verifier did not take it, or would not; the record stands',
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
      'States prices of a product by hand in place of those that are published. The verifier that runs writes it, with who, why and what was stated before.',
    about:
      'The file: {"tiers": [{"tier": "Pro", "prices": [{"amount": "12.00", "currency": "USD", "per": "month", "billing": "monthly"}]}]}\nTiers and rates that it does not name stay.',
    own: [
      new Option(
        '--values <file>',
        'JSON of the tiers and rates that are right; - for standard input',
      ).makeOptionMandatory(),
      new Option('--source-url <url>', 'where they are stated, if not on the page of the source'),
    ],
    examples: [['assay correct notion --values tiers.json --by ada --reason "seats misread as months"', '']],
  }),
  takeBack('withdraw', {
    summary: 'take published prices back',
    description:
      'Takes back what a source is published to state. Nothing is stated until another reading is taken; the same prices are not published again.',
    examples: [
      ['assay withdraw notion --by ada --reason "prices of another product" --dry-run', 'what would change'],
      ['assay withdraw notion.pricing --by ada --reason "prices of another product" --from now', 'the past stands'],
    ],
  }),
  takeBack('revert', {
    summary: 'return to an earlier statement of a source',
    description:
      'Returns to what a source was published to state before, with its quotes; or takes back a withdrawal or a correction.',
    own: [new Option('--to <entry>', 'the entry of the ledger with the statement; by default the last that differs')],
    examples: [['assay revert notion --by ada --reason "a test page of theirs"', '']],
  }),
];
