/** `docs/commands.md`, written from the tree of commands. */
import type { Argument, Command } from 'commander';
import { manualOf } from '../../cli/commands/command.ts';

const HEAD = `# Commands

Run \`npx assay …\` or \`npm run --silent assay -- …\` in a checkout. \`check\`, \`read\`, \`replay\`, \`review\`, \`catalogue\`, \`import\` and \`import-apis\` are npm scripts too (\`npm run check -- …\`).

\`assay COMMAND --help\` explains the arguments and the keys of the \`--json\` result, with examples. Keys keep their names and types; keys may be added. Settings come from the environment (\`docs/operations.md\`). Results go to stdout, progress and messages to stderr. Exit code 2 means invalid arguments or settings, or a missing prerequisite.

This file is generated (\`UPDATE_GOLDEN=1 npx vitest run test/cli/reference.test.ts\`).
`;

export function reference(root: Command): string {
  return [HEAD, ...documentedCommands(root).flatMap((command) => sections(command, [root.name()]))].join('\n');
}

/** Commands below `command` without the hidden ones and commander's own `help`. */
export function documentedCommands(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');
}

function sections(command: Command, above: readonly string[]): string[] {
  const path = [...above, command.name()];
  const { about, exits } = manualOf(command);
  const usage = [
    ...path,
    ...command.registeredArguments.map(argumentText),
    ...command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`)),
  ];
  const own = [
    `## ${path.join(' ')}\n`,
    `    ${usage.join(' ')}\n`,
    `${command.description()}${about === undefined ? '' : ` ${about.replaceAll('\n', ' ')}`}\n`,
    `Exit codes: ${Object.entries(exits)
      .map(([code, means]) => `${code} ${means}`)
      .join('; ')}.\n`,
  ];
  return [...own, ...documentedCommands(command).flatMap((each) => sections(each, path))];
}

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
