/** The parts of a page that may each hold a plan, as what may be its name and what may be its price, with their anchors. */
import { defined } from '../../../data/defined.ts';
import { isZero } from '../../../data/money.ts';
import type { Billing, Evidence, Per } from '../../../data/reading.ts';
import type { PlanList } from '../../../data/recipe.ts';
import { billingState } from '../mentions/billing-state.ts';
import type { AmountMention } from '../mentions/mentions.ts';
import { type Terms, termsOfWords } from '../mentions/terms.ts';
import { tierKey } from '../offers/merge.ts';
import { type NameLine, nameWords } from '../offers/name-words.ts';
import type { Page } from '../offers/page.ts';
import { isNamedFree } from '../offers/prices.ts';
import type { Group, Region, RegionLine } from '../offers/regions.ts';
import { eachElement, lastAtOrBefore, type PageElement, type Span, within } from '../page/document.ts';
import { attributeEvidence, evidenceFor, exact } from '../page/evidence.ts';
import { isPlain, tidyName } from '../page/label.ts';
import { anyMeans } from '../vocabulary/phrases.ts';
import { anchor, elementAnchors, type Found, masked } from './anchors.ts';

/** Something that may be the price of a plan, or stand in its place. */
export interface Item extends Span {
  kind: 'amount' | 'free' | 'contact';
  amount: string;
  /** Absent of a bare number. */
  currency?: string;
  /** "$" as USD. */
  isCurrencyAssumed: boolean;
  isFloor: boolean;
  /** `kind` where the words make it no price: a saving, an extra. */
  says: { per?: Per; billing?: Billing; unit?: string; kind?: string };
  from?: 'number' | 'attribute' | 'data';
  anchors: Found;
  evidence(): Evidence | undefined;
}

/** Words that may name a plan. */
export interface Title extends Span {
  words: string;
  key: string;
  /** Calls nothing by name: an amount, terms of a price, a call to action. */
  isTerms(): boolean;
  /** Says by itself that the plan costs nothing. */
  isFree(): boolean;
  anchors: Found;
}

export interface Block extends Span {
  titles: readonly Title[];
  items: readonly Item[];
  /** The words of each of its short lines, lower case. */
  phrases: readonly (Span & { words: string; path: string })[];
}

export interface Cluster extends Span {
  layout: PlanList['layout'];
  blocks: readonly Block[];
  anchors: Found;
  /** "Billed annually" stands in or above it. */
  isBilledYearly: boolean;
  /** Keys of names that are set as those in it, and stand outside alone. */
  elsewhere: ReadonlySet<string>;
}

const MAX_TITLE = 80;
const MAX_TITLE_LINES = 40;
/** A part with more is no single plan. */
const MAX_LINES = 400;
const MAX_PHRASE = 60;
/** Parts of a line, at most. */
const MAX_PARTS = 6;
const BESIDE = 30;
const MAX_ABOVE = 300;
const MAX_READ = 10_000;

/** @param ignored parts of the page in which nothing is read */
function blockOf(page: Page, { lines: all, root, start: from, end: to }: Region, ignored: readonly Span[]): Block {
  const isRead = (span: Span) => !ignored.some(({ start, end }) => span.start < end && span.end > start);
  const lines = all.slice(0, MAX_LINES).filter(isRead);
  const { visible } = page.document;
  const phrases = lines
    .filter(({ start, end }) => end - start <= MAX_PHRASE)
    .map(({ start, end, slot }) => ({ start, end, words: masked(visible.slice(start, end)), path: slot }));
  const titles = lines.slice(0, MAX_TITLE_LINES).flatMap((line, order) => titlesIn(page, { line, order, root }));
  const items = [...itemsIn(page, lines, root), ...numberItems(page, lines, root), ...attributeItems(page, root)];
  return { start: from, end: to, titles, items, phrases };
}

/** Those of a line: all of its words, what stands before its amount or a sign, and each of its elements. */
export function titlesIn(page: Page, at: { line: RegionLine; order: number; root: PageElement | undefined }): Title[] {
  const { line, order, root } = at;
  const { visible } = page.document;
  const end = Math.min(line.end, line.start + MAX_TITLE * 3);
  const [amount] = within(page.mentions.amounts, line);
  const whole = visible.slice(line.start, end);
  const part = /^.{2,60}?(?=\s[–—-]\s|[:(|•])/u.exec(whole)?.[0].length ?? 0;
  const spans: [string, number, number][] = [['whole', line.start, end]];
  if (amount !== undefined) spans.push(['before', line.start, amount.start]);
  if (part > 0) spans.push(['before', line.start, line.start + part]);
  for (const inside of runsIn(page.document, { start: line.start, end }))
    if (spans.length < MAX_PARTS && (inside.start > line.start || inside.end < line.end))
      spans.push(['part', inside.start, inside.end]);
  const shared = {
    ...elementAnchors(line.element, root),
    ...(line.heading > 0 && anchor('heading', line.heading)),
    ...anchor('order', order),
    ...anchor('path', line.slot),
  };
  return spans.flatMap(([kind, from, to]) => {
    const own = visible.slice(from, to);
    const start = from + own.length - own.trimStart().length;
    const stop = Math.max(start, from + own.trimEnd().length);
    const words = tidyName(own).replace(/[\s:(–—-]{1,9}$/u, '');
    const key = tierKey(words);
    if (key === '' || words.length > MAX_TITLE || !isPlain(words)) return [];
    return [
      {
        ...{ start, end: stop, words, key },
        isFree: () => isNamedFree(page, { words }),
        isTerms: () => isTerms(page, { start, end: stop, heading: line.heading }),
        anchors: { ...shared, ...anchor('label', kind) },
      },
    ];
  });
}

function isTerms({ document, mentions }: Page, span: NameLine): boolean {
  const { amounts, match } = mentions;
  return (
    within(amounts, span).length > 0 || nameWords(document.visible, span, { amount: undefined, match }) === undefined
  );
}

function itemsIn(page: Page, lines: readonly RegionLine[], root: PageElement | undefined): Item[] {
  const { amounts, words } = page.mentions;
  const found: Item[] = [];
  for (const line of lines) {
    const labelled = line.label === '' ? undefined : termsOfWords(line.label, page.mentions.match);
    for (const mention of within(amounts, line))
      if (isRead(mention)) found.push(amountItem(page, { mention, line, labelled, root }));
    for (const { kind, start, end, element } of within(words, line))
      found.push({
        ...{ kind, start, end, amount: '', isCurrencyAssumed: false, isFloor: false, says: {} },
        anchors: placeAnchors(element, root, line),
        evidence: () => exact(page.document, { start, end }, 'recipe'),
      });
  }
  return [...Map.groupBy(found, ({ kind }) => kind).values()].flatMap(inOrder).sort((a, b) => a.start - b.start);
}

function placeAnchors(element: PageElement, root: PageElement | undefined, line: RegionLine): Found {
  return {
    ...elementAnchors(element, root),
    ...anchor('label', masked(line.label)),
    ...anchor('path', line.slot),
  };
}

function inOrder(items: readonly Item[]): Item[] {
  return items.map((item, order) => ({ ...item, anchors: { ...item.anchors, ...anchor('order', order) } }));
}

function isRead({ money, terms, talk }: AmountMention): boolean {
  return money.isUnclear !== true && terms.isOtherTerm !== true && talk <= MAX_PHRASE;
}

interface Placed {
  mention: AmountMention;
  line: RegionLine;
  labelled: Terms | undefined;
  root: PageElement | undefined;
}

function amountItem({ document, mentions }: Page, { mention, line, labelled, root }: Placed): Item {
  const { money, terms, start, end, element } = mention;
  const at = lastAtOrBefore(mentions.amounts, start);
  const from = Math.max(line.start, start - BESIDE, mentions.amounts[at - 1]?.end ?? 0);
  const to = Math.min(line.end, end + BESIDE, mentions.amounts[at + 1]?.start ?? line.end);
  const beside = `${document.visible.slice(from, start)} ¤ ${document.visible.slice(end, to)}`;
  const says = defined({
    per: terms.per ?? labelled?.per,
    billing: terms.billing ?? labelled?.billing,
    unit: terms.unit ?? labelled?.unit,
    kind: [terms.kind, labelled?.kind ?? 'price'].find((kind) => kind !== 'price'),
  });
  return {
    kind: isZero(money.amount) && says.kind === undefined ? 'free' : 'amount',
    start,
    end,
    amount: money.amount,
    currency: money.currency,
    isCurrencyAssumed: money.currencyAssumed,
    isFloor: terms.isFloor === true || money.isFloor,
    says,
    anchors: {
      ...placeAnchors(element, root, line),
      // A panel of the switch may hold whole lists.
      ...anchor('state', billingState(element, undefined)),
      ...anchor('words', masked(beside)),
      ...anchor('terms', says.per, says.billing),
      ...(line.heading > 0 && anchor('heading', line.heading)),
    },
    evidence: () => evidenceFor(document, money, { method: 'recipe', reach: terms.reach }),
  };
}

const BARE = /^(\s*)(\d{1,3}(?:[., \u00a0]\d{3})+|\d{1,7})([.,]\d{1,2})?(?=\s*(?:$|[/*]|per |p\/))/iu;
const MAX_NUMBERS = 40;

/** Numbers alone in their line or element, before terms if anything: the sign is a picture, or there is none. */
function numberItems(
  { document, mentions }: Page,
  lines: readonly RegionLine[],
  root: PageElement | undefined,
): Item[] {
  const { visible } = document;
  const found = lines.flatMap((line) =>
    partsOf(document, line).flatMap(({ start, end }): Item[] => {
      const [, space = '', whole = '', cents = ''] = BARE.exec(visible.slice(start, end)) ?? [];
      const at = { start: start + space.length, end: start + space.length + whole.length + cents.length };
      const amount = Number(`${whole.replace(/\D/g, '')}${cents.replace(',', '.')}`);
      if (whole === '' || within(mentions.amounts, line).length > 0) return [];
      const terms = termsOfWords(visible.slice(at.end, line.end), mentions.match);
      const beside = visible.slice(at.end, Math.min(line.end, at.end + BESIDE));
      return [
        {
          ...at,
          ...{ amount: amount.toFixed(2), isCurrencyAssumed: true, isFloor: false, from: 'number' },
          kind: amount === 0 ? 'free' : 'amount',
          says: defined({ per: terms.per, billing: terms.billing, unit: terms.unit }),
          anchors: { ...placeAnchors(line.element, root, line), ...anchor('words', masked(`¤ ${beside}`)) },
          evidence: () => evidenceFor(document, at, { method: 'recipe' }),
        },
      ];
    }),
  );
  return inOrder(found.slice(0, MAX_NUMBERS));
}

/** The line, or the elements that part it. */
function partsOf(document: Page['document'], line: Span): Span[] {
  const parts = runsIn(document, line);
  return parts.length > 1 ? parts : [line];
}

/** What of the first runs of text stands in the span. */
function runsIn({ runs }: Page['document'], { start, end }: Span): Span[] {
  const inside: Span[] = [];
  for (let nth = Math.max(0, lastAtOrBefore(runs, start)); nth < runs.length && inside.length < MAX_PARTS; nth += 1) {
    const run = runs[nth];
    if (run === undefined || run.start >= end) break;
    if (run.end > start) inside.push({ start: Math.max(run.start, start), end: Math.min(run.end, end) });
  }
  return inside;
}

const NUMBER = /^[^\d]{0,4}(\d{1,9}(?:\.\d{1,2})?)[^\d]{0,12}$/;
const MAX_ELEMENTS = 400;

/** Numbers in attributes: `<b data-monthly="45" data-annual="36">`. */
function attributeItems({ document }: Page, root: PageElement | undefined): Item[] {
  const found: Item[] = [];
  let seen = 0;
  if (root === undefined) return found;
  eachElement(root, (element) => {
    seen += 1;
    if (seen > MAX_ELEMENTS) return;
    for (const [name, value] of Object.entries(element.attribs)) {
      const number = /^(?:data-|content$|value$)/.test(name) ? NUMBER.exec(value.replaceAll(',', ''))?.[1] : undefined;
      if (number === undefined || isZero(number)) continue;
      found.push({
        ...{ kind: 'amount', start: element.start, end: element.end, isFloor: false, says: {}, from: 'attribute' },
        isCurrencyAssumed: true,
        amount: Number(number).toFixed(2),
        anchors: { ...elementAnchors(element, root), ...anchor('label', name) },
        evidence: () => attributeEvidence(document, { element, name, value }, 'recipe'),
      });
    }
  });
  return found;
}

/** Regions that may be a cluster. */
export interface PartGroup extends Omit<Group, 'geometry'> {
  layout: PlanList['layout'];
}

/** A group of regions as a cluster. */
export function clusterOf(
  page: Page,
  group: PartGroup,
  how: { ignored: readonly Span[]; above: string; elsewhere: ReadonlySet<string> },
): Cluster {
  const { regions, layout, start, end } = group;
  const roots = regions.flatMap(({ root }) => root ?? []);
  const [first] = roots;
  const { document, mentions } = page;
  const words = document.visible.slice(Math.max(0, start - MAX_ABOVE), Math.min(end, start + MAX_READ));
  const labels = regions[0]?.lines.map(({ label }) => masked(label)).filter((words) => words !== '') ?? [];
  return {
    layout,
    start,
    end,
    blocks: regions.map((region) => blockOf(page, region, how.ignored)),
    elsewhere: how.elsewhere,
    isBilledYearly: anyMeans(mentions.match(words), 'billedYearly'),
    anchors: {
      ...anchor('words', masked(how.above)),
      ...(first !== undefined && elementAnchors(first, undefined)),
      ...anchor('heading', regions[0]?.lines[0]?.heading || undefined),
      ...(labels.length > 0 && { label: [...new Set(labels)].slice(0, 6) }),
    },
  };
}
