/**
 * Tiers that documentation states without a price, beside those that have one: in a section of their own, or as a
 * column of a table.
 */
import type { Reading, ReadTier } from '../../../data/reading.ts';
import { type Document, type Line, type Span, within } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import type { Cell, Grid } from '../page/grid.ts';
import { tidyName } from '../page/label.ts';
import { matchAny } from '../vocabulary/vocabulary.ts';
import { amountBetween } from './alike-elements.ts';
import { CREDIT } from './amounts.ts';
import type { Signals } from './signals.ts';
import { tierOf } from './tier.ts';
import { hasTierWord, isCustomLine, isFreeName, namedPrice, nameIn } from './words.ts';

const MAX_HEADINGS = 500;
/** Headings within one section. */
const MAX_INSIDE = 20;
const MAX_LINE = 1200;
const MAX_ROWS = 100;

/** What every vendor sells for the asking, wherever the section stands. */
const ALWAYS_ASKED = /^(?:enterprise|custom)$/i;
/** "Free tier | Paid tier, per 1M tokens": how a model is called, and no tier that one buys. */
const OF_ACCESS = /\btokens?\b|^paid(?: tier)?$/i;
const OF_TIERS = /^(.{2,40}?) (?:plans?|tiers?|editions?|pricing|subscriptions?)$/i;

/** What the readers of the page's layout take for one tier, however it is spelt. */
export function tierKey(name: string): string {
  return (OF_TIERS.exec(name)?.[1] ?? name).toLowerCase();
}

interface Section {
  line: Line;
  /** Of its heading's line. */
  index: number;
  name: string;
  /** Of the line of the next section. */
  end: number | undefined;
}

/**
 * "## Enterprise" and "contact us for a plan" in it, or "## Free": sections without an amount, of the rank of those
 * that head the tiers in `known`; a section on the enterprise tier may have any rank.
 */
export function unpricedSections(
  document: Document,
  { seen: amounts, names }: Signals,
  { known, method }: { known: readonly ReadTier[]; method: Reading['reader'] },
): ReadTier[] {
  if (known.length === 0) return [];
  const keys = new Set(known.map(({ name }) => tierKey(name)));
  const ranks = new Set(names.flatMap(({ words, rank }) => (rank < 7 && keys.has(tierKey(words)) ? rank : [])));
  const headings = document.lines.flatMap((line, index) => (line.heading === 0 ? [] : [{ line, index }]));
  const found: ReadTier[] = [];
  for (const [at, { line, index }] of headings.slice(0, MAX_HEADINGS).entries()) {
    const name = sectionName(document.visible.slice(line.start, line.end).trim());
    if (name === undefined || keys.has(tierKey(name))) continue;
    if (!ranks.has(line.heading) && !ALWAYS_ASKED.test(tierKey(name))) continue;
    const next = headings.slice(at + 1, at + MAX_INSIDE).find((other) => other.line.heading <= line.heading);
    if (amountBetween(amounts, line.end + 1, next?.line.start ?? document.visible.length)) continue;
    const tier = unpricedIn(document, { index, line, name, end: next?.index }, method);
    if (tier === undefined) continue;
    keys.add(tierKey(name));
    found.push(tier);
  }
  return found;
}

/** A tier's name and nothing beside it: "Enterprise support" heads something else. */
export function sectionName(words: string): string | undefined {
  const said = tidyName(namedPrice(words)?.name ?? words);
  const name = nameIn(OF_TIERS.exec(said)?.[1] ?? said, true);
  return name?.split(/[ -]/).every((word) => hasTierWord(word) || /^(?:open|source)$/i.test(word)) ? name : undefined;
}

function unpricedIn(
  document: Document,
  { line, index, name, end }: Section,
  method: Reading['reader'],
): ReadTier | undefined {
  if (isFreeName(name)) return unpricedTier(name, 'free', exact(document, line, method));
  for (const inside of document.lines.slice(index + 1, Math.min(end ?? index + MAX_ROWS, index + MAX_ROWS))) {
    const text = document.visible.slice(inside.start, Math.min(inside.end, inside.start + MAX_LINE));
    const asked = matchAny(text).find(({ meanings }) => meanings.has('contact'));
    if (asked === undefined || (!ALWAYS_ASKED.test(name) && !isCustomLine(text) && isOneWord(text, asked))) continue;
    const from = Math.max(text.lastIndexOf('. ', asked.start), text.lastIndexOf('! ', asked.start)) + 1;
    return unpricedTier(name, 'custom', sentenceIn(document, { line: inside, text, at: from }, method));
  }
  return undefined;
}

/** "Custom domains", "tailored to shops": one word tells of what the tier has as often as of its price. */
const isOneWord = (text: string, { start, end }: Span) => /^[\p{Script=Latin}]+$/u.test(text.slice(start, end));

/**
 * The columns of a table that say without a price what a tier costs: one headed "Free", and one whose cells are for
 * the asking where those of others hold amounts.
 */
export function unpricedColumns(document: Document, { rows }: Grid, { seen: amounts }: Signals): ReadTier[] {
  const [head = [], ...body] = rows;
  const names = head.map(({ words }) => (words === '' ? undefined : (namedPrice(words)?.name ?? nameIn(words, true))));
  const tiers = names.slice(1).filter((name) => name !== undefined && hasTierWord(name));
  if (tiers.length < 2 || tiers.length * 2 < head.length - 1 || head.some(({ words }) => OF_ACCESS.test(words)))
    return [];
  // "$5 of free credits" is no price, and neither is what a free tier asks for each use.
  const isPriced = (cell: Cell, name = '') => {
    const amount = within(amounts, cell).at(-1);
    const isAside = amount?.terms.refusal === CREDIT || amount?.terms.per === 'usage';
    return amount !== undefined && !(isAside && isFreeName(name));
  };
  const priced = head.map((cell, column) =>
    [cell, ...cellsOf(body, column)].some((each) => isPriced(each, names[column])),
  );
  return names.flatMap((name, column): ReadTier[] => {
    const cell = head[column];
    if (column === 0 || name === undefined || cell === undefined || priced[column] || !hasTierWord(name)) return [];
    if (isFreeName(name)) return [unpricedTier(name, 'free', exact(document, cell, 'table'))];
    if (!priced.includes(true)) return [];
    const cells = cellsOf(body, column).filter(({ words }) => words !== '');
    const asked = cells.filter(({ words }) => isCustomLine(words));
    const [first] = asked;
    const isMost = asked.length * 2 >= cells.length || (asked.length > 2 && ALWAYS_ASKED.test(name));
    return first !== undefined && asked.length > 1 && isMost
      ? [unpricedTier(name, 'custom', exact(document, first, 'table'))]
      : [];
  });
}

const cellsOf = (rows: Cell[][], column: number) => rows.slice(0, MAX_ROWS).flatMap((row) => row[column] ?? []);

export function unpricedTier(name: string, kind: 'free' | 'custom', evidence: ReadTier['evidence']): ReadTier {
  return tierOf(name, { isFree: kind === 'free', isCustom: kind === 'custom', prices: [], evidence });
}

/** The sentence in which the words at `at` stand. */
export function sentenceIn(
  document: Document,
  { line, text, at }: { line: Line; text: string; at: number },
  method: Reading['reader'],
): ReadTier['evidence'] {
  const from = at + (/^[.!?\s]*/.exec(text.slice(at))?.[0].length ?? 0);
  const stop = text.slice(from).search(/[.!?](?:\s|$)/);
  const end = stop < 0 ? Math.min(text.length, from + 160) : from + stop + 1;
  return exact(document, { start: line.start + from, end: line.start + end }, method);
}
