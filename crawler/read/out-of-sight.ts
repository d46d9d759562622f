/**
 * A tier of which a visitor sees nothing is not offered: dead markup of an old plan, a bait. What a tab or a toggle shows
 * is read.
 */
import { type Evidence, RATE_FIELDS, type Reading, type ReadModel, type ReadTier } from '../../data/reading.ts';
import { type Document, lastAtOrBefore, type PageElement } from './page/document.ts';
import { label } from './page/label.ts';

export const OUT_OF_SIGHT = 'nobody can see it';

const MAX_REJECTED = 50;
/** In characters, of a line that says a name and nothing else. */
const MAX_NAME = 160;
const MAX_RUNS = 20;

/** The readings without what no visitor sees, which is listed as rejected. A recipe's readings are its author's choice. */
export function withoutUnseen(document: Document, readings: readonly Reading[]): Reading[] {
  if (document.format !== 'html') return [...readings];
  const names = new Map<string, boolean>();
  const isNamedInSight = (name: string) => {
    const known = names.get(name) ?? isSeen(document, name);
    names.set(name, known);
    return known;
  };
  const isUnseen = (name: string, proofs: readonly Evidence[]) => {
    const elements = proofs.flatMap((proof) => elementsAt(document, proof));
    return elements.length > 0 && elements.every(({ unseen }) => unseen) && !isNamedInSight(name);
  };
  return readings.map((reading) => {
    if (reading.reader === 'recipe') return reading;
    const tiers = reading.tiers.filter((tier) => isUnseen(tier.name, proofsOf(tier)));
    const models = reading.models.filter((model) => isUnseen(model.model, ratesOf(model)));
    if (tiers.length + models.length === 0) return reading;
    const quotes = [
      ...tiers.map((tier) => quoteOf(tier.name, proofsOf(tier))),
      ...models.map((model) => quoteOf(model.model, ratesOf(model))),
    ];
    return {
      ...reading,
      tiers: reading.tiers.filter((tier) => !tiers.includes(tier)),
      models: reading.models.filter((model) => !models.includes(model)),
      rejected: [...reading.rejected, ...quotes.map((quote) => ({ quote, reason: OUT_OF_SIGHT }))].slice(
        0,
        MAX_REJECTED,
      ),
    };
  });
}

/** Whether the name stands in a line of its own or at the front of a heading that may come into sight. */
function isSeen({ lines, visible }: Document, name: string): boolean {
  return lines.some(({ start, end, heading, unseen }) => {
    if (unseen || end - start > MAX_NAME) return false;
    const words = visible.slice(start, end).trim();
    return (
      words === name || (heading > 0 && words.startsWith(name) && !/^[\p{L}\p{N}]/u.test(words.slice(name.length)))
    );
  });
}

function proofsOf({ prices, evidence }: ReadTier): Evidence[] {
  const proofs = prices.map((price) => price.evidence);
  return evidence === undefined ? proofs : [...proofs, evidence];
}

function ratesOf({ evidence }: ReadModel): Evidence[] {
  return RATE_FIELDS.flatMap(([, field]) => evidence[field] ?? []);
}

/** The elements of the numbers in a quote, or of all its words where it has no number. */
function elementsAt({ runs, text }: Document, { scope, textStart, textEnd }: Evidence): PageElement[] {
  if (scope !== 'text') return [];
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
