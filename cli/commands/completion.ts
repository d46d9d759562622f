/** Shell completion by @bomb.sh/tab, from the tree of commands. The shell calls `assay complete -- WORDS…` at each Tab. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import tab, { type Complete } from '@bomb.sh/tab';
import type { Argument, Command, Option } from 'commander';
import { readEnvironment } from '../../config/env.ts';

export function printCompletion(what: 'bash' | 'zsh' | 'fish' | 'slugs'): number {
  if (what === 'slugs') process.stdout.write(`${slugs().join('\n')}\n`);
  else tab.setup('assay', 'assay', what);
  return 0;
}

/** Prints what may follow `words`, of which the last is incomplete. */
export function complete(root: Command, words: string[]): number {
  const typed = words.at(-1) ?? '';
  describe(root, '', typed);
  tab.parse(words);
  return 0;
}

function describe(command: Command, path: string, typed: string): void {
  const described = path === '' ? tab : tab.command(path, command.summary());
  for (const option of command.createHelp().visibleOptions(command)) {
    const name = option.long?.slice(2) ?? '';
    if (option.required) described.option(name, option.description, (add) => addValues(option, typed, add));
    else described.option(name, option.description);
  }
  for (const argument of command.registeredArguments)
    described.argument(argument.name(), (add) => addValues(argument, typed, add), argument.variadic);
  for (const child of command.commands)
    if (child.name() !== 'complete') describe(child, `${path} ${child.name()}`.trim(), typed);
}

/** Adds the values that suit the name of an argument, or of an option's value, in the help. */
function addValues(of: Argument | Option, typed: string, add: Complete): void {
  const name = 'flags' in of ? (/<([\w-]+)>/.exec(of.flags)?.[1] ?? '') : of.name();
  for (const value of of.argChoices ?? valuesNamed(name, typed)) add(value, '');
}

function valuesNamed(name: string, typed: string): readonly string[] {
  if (/^(?:slugs?|case)$/.test(name)) return slugs();
  return /^(?:dir|file)$/.test(name) ? paths(typed) : [];
}

/** File names only: parsing the catalogue would make the shell wait. */
function slugs(): string[] {
  return readdirSync(join(readEnvironment().catalogueDir, 'products'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

function paths(typed: string): string[] {
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  if (!existsSync(folder || '.')) return [];
  return readdirSync(folder || '.', { withFileTypes: true }).map(
    (entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`,
  );
}
