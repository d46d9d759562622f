/** What a Tab offers in each shell. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '../long.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { assay } from './command-line.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
const folder = temporaryDirectory();
const catalogue = join(folder, 'catalogue');
const script = (shell: string) => join(folder, `assay.${shell}`);

beforeAll(async () => {
  mkdirSync(join(catalogue, 'products'), { recursive: true });
  for (const slug of ['ambervale', 'amberwood', 'quill'])
    writeFileSync(join(catalogue, 'products', `${slug}.yaml`), '');
  // The name that the scripts call.
  const main = resolve(import.meta.dirname, '../../cli/main.ts');
  writeFileSync(join(folder, 'assay'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(join(folder, 'assay'), 0o755);
  for (const shell of SHELLS) writeFileSync(script(shell), (await assay(['completion', shell])).stdout);
});

/** What the shell offers after these words, of which the last is being written; undefined where it is not installed. */
function offered(shell: (typeof SHELLS)[number], words: readonly string[]): string[] | undefined {
  const env = { PATH: `${folder}:${process.env.PATH}`, HOME: folder, CATALOGUE_DIR: catalogue, TERM: 'dumb' };
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const line = ['assay', ...words].join(' ');
  const programs: Record<typeof shell, readonly string[]> = {
    bash: [
      '--norc',
      '-c',
      // bash-completion's own function needs its package: this one says the same of a line without quotes.
      `_get_comp_words_by_ref() { cur=\${COMP_WORDS[COMP_CWORD]}; words=("\${COMP_WORDS[@]}"); }; compopt() { :; }
       source ${script('bash')}; COMP_WORDS=(assay ${quoted}); COMP_CWORD=${words.length}; __assay_complete; printf '%s\n' "\${COMPREPLY[@]}"`,
    ],
    // The functions of zsh's own completion need a terminal: these stand for them, and say what they were given.
    zsh: [
      '-f',
      '-c',
      `compdef() { :; }; _describe() { print -l -- "\${(@)\${(P)2}%%:*}"; }
       source ${script('zsh')}; words=(assay ${quoted}); CURRENT=${words.length + 1}; _assay`,
    ],
    fish: ['--no-config', '-c', `source ${script('fish')}; complete -C '${line}'`],
  };
  const { error, stdout, stderr } = spawnSync(shell, programs[shell], { env, encoding: 'utf8', timeout: 20_000 });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') return undefined;
  expect(stderr).toBe('');
  const typed = words.at(-1) ?? '';
  return stdout
    .split('\n')
    .map((each) => each.split('\t')[0] ?? '')
    .filter((each) => each !== '' && each.startsWith(typed));
}

const OFFERS: [what: string, words: string[], offered: string[]][] = [
  ['commands', ['st'], ['status']],
  ['options of a command below a command', ['review', 'accept', '--r'], ['--reason']],
  ['slugs where a slug is asked for', ['check', 'amb'], ['ambervale', 'amberwood']],
  ['files', ['restore', 'LICEN'], ['LICENSE']],
  ['commands below a command', ['review', 'ac'], ['accept']],
  ['options', ['export', '--g'], ['--generation']],
  ['slugs after slugs', ['check', 'quill', 'amberw'], ['amberwood']],
  ['slugs where a case is asked for', ['review', 'reject', 'qu'], ['quill']],
  ['the values of an option', ['read', '--format', 'mark'], ['markdown']],
  ['shells', ['completion', 'z'], ['zsh']],
];

describe.each(SHELLS)('%s', (shell) => {
  it.each(firstOf(4, OFFERS))('%s', (_, words, expected) => {
    const found = offered(shell, words);
    // Said in the results, since a machine without this shell can't try it.
    if (found === undefined) return expect(SHELLS.slice(1), `${shell} is not on this machine`).toContain(shell);
    expect(found.toSorted()).toEqual(expected);
  });
});

it('prints the slugs themselves', async () => {
  const { stdout, code } = await assay(['completion', 'slugs'], { CATALOGUE_DIR: catalogue });
  expect([code, stdout]).toEqual([0, 'ambervale\namberwood\nquill\n']);
});
