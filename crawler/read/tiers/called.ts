/** What the page's own classes call the name of a plan and its price: "plan-name", "tier__price". */
import { nearest, type PageElement } from '../page/document.ts';
import type { Name } from './name.ts';

const MAX_CLASSES = 400;
const MAX_AROUND = 3;
/** "Seedling 🌱" */
const MAX_BESIDE = 4;
const NAME = /^(?:name|title|heading)$/;
const PRICE = /^(?:price|amount|cost)$/;
const PART = /^(?:num|number|value|amount|main|tag|row|wrap|wrapper|line)$/;

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

/** Its element, or one around it that holds nothing else, is called a name or a title. */
export function isCalledName({ element, words }: Pick<Name, 'element' | 'words'>): boolean {
  const isCalled = (at: PageElement) => classParts(at).some((parts) => NAME.test(parts.at(-1) ?? ''));
  const named = nearest(element, MAX_AROUND, isCalled);
  return named !== undefined && named.end - named.start <= words.length + MAX_BESIDE;
}

type Placed = { element: PageElement };

/** One of its amounts, or words in place of one, stands in what is called a price. */
export function hasCalledPrice({ root, signals }: { root: PageElement; signals: readonly Placed[] }): boolean {
  const isPrice = (at: PageElement) =>
    at !== root &&
    classParts(at).some(
      (parts) => PRICE.test(parts.at(-1) ?? '') || (PRICE.test(parts.at(-2) ?? '') && PART.test(parts.at(-1) ?? '')),
    );
  return signals.some(({ element }) => nearest(element, MAX_AROUND, isPrice) !== undefined);
}
