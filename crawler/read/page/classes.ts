/** What the classes of a page call an element, whatever the language of its words: "plan-name", "tier__price". */
import type { PageElement } from './page-element.ts';

const MAX_CLASSES = 400;
const NAME = /^(?:name|title|heading|tier|plan)$/;
const TITLE = /^(?:names?|titles?|headings?|head(?:er)?s?|plan|tier|package)$/;
const BADGE = /^(?:badges?|ribbons?|pills?|chips?|popular|eyebrow|kicker)$/;
const REMARK =
  /^(?:tags?|labels?|sub(?:title|head|text)?|desc(?:ription)?|tagline|caption|notes?|features?|period|audience|muted)$/;
const PRICE = /^(?:price|amount|cost)$/;
const PRICE_PART = /^(?:num|number|value|amount|main|tag|row|wrap|wrapper|line)$/;

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

function hasPart(element: PageElement, part: RegExp): boolean {
  return classParts(element).some((parts) => parts.some((each) => part.test(each)));
}

/** A class ends so: "plan-name", "card__tier". */
export function hasNameClass(element: PageElement): boolean {
  return classParts(element).some((parts) => NAME.test(parts.at(-1) ?? ''));
}

/** A name, or what stands around one: "card-header". */
export function hasTitleClass(element: PageElement): boolean {
  return hasPart(element, TITLE);
}

/** A remark that is set off, often above a name. */
export function hasBadgeClass(element: PageElement): boolean {
  return hasPart(element, BADGE);
}

/** A badge, or another remark beside a name. */
export function hasRemarkClass(element: PageElement): boolean {
  return hasPart(element, BADGE) || hasPart(element, REMARK);
}

/** A class ends so: "price", "price-value". */
export function hasPriceClass(element: PageElement): boolean {
  return classParts(element).some(
    (parts) =>
      PRICE.test(parts.at(-1) ?? '') || (PRICE.test(parts.at(-2) ?? '') && PRICE_PART.test(parts.at(-1) ?? '')),
  );
}
