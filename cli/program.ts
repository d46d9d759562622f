/** The tree of commands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command, Help } from 'commander';
import { CATALOGUE_COMMANDS } from './commands/catalogue-commands.ts';
import { declare, runToExitCode, withManual } from './commands/command.ts';
import { OPERATOR_COMMANDS } from './commands/operator-commands.ts';
import { PRICE_COMMANDS } from './commands/price-commands.ts';
import { TAKE_BACK_COMMANDS } from './commands/take-back-commands.ts';
import { WATCH_COMMANDS } from './commands/watch-commands.ts';

const { version, description } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

const GROUPS = [
  ['Prices:', [...PRICE_COMMANDS, ...TAKE_BACK_COMMANDS]],
  ['Catalogue:', CATALOGUE_COMMANDS],
  ['Operation:', [...OPERATOR_COMMANDS, ...WATCH_COMMANDS]],
] as const;

/** Arguments of `completion`: the shells with a script, and the list of slugs. */
const COMPLETIONS = ['bash', 'zsh', 'fish', 'slugs'] as const;

export function program(): Command {
  const root = new Command('assay')
    .description(description)
    .version(version)
    .showHelpAfterError('(see --help)')
    // Help shows no "(default: false)" for flags.
    .configureHelp({
      optionDescription(option) {
        return option.isBoolean() ? option.description : Help.prototype.optionDescription.call(this, option);
      },
    })
    .exitOverride();
  withManual(root, {
    about:
      'Settings come from the environment (docs/operations.md). Results go to stdout, progress and messages to stderr.\nThe format of --json results is stable.',
    examples: [
      ['assay status', 'show processes, queues and the age of prices'],
      ['assay doctor', 'find faults and show how to fix them'],
      ['assay check notion', 'visit a product now and show its prices'],
    ],
    exits: { 0: 'done', 1: 'incomplete, failed or negative; see stdout or stderr' },
  });
  for (const [title, declarations] of GROUPS) {
    root.commandsGroup(title);
    for (const declaration of declarations) declare(root, declaration);
  }
  addCompletion(root.commandsGroup('Shell:'));
  return root.helpCommand('help [command]', 'show help for a command');
}

function addCompletion(root: Command): void {
  const completion = root
    .command('completion')
    .summary('print a shell completion script')
    .description('Prints a shell script that completes commands, options and slugs; or prints the slugs.')
    .addArgument(new Argument('<shell>', 'shell, or slugs').choices(COMPLETIONS))
    .action((shell: (typeof COMPLETIONS)[number]) =>
      runToExitCode(async () => (await import('./commands/completion.ts')).printCompletion(shell)),
    );
  withManual(completion, {
    examples: [
      ['source <(assay completion bash)', 'in ~/.bashrc, after bash-completion'],
      ['source <(assay completion zsh)', 'in ~/.zshrc, after compinit'],
      ['assay completion fish | source', 'in ~/.config/fish/config.fish'],
    ],
    exits: { 0: 'printed' },
  });
  root
    .command('complete', { hidden: true })
    .description('Prints completions of a command line; the completion scripts call it.')
    .argument('[words...]')
    .action((words: string[]) =>
      runToExitCode(async () => (await import('./commands/completion.ts')).complete(root, words)),
    );
}
