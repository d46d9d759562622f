/** docs/commands.md is what the commands say of themselves; each says all that a person needs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { manualOf } from '../../cli/commands/command.ts';
import { program } from '../../cli/program.ts';
import { documentedCommands, reference } from './reference.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'docs/commands.md');

function below(command: Command): Command[] {
  return documentedCommands(command).flatMap((each) => [each, ...below(each)]);
}

const commands = below(program());

it('docs/commands.md is written from the tree', () => {
  const written = reference(program());
  if (process.env.UPDATE_GOLDEN !== undefined) writeFileSync(FILE, written);
  expect(readFileSync(FILE, 'utf8')).toBe(written);
});

it('has the commands of the interface, each of them an npm script that runs the same code where it was one', () => {
  const names = program().commands.map((command) => command.name());
  for (const name of 'check read replay review catalogue import publish export status doctor'.split(' '))
    expect(names).toContain(name);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const name of ['check', 'read', 'replay', 'review', 'catalogue', 'import', 'import-apis'])
    expect(scripts[name]).toBe(`node cli/main.ts ${name}`);
});

describe.each(commands.map((command) => [command.name(), command] as const))('%s', (_, command) => {
  it('is summed up, described, shown by examples, and says how it ends', () => {
    expect(command.summary().length).toBeLessThan(60);
    expect(command.description()).toMatch(/\.$/);
    const { examples, exits } = manualOf(command);
    expect(examples.length).toBeGreaterThan(0);
    for (const [line] of examples) expect(line).toContain('assay ');
    expect(exits[0]).toBeDefined();
    for (const { description } of [...command.options, ...command.registeredArguments])
      expect(description).not.toBe('');
  });

  it('has --json, unless it writes a script', () => {
    const hasJson = command.options.some(({ long }) => long === '--json');
    expect(hasJson).toBe(command.name() !== 'completion');
    expect(manualOf(command).json !== undefined).toBe(hasJson);
  });

  it('gives examples that its own grammar takes', () => {
    for (const [line] of manualOf(command).examples)
      for (const [, options = ''] of line.matchAll(/assay ([^|)]*)/g))
        for (const [flag] of options.matchAll(/--[a-z-]+/g))
          expect([...command.options, ...commands.flatMap((each) => each.options)].map(({ long }) => long)).toContain(
            flag,
          );
  });
});
