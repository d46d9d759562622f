/**
 * A tier of which a visitor sees nothing is offered to nobody: dead markup of an old plan, a bait. What a tab or a
 * toggle shows is read on.
 */
import { type Evidence, RATE_FIELDS, type Reading, type ReadModel, type ReadTier } from '../../../data/reading.ts';
import { type Document, lastAtOrBefore, type PageElement } from '../page/document.ts';
import { label } from '../page/label.ts';
import { Sight } from './sight.ts';

export const OUT_OF_SIGHT = 'nobody can see it';

const MAX_REJECTED = 50;
/** Of a line that says a name and nothing else, with the white space around it. */
const MAX_NAME = 160;
/** Runs of text in one quote. */
const MAX_RUNS = 20;

/** The readings without what nobody sees, which is told as rejected. A recipe's are its author's choice. */
export function withoutUnseen(document: Document, readings: readonly Reading[]): Reading[] {
  if (document.format !== 'html') return [...readings];
  const general = readings.filter(({ reader }) => reader !== 'recipe');
  const offered = [
    ...general.flatMap(({ tiers }) => tiers.map((of) => ({ of, name: of.name, proofs: proofsOf(of) }))),
    ...general.flatMap(({ models }) => models.map((of) => ({ of, name: of.model, proofs: ratesOf(of) }))),
  ].map((each) => ({ ...each, elements: each.proofs.flatMap((proof) => elementsAt(document, proof)) }));
  const stated = offered.filter(({ elements }) => elements.length > 0);
  if (stated.length === 0) return [...readings];
  const byName = Map.groupBy(stated, ({ name }) => name);
  const sight = new Sight(
    document,
    [...byName.values()].map((same) => same.flatMap(({ elements }) => elements)),
  );
  const hidden = stated.filter(({ elements }) => elements.every((element) => sight.isUnseen(element)));
  const seen = namesSeen(document, sight, new Set(hidden.map(({ name }) => name)));
  const unseen = new Map<ReadTier | ReadModel, string>();
  for (const { of, name, proofs } of hidden) if (!seen.has(name)) unseen.set(of, quoteOf(name, proofs));
  return unseen.size === 0 ? [...readings] : readings.map((reading) => without(reading, unseen));
}

function without(reading: Reading, unseen: ReadonlyMap<ReadTier | ReadModel, string>): Reading {
  const { tiers, models, rejected } = reading;
  const quotes = [...tiers, ...models].flatMap((each) => unseen.get(each) ?? []);
  if (quotes.length === 0) return reading;
  return {
    ...reading,
    tiers: tiers.filter((tier) => !unseen.has(tier)),
    models: models.filter((model) => !unseen.has(model)),
    rejected: [...rejected, ...quotes.map((quote) => ({ quote, reason: OUT_OF_SIGHT }))].slice(0, MAX_REJECTED),
  };
}

/**
 * Of the names, those that stand in sight, in a line of their own or at the front of a heading: of such a tier
 * something is seen, and its price is in a switch's other state or in words for screen readers.
 */
function namesSeen({ lines, visible }: Document, sight: Sight, names: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  if (names.size === 0) return seen;
  for (const { start, end, heading, element } of lines) {
    if (end - start > MAX_NAME) continue;
    const words = visible.slice(start, end).trim();
    for (const name of heading > 0 ? names : names.has(words) ? [words] : [])
      if (!seen.has(name) && isFirst(name, words) && !sight.isUnseen(element)) seen.add(name);
  }
  return seen;
}

function isFirst(name: string, words: string): boolean {
  return words.startsWith(name) && !/^[\p{L}\p{N}]/u.test(words.slice(name.length));
}

function proofsOf({ prices, evidence }: ReadTier): Evidence[] {
  const proofs = prices.map((price) => price.evidence);
  return (evidence === undefined ? proofs : [...proofs, evidence]).filter(({ scope }) => scope === 'text');
}

function ratesOf({ evidence }: ReadModel): Evidence[] {
  return RATE_FIELDS.flatMap(([, field]) => evidence[field] ?? []).filter(({ scope }) => scope === 'text');
}

/** Those that the number stands in, or all the words of a quote that has none. */
function elementsAt({ runs, text }: Document, { textStart, textEnd }: Evidence): PageElement[] {
  const first = Math.max(0, lastAtOrBefore(runs, textStart));
  const quoted = runs.slice(first, first + MAX_RUNS).filter(({ start, end }) => end > textStart && start < textEnd);
  const numbers = quoted.filter(({ start, end }) =>
    /\d/.test(text.slice(Math.max(start, textStart), Math.min(end, textEnd))),
  );
  return (numbers.length > 0 ? numbers : quoted).map(({ element }) => element);
}

function quoteOf(name: string, [proof]: readonly Evidence[]): string {
  return label(`${name}: ${proof?.quote ?? ''}`, 120);
}
