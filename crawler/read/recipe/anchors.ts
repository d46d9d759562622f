/** Anchors: by what a part of a page is recognised when its amounts, classes and surroundings have changed. */
import { ANCHORS, type AnchorKind, type Anchors } from '../../../data/recipe.ts';
import { billingState } from '../mentions/billing-state.ts';
import { type PageElement, parentOf } from '../page/document.ts';
import { label } from '../page/label.ts';

/** The anchors of one thing on a page. */
export type Found = Partial<Record<AnchorKind, readonly string[]>>;

/** What people read weighs most; class names and paths, which a build makes anew, least. */
const WEIGHTS: Record<AnchorKind, number> = {
  words: 3,
  label: 3,
  terms: 3,
  state: 3,
  heading: 2,
  role: 1,
  tag: 1,
  data: 1.5,
  order: 1.5,
  classes: 0.75,
  path: 0.5,
};
const MAX_VALUES = 6;
const MAX_ALTERNATIVES = 4;
const MAX_VALUE = 80;

/** How much of what is looked for is there, 0 to 1. */
export function similarity(wanted: Anchors, found: Found): number {
  let [sum, all] = [0, 0];
  for (const kind of ANCHORS) {
    const values = wanted[kind];
    if (values === undefined) continue;
    const own = found[kind] ?? [];
    all += WEIGHTS[kind];
    sum += WEIGHTS[kind] * (kind === 'words' ? likeWords(values, own) : shareOf(values, own));
  }
  return all === 0 ? 0 : sum / all;
}

function shareOf(wanted: readonly string[], own: readonly string[]): number {
  const shared = own.filter((value) => wanted.includes(value)).length;
  return shared / Math.max(1, Math.min(own.length, wanted.length));
}

/** How many of the words are shared with the likeliest alternative. */
function likeWords(wanted: readonly string[], own: readonly string[]): number {
  const tokens = (words: string) => new Set(words.split(/[^\p{L}\p{N}¤#]+/u).filter(Boolean));
  const likeness = (a: Set<string>, b: Set<string>) => a.intersection(b).size / Math.max(1, a.union(b).size);
  return Math.max(0, ...wanted.flatMap((one) => own.map((two) => likeness(tokens(one), tokens(two)))));
}

/** What several things have in common: values of at least half of them, and what different words they bear. */
export function commonAnchors(all: readonly Found[]): Anchors {
  const common: Anchors = {};
  for (const kind of ANCHORS) {
    const values = all.flatMap((found) => [...new Set(found[kind])]);
    const ranked = [...Map.groupBy(values, (value) => value)].sort(([, a], [, b]) => b.length - a.length);
    const isAlternative = kind === 'words' && all.every((found) => found.words !== undefined);
    const kept = isAlternative
      ? ranked.slice(0, MAX_ALTERNATIVES)
      : ranked.filter(([, alike]) => alike.length * 2 >= all.length).slice(0, MAX_VALUES);
    if (kept.length > 0) common[kind] = kept.map(([value]) => value);
  }
  return common;
}

/** The values that there are. */
export function anchor(kind: AnchorKind, ...values: (string | number | undefined)[]): Found {
  const words = values.flatMap((value) => (value === undefined ? [] : label(String(value), MAX_VALUE) || []));
  return words.length === 0 ? {} : { [kind]: words };
}

/** Words as an anchor: lower case, digits and amounts masked. */
export function masked(words: string): string {
  return label(words, MAX_VALUE)
    .toLowerCase()
    .replace(/\d[\d.,]{0,20}/g, '#');
}

/** Hashes of a build, and what says how wide or large something is. */
const MADE = /\d|__|[A-Z].*[A-Z]|[a-z][A-Z]|^css-|^sc-|^jsx-|^svelte-|:/;
const MAX_TOKENS = 4;

/** Tag, role, state of a billing switch, classes and data attributes of an element and the one around it. */
export function elementAnchors(element: PageElement, root: PageElement | undefined): Found {
  const around = element === root ? undefined : parentOf(element);
  const both = around === undefined || around.name === 'body' ? [element] : [element, around];
  const classes = both.flatMap(({ attribs }) => (attribs.class ?? '').split(/\s+/, 12).filter(isStable));
  const data = both.flatMap(({ attribs }) =>
    Object.entries(attribs)
      .filter(([name]) => /^(?:data-|itemprop|aria-label$)/.test(name))
      .map(([name, value]) => (value === '' || /\d/.test(value) || value.length > 30 ? name : `${name}=${value}`)),
  );
  return {
    ...anchor('tag', element.name),
    ...anchor('role', element.role),
    ...anchor('state', billingState(element, root)),
    ...(classes.length > 0 && { classes: [...new Set(classes)].slice(0, MAX_TOKENS) }),
    ...(data.length > 0 && { data: [...new Set(data)].slice(0, MAX_TOKENS).map((each) => label(each, MAX_VALUE)) }),
  };
}

const isStable = (token: string) => token.length > 2 && token.length <= 40 && !MADE.test(token);
