/** Shell completion, written from the tree of commands. Slugs are asked for when they are needed, from the catalogue. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readEnvironment } from '../config/env.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** What may stand at a place: one of these words, a slug, or a path. */
type Candidates = { words: readonly string[] } | { kind: 'slugs' | 'files' | 'directories' };

interface Flag {
  name: string;
  about: string;
  /** Of its value; absent where it takes none. */
  value?: Candidates;
}

/** One command as a shell sees it. */
interface Place {
  /** Words that lead to it, without the program's own. */
  path: string;
  subcommands: { name: string; about: string }[];
  flags: Flag[];
  argument?: Candidates;
}

/** Prints the script, or the slugs. */
export function complete(root: Command, what: Shell | 'slugs'): number {
  process.stdout.write(what === 'slugs' ? `${slugs().join('\n')}\n` : SCRIPTS[what](placesOf(root)));
  return 0;
}

/** One file is one product: their names suffice, and nothing has to be parsed while somebody waits for a Tab. */
function slugs(): string[] {
  return readdirSync(join(readEnvironment().catalogueDir, 'products'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
    .sort();
}

const SCRIPTS: Record<Shell, (places: readonly Place[]) => string> = { bash, zsh, fish };

function placesOf(command: Command, above: readonly string[] = []): Place[] {
  const subcommands = command.commands.map((each) => ({ name: each.name(), about: each.summary() }));
  const [argument] = command.registeredArguments;
  const accepts = argument && candidatesOf(argument.name(), argument.argChoices);
  const flags = [...command.options]
    .filter(({ long }) => long !== undefined)
    .map((option): Flag => {
      const value = option.required
        ? candidatesOf(/<([\w-]+)>/.exec(option.flags)?.[1] ?? '', option.argChoices)
        : undefined;
      return { name: option.long ?? '', about: option.description, ...(value !== undefined && { value }) };
    });
  const place: Place = {
    path: above.join(' '),
    subcommands,
    flags: [...flags, { name: '--help', about: 'show help' }],
    ...(accepts !== undefined && { argument: accepts }),
  };
  return [place, ...command.commands.flatMap((each) => placesOf(each, [...above, each.name()]))];
}

/** By the word that an argument goes by in the help. */
function candidatesOf(name: string, choices: readonly string[] | undefined): Candidates {
  if (choices !== undefined) return { words: choices };
  if (name === 'slug' || name === 'slugs' || name === 'case') return { kind: 'slugs' };
  if (name === 'dir') return { kind: 'directories' };
  return name === 'file' ? { kind: 'files' } : { words: [] };
}

function bash(places: readonly Place[]): string {
  const words = (candidates: Candidates) =>
    'words' in candidates
      ? `COMPREPLY=($(compgen -W '${candidates.words.join(' ')}' -- "$cur"))`
      : {
          slugs: 'COMPREPLY=($(compgen -W "$(assay completion slugs 2>/dev/null)" -- "$cur"))',
          files: 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))',
          directories: 'compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur"))',
        }[candidates.kind];
  return `# bash completion of assay
_assay() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path \${COMP_WORDS[i]}" in
${places
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      '${path.includes(' ') ? '' : ' '}${path}') path='${path}' ;;`)
  .join('\n')}
    esac
  done
  case "$path:$prev" in
${places
  .flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) =>
      value === undefined ? [] : [`    '${path}:${name}') ${words(value)}; return ;;`],
    ),
  )
  .join('\n')}
  esac
  case "$path" in
${places
  .map(({ path, flags, subcommands, argument }) => {
    const names = subcommands.map(({ name }) => name);
    const plain = names.length > 0 ? words({ words: names }) : argument === undefined ? ':' : words(argument);
    const options = words({ words: flags.map(({ name }) => name) });
    return `    '${path}') if [[ $cur == -* ]]; then ${options}; else ${plain}; fi ;;`;
  })
  .join('\n')}
  esac
}
complete -F _assay assay
`;
}

function zsh(places: readonly Place[]): string {
  const described = (entries: readonly { name: string; about: string }[]) =>
    entries.map(({ name, about }) => quoted(`${name}:${about}`)).join(' ');
  const add = (candidates: Candidates) =>
    'words' in candidates
      ? `compadd -- ${candidates.words.join(' ')}`
      : {
          slugs: 'compadd -- $(assay completion slugs 2>/dev/null)',
          files: '_files',
          directories: '_files -/',
        }[candidates.kind];
  return `#compdef assay
_assay() {
  local path_= i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$path_ $words[i]" in
${places
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      '${path.includes(' ') ? '' : ' '}${path}') path_='${path}' ;;`)
  .join('\n')}
    esac
  done
  case "$path_:$words[CURRENT-1]" in
${places
  .flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }) =>
      value === undefined ? [] : [`    '${path}:${name}') ${add(value)}; return ;;`],
    ),
  )
  .join('\n')}
  esac
  case "$path_" in
${places
  .map(({ path, flags, subcommands, argument }) => {
    const plain =
      subcommands.length > 0
        ? `found=(${described(subcommands)}); _describe command found`
        : argument === undefined
          ? ':'
          : add(argument);
    return `    '${path}') if [[ $words[CURRENT] == -* ]]; then found=(${described(flags)}); _describe option found; else ${plain}; fi ;;`;
  })
  .join('\n')}
  esac
}
compdef _assay assay
`;
}

function fish(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, flags, subcommands, argument }) => {
    const here = `-n ${quoted(`__assay_at "${path}"`)}`;
    const values = (candidates: Candidates) =>
      'words' in candidates
        ? candidates.words.length > 0
          ? `-xa ${quoted(candidates.words.join(' '))}`
          : '-x'
        : {
            slugs: "-xa '(assay completion slugs 2>/dev/null)'",
            files: '-rF',
            directories: "-xa '(__fish_complete_directories)'",
          }[candidates.kind];
    return [
      ...subcommands.map(({ name, about }) => `complete -c assay ${here} -xa ${name} -d ${quoted(about)}`),
      ...flags.map(
        ({ name, about, value }) =>
          `complete -c assay ${here} -l ${name.slice(2)} -d ${quoted(about)}${value === undefined ? '' : ` ${values(value)}`}`,
      ),
      ...(argument === undefined || subcommands.length > 0 ? [] : [`complete -c assay ${here} ${values(argument)}`]),
    ];
  });
  return `# fish completion of assay
complete -c assay -f
function __assay_at
    set -l path ''
    for word in (commandline -opc)[2..]
        switch "$path $word"
${places
  .filter(({ path }) => path !== '')
  .map(
    ({ path }) =>
      `            case ${quoted(`${path.includes(' ') ? '' : ' '}${path}`)}\n                set path ${quoted(path)}`,
  )
  .join('\n')}
        end
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** For any of the three shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
