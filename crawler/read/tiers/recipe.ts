/**
 * Reads tiers by the recipe in a product's file: CSS selectors and nothing more, for a page that the general readers
 * misread. What the recipe states (currency, billing, period, unit) stands in for what the page leaves open.
 *
 * The only reader that runs selectors over the document, and only where an author asked for it.
 */
import { load } from 'cheerio/slim';
import type { Recipe } from '../../../data/product.ts';
import type { Reading, ReadPrice, ReadTier, Rejected } from '../../../data/reading.ts';
import { toUnit } from '../money/term.ts';
import { type Document, lineAt, type PageElement } from '../page/document.ts';
import { nodesOf, PageNode } from '../page/dom.ts';
import { evidenceFor } from '../page/evidence.ts';
import { label } from '../page/label.ts';
import type { Signal, Signals } from './signals.ts';
import { tierParts } from './tier.ts';
import { isCustomLine, isFreeLine } from './words.ts';

const MAX_TIERS = 60;
const MAX_FEATURES = 200;

export function readRecipe(document: Document, signals: Signals, recipe: Recipe): Reading {
  const reading: Reading = { reader: 'recipe', tiers: [], models: [], rejected: [] };
  try {
    const $ = load(nodesOf(document));
    const select = (selector: string, inside?: PageNode): PageNode[] =>
      (inside === undefined ? $(selector) : $(inside).find(selector))
        .toArray()
        .filter((node) => node instanceof PageNode);
    if (recipe.present !== undefined && select(recipe.present).length === 0) {
      return {
        ...reading,
        rejected: [{ quote: label(recipe.present, 120), reason: 'the page has no element that the recipe requires' }],
      };
    }
    for (const node of select(recipe.tier).slice(0, MAX_TIERS)) {
      const find = (selector: string) => select(selector, node).map(({ of }) => of);
      const tier = readTier(document, signals, recipe, find, reading.rejected);
      if (tier !== undefined) reading.tiers.push(tier);
    }
    if (reading.tiers.length === 0)
      reading.rejected.push({ quote: label(recipe.tier, 120), reason: 'no tier matches the recipe' });
  } catch (error) {
    // A selector that can't be parsed is the author's mistake, and css-select says which.
    reading.rejected.push({
      quote: label(error instanceof Error ? error.message : String(error), 120),
      reason: 'the recipe has a selector that cannot be used',
    });
  }
  return { ...reading, rejected: reading.rejected.slice(0, 50) };
}

function readTier(
  document: Document,
  signals: Signals,
  recipe: Recipe,
  find: (selector: string) => PageElement[],
  rejected: Rejected[],
): ReadTier | undefined {
  const [nameAt] = find(recipe.name);
  if (nameAt === undefined || nameAt.start < 0) return undefined;
  const name = label(document.visible.slice(nameAt.start, nameAt.end), 80);
  if (name === '') return undefined;
  const all = [...signals.seen, ...signals.words].sort((a, b) => a.start - b.start);
  const partsOf = (selector: string) => {
    const [at] = find(selector);
    const inside = at === undefined ? [] : all.filter(({ start, end }) => start >= at.start && end <= at.end);
    // The author pointed at the amount: what surrounds it can't make it something else.
    const stated = inside.map((signal) =>
      signal.kind === 'money' ? { ...signal, room: { start: signal.start, end: signal.end } } : signal,
    );
    return tierParts(document, [...stated, ...wordsOf(document, at, stated)], {
      method: 'recipe',
      hasToggle: false,
      per: recipe.per ?? 'month',
    });
  };
  const main = partsOf(recipe.price);
  const annual = recipe.annualPrice === undefined ? undefined : partsOf(recipe.annualPrice);
  rejected.push(...main.rejected, ...(annual?.rejected ?? []));
  const prices = [
    ...main.prices.map((price) => declared(price, recipe, recipe.billing)),
    ...(annual?.prices ?? []).map((price) => declared(price, recipe, 'annual')),
  ];
  const features =
    recipe.features === undefined
      ? []
      : find(recipe.features)
          .slice(0, MAX_FEATURES)
          .map(({ start, end }) => (start < 0 ? '' : label(document.visible.slice(start, end), 120)));
  const evidence = main.evidence ?? (prices.length === 0 ? evidenceFor(document, nameAt, 'recipe') : undefined);
  if (prices.length === 0 && !main.isFree && !main.isCustom) return undefined;
  return {
    name,
    isFree: main.isFree,
    isCustom: main.isCustom,
    prices,
    features: features.filter((words) => words !== ''),
    ...(evidence !== undefined && { evidence }),
  };
}

/** "Contact us" inside a line of other words is no signal by itself; where an author points at it, it is. */
function wordsOf(document: Document, at: PageElement | undefined, stated: readonly Signal[]): Signal[] {
  const line = at === undefined || at.start < 0 ? undefined : lineAt(document, at.start);
  if (at === undefined || line === undefined || stated.length > 0) return [];
  const words = document.visible.slice(at.start, at.end).trim();
  const kind = isFreeLine(words) ? 'free' : isCustomLine(words) ? 'custom' : undefined;
  return kind === undefined ? [] : [{ kind, start: at.start, end: at.end, line, element: at }];
}

/** The price with what its author declared in place of what was assumed. */
function declared(price: ReadPrice, recipe: Recipe, billing: Recipe['billing']): ReadPrice {
  const { assumed = [], ...stated } = price;
  const unit = recipe.unit === undefined ? undefined : toUnit(recipe.unit);
  const open = new Set(assumed);
  if (recipe.currency !== undefined && open.delete('currency')) stated.currency = recipe.currency;
  if (recipe.per !== undefined) open.delete('per');
  if (billing !== undefined) {
    open.delete('billing');
    if (stated.per === 'month' || stated.per === 'year') stated.billing = billing;
  }
  if (stated.unit === undefined && unit !== undefined) stated.unit = unit;
  return { ...stated, ...(open.size > 0 && { assumed: [...open] }) };
}
