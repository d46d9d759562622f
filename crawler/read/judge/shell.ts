/** A page that is still to be drawn: an application's empty root, grey boxes, amounts that a template has not filled in. */
import { isZero } from '../../../data/money.ts';
import { type Document, eachElement } from '../page/document.ts';
import type { Judgement, PageFacts } from './page-facts.ts';
import { isMentioned, isWhole } from './page-says.ts';

/** A template's own signs where an amount should stand. */
const UNFILLED =
  /[$€£] ?\{\{|\{\{[^{}\n]{0,40}(?:price|amount|cost|fee|currency|monthly|yearly|annual)[^{}\n]{0,40}\}\}|\}\} ?[$€£]|\$\{[^{}\n]{1,60}\}|<%=|%(?:[A-Z]{1,20}_)?PRICE(?:_[A-Z]{1,20})?%|\[(?:price|amount|currency)\]|[$€£] ?(?:XX+(?:\.XX)?|--|__|NaN|undefined|null|\?\?)(?![\p{L}\d])/iu;
const ROOT_ID =
  /^(?:root|app|__next|__nuxt|___gatsby|main-app|application|gatsby-focus-wrapper|svelte|q-app|app-root|react-root|ember-app|__docusaurus|blazor)$/i;
const BONE =
  /(?:^|[\s_-])(?:skeleton|shimmer|placeholder-(?:glow|wave|line)|content-loader|animate-pulse|loading-(?:bar|block|card)|ghost-(?:line|card))/i;
/** In the words of a page; a long one is not searched to its end. */
const SEARCHED = 200_000;

export function shellOf(facts: PageFacts): Judgement | undefined {
  const { isHtml, document, found, size, amounts, opening, priced, tiers } = facts;
  if (!isHtml) return undefined;
  const scripts = document.scripts.length;
  const verdict = 'empty_shell' as const;
  const needsScript = () => isMentioned('needsScript', document.source.slice(0, SEARCHED));
  if (!found && amounts.length === 0) {
    const { hasRoot, hasEmptyRoot, bones } = frameOf(document);
    if (
      size < 400 &&
      (scripts > 0 || isMentioned('needsScript', document.visible.slice(0, SEARCHED))) &&
      (hasRoot || size < 40 || needsScript())
    )
      return { verdict, reason: `${size} characters of text and ${scripts} scripts: the page is drawn by JavaScript` };
    if (hasEmptyRoot && scripts > 0 && size < 3000)
      return { verdict, reason: 'The root of its application is empty: the page is drawn by JavaScript' };
    if (bones >= 3) return { verdict, reason: `${bones} elements stand for what is still to be loaded` };
    if (scripts > 0 && size < 3000 && opening.some((words) => isWhole('loading', words)))
      return { verdict, reason: 'It says that it is loading' };
    if (size < 1500 && hasRoot && needsScript()) return { verdict, reason: 'It asks for JavaScript' };
  }
  if (priced > 0 || facts.models.length > 0) return undefined;
  const unfilled = UNFILLED.exec(document.visible.slice(0, SEARCHED))?.[0];
  if (unfilled !== undefined) return { verdict, reason: `Its amounts are not filled in: "${unfilled}"` };
  const isAllZero = amounts.length > 1 && amounts.every(({ money }) => isZero(money.amount));
  if (isAllZero && (tiers.length === 0 || tiers.filter(({ isFree }) => isFree).length > 1))
    return { verdict, reason: `All of its ${amounts.length} amounts are zero: they are not filled in` };
  return undefined;
}

interface Frame {
  hasRoot: boolean;
  /** An application's root with nothing in it. */
  hasEmptyRoot: boolean;
  /** Elements that stand for what is still to come. */
  bones: number;
}

/** Looks at every element: to be asked only of pages that may be unfinished. */
export function frameOf({ root }: Document): Frame {
  const frame: Frame = { hasRoot: false, hasEmptyRoot: false, bones: 0 };
  eachElement(root, ({ name, attribs, start }) => {
    if (
      ROOT_ID.test(attribs.id ?? '') ||
      name === 'app-root' ||
      attribs['ng-app'] !== undefined ||
      attribs['data-reactroot'] !== undefined
    ) {
      frame.hasRoot = true;
      frame.hasEmptyRoot ||= start < 0;
    }
    if (BONE.test((attribs.class ?? '').slice(0, 300)) || attribs['aria-busy'] === 'true') frame.bones += 1;
  });
  return frame;
}
