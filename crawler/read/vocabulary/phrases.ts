/** Finds the phrases of the vocabulary in a text: longest first, from left to right, in time linear in the text. */
import { memoized } from '../../../data/text/memoized.ts';
import type { Concept, Vocabulary } from './concepts.ts';

/** A concept, or the unit or metered thing that a noun names: "unit:user", "usage:gb". */
export type Meaning = Concept | `unit:${string}` | `usage:${string}`;

/** A phrase in a text. One phrase may mean several things: "custom" is a price and a plan's name. */
export interface Phrase<M extends string = Meaning> {
  start: number;
  end: number;
  meanings: ReadonlySet<M>;
}

export interface Token {
  /** In small letters; `#` for a number. */
  word: string;
  start: number;
  end: number;
}

/** Most nodes end a phrase and have no continuation: their maps would be half of the trie. */
interface Node<M> {
  words?: Map<string, Node<M>>;
  /** Continuations by every word that starts so, under its first letters. */
  prefixes?: Map<string, [string, Node<M>][]>;
  meanings?: Set<M>;
}

/** `tokens` of the text, where they are known. */
export type Finder<M extends string> = (text: string, tokens?: readonly Token[]) => Phrase<M>[];
/** `seams`: offsets at which elements meet, so that "mo" and "billed" beside it are two words. */
export type Matcher = (text: string, seams?: readonly number[]) => Phrase[];

/** Words, numbers, single characters of scripts without spaces, and signs. Hyphens and apostrophes join nothing. */
const TOKEN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー]|[[\p{L}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー]]+|\p{N}+(?:[.,]\p{N}+)*(?:[kKmMbB](?![\p{L}\p{M}]))?|[^\s\p{L}\p{M}\p{N}'’‘`´‐‑\-\u{ad}*"“”]/gv;
const NUMBER = /^\p{N}/u;
const LETTER = /\p{L}/u;
const KEY_LENGTH = 3;
/** Stands for any one word inside a phrase. */
const ANY = '*';

/** Longer texts are rarely asked for twice. */
const LINE_LENGTH = 200;

export function tokensOf(text: string, seams: readonly number[] = []): readonly Token[] {
  if (seams.length === 0) return text.length > LINE_LENGTH ? tokensFrom(text, 0) : tokensOfLine(text);
  const starts = [0, ...seams];
  return starts.flatMap((start, at) => tokensFrom(text.slice(start, starts[at + 1]), start));
}

/** A line is asked for by many readers, each with its own phrases. */
const tokensOfLine = memoized((line) => tokensFrom(line, 0));

function tokensFrom(text: string, from: number): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index } of text.matchAll(TOKEN)) {
    const word = foldedOf(found);
    tokens.push({
      word: NUMBER.test(word) ? word.replace(/[.,]/g, '') : word,
      start: from + index,
      end: from + index + found.length,
    });
  }
  return tokens;
}

/**
 * Letters that are spelt in two ways: Turkish i in capitals, Russian ё, the comma below s and t in Romanian, the hamza on an
 * Arabic alif. Marks of Arabic vowels are written or left out.
 */
const FOLDED: Readonly<Record<string, string>> = { ı: 'i', ё: 'е', ș: 'ş', ț: 'ţ', أ: 'ا', إ: 'ا', آ: 'ا' };
const FOLDING = /[ıёșțأإآ\u0640]|\u0307|[\u064b-\u0652]/g;
const PLAIN_LETTERS = /^[a-z]+$/i;

function foldedOf(word: string): string {
  if (PLAIN_LETTERS.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(FOLDING, (letter) => FOLDED[letter] ?? '');
}

/** Of each vocabulary, built once: pages of all languages share that of English. */
const tries = new WeakMap<Vocabulary, Node<Meaning>>();

export function matcherOf(vocabularies: readonly Vocabulary[]): Matcher {
  const roots = vocabularies.map(trieOf);
  return (text, seams = []) => phrasesIn(roots, tokensOf(text, seams));
}

function trieOf(vocabulary: Vocabulary): Node<Meaning> {
  const known = tries.get(vocabulary);
  if (known !== undefined) return known;
  const root = trieWith(entriesOf(vocabulary));
  tries.set(vocabulary, root);
  return root;
}

function entriesOf({ concepts, units, usage }: Vocabulary): (readonly [Meaning, readonly string[]])[] {
  return [
    ...Object.entries(concepts).map(([concept, phrases]) => [concept as Concept, phrases] as const),
    ...Object.entries(units).map(([unit, phrases]) => [`unit:${unit}` as const, phrases] as const),
    ...Object.entries(usage).map(([thing, phrases]) => [`usage:${thing}` as const, phrases] as const),
  ];
}

function trieWith<M extends string>(entries: Iterable<readonly [M, readonly string[]]>): Node<M> {
  const root: Node<M> = {};
  for (const [meaning, phrases] of entries) addAll(root, phrases, meaning);
  return root;
}

/**
 * As `matcherOf`, in one trie: faster where the vocabularies are many and always the same. Made at the first text: half a
 * second that most processes never need.
 */
export function joinedMatcherOf(vocabularies: readonly Vocabulary[]): Matcher {
  let root: Node<Meaning> | undefined;
  return (text, seams = []) => {
    root ??= trieWith(vocabularies.flatMap(entriesOf));
    return phrasesIn([root], tokensOf(text, seams));
  };
}

/** Finds the phrases of each meaning. */
export function finderOf<M extends string>(entries: Iterable<readonly [M, readonly string[]]>): Finder<M> {
  const root = trieWith(entries);
  return (text, tokens = tokensOf(text)) => phrasesIn([root], tokens);
}

/** Tells what a text says, by all its phrases, also those within longer ones. */
export function sayingsOf<M extends string>(
  entries: Iterable<readonly [M, readonly string[]]>,
): (text: string) => ReadonlySet<M> {
  const root = trieWith(entries);
  return (text) => {
    const said = new Set<M>();
    let open: Node<M>[] = [];
    for (const { word } of tokensOf(text)) {
      open = nextNodes([...open, root], word);
      for (const { meanings = [] } of open) for (const meaning of meanings) said.add(meaning);
    }
    return said;
  };
}

function phrasesIn<M extends string>(roots: readonly Node<M>[], tokens: readonly Token[]): Phrase<M>[] {
  const found: Phrase<M>[] = [];
  let at = 0;
  while (at < tokens.length) {
    const longest = longestAt(roots, tokens, at);
    const first = tokens[at];
    if (longest === undefined || first === undefined) {
      at += 1;
      continue;
    }
    found.push({ start: first.start, end: tokens[longest.last]?.end ?? first.end, meanings: longest.meanings });
    at = longest.last + 1;
  }
  return found;
}

function longestAt<M>(
  roots: readonly Node<M>[],
  tokens: readonly Token[],
  at: number,
): { last: number; meanings: Set<M> } | undefined {
  let longest: { last: number; meanings: Set<M> } | undefined;
  let nodes = roots;
  for (let last = at; last < tokens.length && nodes.length > 0; last += 1) {
    nodes = nextNodes(nodes, (tokens[last] as Token).word);
    const ends = nodes.filter(({ meanings }) => meanings !== undefined);
    if (ends.length > 0)
      longest = { last, meanings: new Set(ends.flatMap(({ meanings = new Set() }) => [...meanings])) };
  }
  return longest;
}

function nextNodes<M>(nodes: readonly Node<M>[], word: string): Node<M>[] {
  const next: Node<M>[] = [];
  const add = (node: Node<M> | undefined) => node !== undefined && next.push(node);
  const isNumber = NUMBER.test(word);
  const key = word.slice(0, KEY_LENGTH);
  for (const { words, prefixes } of nodes) {
    add(words?.get(word));
    add(words?.get(ANY));
    if (isNumber) add(words?.get('#'));
    for (const [prefix, under] of prefixes?.get(key) ?? []) if (word.startsWith(prefix)) next.push(under);
  }
  return next;
}

function addAll<M>(root: Node<M>, phrases: readonly string[], meaning: M): void {
  for (const phrase of phrases)
    for (const words of expand(phrase)) {
      let node = root;
      for (const word of words) node = stepTo(node, word);
      node.meanings ??= new Set();
      node.meanings.add(meaning);
    }
}

function stepTo<M>(node: Node<M>, word: string): Node<M> {
  if (!word.endsWith('*') || word === ANY) {
    node.words ??= new Map();
    const known = node.words.get(word);
    if (known !== undefined) return known;
    const made = {};
    node.words.set(word, made);
    return made;
  }
  const prefix = word.slice(0, -1);
  const key = prefix.slice(0, KEY_LENGTH);
  node.prefixes ??= new Map();
  const under = node.prefixes.get(key) ?? [];
  const known = under.find(([each]) => each === prefix);
  if (known !== undefined) return known[1];
  const made = {};
  node.prefixes.set(key, [...under, [prefix, made]]);
  return made;
}

/** The word sequences that a phrase stands for. */
export function expand(phrase: string): string[][] {
  let sequences: string[][] = [[]];
  for (const [at, part] of phrase.split(/\(([^()]*)\)/).entries()) {
    const choices = (at % 2 === 0 ? [part] : part.split('|')).map(wordsOf);
    sequences = sequences.flatMap((words) => choices.map((more) => [...words, ...more]));
  }
  return sequences;
}

/** One token, without asking for it: most words are. */
const PLAIN = /^[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]+\*?$/u;

function wordsOf(phrase: string): string[] {
  return phrase.split(/\s+/).flatMap((part) => {
    if (part === '#' || part === ANY) return [part];
    if (PLAIN.test(part)) return [foldedOf(part)];
    const words = tokensOf(part.replace(/\*$/, '')).map(({ word }) => word);
    if (part.endsWith('*') && words.length > 0) words.push(`${words.pop()}*`);
    return words;
  });
}

/** Whether the phrase means one of those. */
export function means<M extends string>({ meanings }: Phrase<M>, ...any: readonly M[]): boolean {
  return any.some((meaning) => meanings.has(meaning));
}

/** Whether a phrase means one of those. */
export function anyMeans<M extends string>(phrases: readonly Phrase<M>[], ...any: readonly M[]): boolean {
  return phrases.some((phrase) => means(phrase, ...any));
}

/** The unit or the measure of usage that the phrase names. */
export function termIn({ meanings }: Phrase, kind: 'unit:' | 'usage:'): string | undefined {
  for (const meaning of meanings) if (meaning.startsWith(kind)) return meaning.slice(kind.length).trim();
  return undefined;
}

/** The words are phrases of these meanings, and nothing else. */
export function saidWhole(words: string, phrases: readonly Phrase[], ...any: readonly Meaning[]): boolean {
  const own = phrases.filter((phrase) => means(phrase, ...any));
  return own.length > 0 && lettersBeside(words, own) === 0;
}

/** How many letters of a text stand outside the phrases. */
export function lettersBeside(text: string, phrases: readonly { start: number; end: number }[]): number {
  let letters = 0;
  let at = 0;
  for (const { start, end } of [...phrases, { start: text.length, end: text.length }]) {
    for (; at < start; at += 1) if (LETTER.test(text[at] ?? '')) letters += 1;
    at = Math.max(at, end);
  }
  return letters;
}
