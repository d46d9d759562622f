/** What the page's own classes call the name of a plan and its price: "plan-name", "tier__price". */
import { nearest, type PageElement } from '../page/document.ts';
import type { Name } from './name.ts';

const MAX_CLASSES = 400;
const MAX_AROUND = 3;
/** "Seedling 🌱" */
const MAX_BESIDE = 4;
const OF_PLAN = /^(?:plans?|tiers?|price|pricing|packages?|pkg|cards?|packs?|products?|licen[cs]e|subscription|offer)$/;
const NAME = /^(?:name|title|heading)$/;
const PRICE = /^(?:price|amount|cost)$/;
const PART_OF_PRICE = /^(?:num|number|value|amount|main|tag|row|wrap|wrapper|line)$/;

/** The parts of each class: "planName" and "plan__name" are "plan" and "name". */
function classParts({ attribs }: PageElement): string[][] {
  const classes = (attribs.class ?? '').slice(0, MAX_CLASSES).split(/\s+/);
  return classes.map((each) =>
    each
      .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
      .toLowerCase()
      .split(/[-_]+/),
  );
}

/** Its element, or one around it that holds nothing else, is called the name of a plan. */
export function isCalledName({ element, words }: Pick<Name, 'element' | 'words'>): boolean {
  const isCalled = (at: PageElement) =>
    classParts(at).some(
      (parts) => NAME.test(parts.at(-1) ?? '') && parts.slice(0, -1).some((part) => OF_PLAN.test(part)),
    );
  const named = nearest(element, MAX_AROUND, isCalled);
  return named !== undefined && named.end - named.start <= words.length + MAX_BESIDE;
}

type Placed = { element: PageElement };

/** One of its amounts, or words in place of one, stands in what is called a price. */
export function hasCalledPrice({ root, signals }: { root: PageElement; signals: readonly Placed[] }): boolean {
  const isPrice = (at: PageElement) =>
    at !== root &&
    classParts(at).some((parts) => {
      const [before = '', last = ''] = parts.slice(-2).length === 2 ? parts.slice(-2) : ['', parts[0]];
      return PRICE.test(last) || (PRICE.test(before) && PART_OF_PRICE.test(last));
    });
  return signals.some(({ element }) => nearest(element, MAX_AROUND, isPrice) !== undefined);
}
