/**
 * Reads prices from running text: "The Pro plan costs $20 per month", "Pro: $20/month", "the $5/month Hobby plan".
 *
 * The weakest reader. It takes a price only where one sentence or list item holds both the amount with its period and
 * the name, and the page has nothing better.
 */
import { isZero } from '../../../data/money.ts';
import type { Reading, ReadTier, Rejected } from '../../../data/reading.ts';
import { matcherOn } from '../mentions/matcher.ts';
import {
  type Document,
  isCell,
  type Line,
  nearest,
  oncePerPage,
  type PageElement,
  type Span,
  siblingsOf,
} from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { tidyName } from '../page/label.ts';
import { anyMeans, lettersBeside, means } from '../vocabulary/phrases.ts';
import { headingSays, saysOnly } from '../vocabulary/vocabulary.ts';
import { amountBetween } from './alike-elements.ts';
import type { AmountSignal } from './amounts.ts';
import { headingBefore } from './heading.ts';
import { notTiersAt, notTiersBelow } from './section.ts';
import type { Signals } from './signals.ts';
import { tierOf, tierParts } from './tier.ts';
import { sentenceIn, unpricedSections, unpricedTier } from './unpriced.ts';
import { hasTierWord, namedPrice, nameIn } from './words.ts';

const MAX_TIERS = 20;
const MAX_LINE = 1200;
const MAX_TABLES = 50;

const PLAN_BEFORE =
  /(?:^|[\s*("“])([A-Z][\p{L}\d+&-]*(?: [A-Z][\p{L}\d+&-]*){0,2})\s+(?:[Pp]lan|[Tt]ier|[Ee]dition|[Pp]ackage|[Ss]ubscription)s?\b(?=[^.!?]{0,60}$)/u;
const SUBJECT =
  /(?:^|[.!?]\s+|[Ww]ith |[Oo]ur |[Tt]he )([A-Z][\p{L}\d+&-]*(?: [A-Z][\p{L}\d+&-]*){0,2}),? (?:you pay|is|costs?|starts at|starts from|is priced at|comes at|runs)\s*$/u;
const LEADING =
  /^[^\p{L}\d]{0,40}([\p{Lu}\p{Lo}][\p{L}\d+&-]*(?: (?:[+&] )?[\p{Lu}\p{Lo}\d][\p{L}\d+&-]*){0,3})(?: [Pp]lan)?(?:\s{0,3}(?:[—–:|(·•/,]|-{1,3}|\s{2,9})\s{0,3}(?:from |starting at )?|\s?[—–:(-]?\s?(?<=[\s(])(?:[Mm]onthly|[Aa]nnual(?:ly)?|[Yy]early)(?: price)?\s?[:–—-]?\s?)$/u;
const PLAN_AFTER = /^[^.!?\n]{0,24}?\b([A-Z][\p{L}\d+&-]*) [Pp]lan\b/u;
const IS_FREE =
  /(?:^|[\s*("“])([A-Z][\p{L}\d+&-]*(?: [A-Z][\p{L}\d+&-]*){0,2}) (?:plan |tier |edition )?is (?:(?:always |completely |entirely )?free(?:[.,!]|\s*$| forever| for)|an? free (?:plan|tier|edition|version)\b(?! trial))/u;
/** "We offer a free Hobby plan", "The free plan includes", "Free: yours for free". */
const IS_FREE_ONE = /\b(?:an?|the|our) free ([A-Z][\p{L}\d]+) (?:plan|tier|edition)\b(?! trial)/iu;
const FREE_PLAN =
  /\b(?:the|our) free plan (?:is|gives|includes|offers|comes with|provides|lets|has|covers)\b|^\W{0,4}free(?: plan| tier)?[:：] (?=.{0,200}\bfree\b)(?!.{0,200}(?<!\bno )\btrial)/iu;
const IS_CUSTOM =
  /(?:^|[.!?]\s)\W{0,20}For ([A-Z][\p{L}\d+&-]*(?: [A-Z][\p{L}\d+&-]*){0,2}),? (?:please )?(?:contact|talk to|reach out)/u;
/** What nobody can buy any more. */
const LEGACY =
  /\b(?:old|legacy|former(?:ly)?|previous(?:ly)?|deprecated|grandfathered|discontinued|retired|sunset|closed to new|no longer (?:available|offered|sold|for sale))\b/i;
const NOT_A_NAME =
  /^(?:The|This|That|It|Our|Your|We|You|A|An|All|Each|Every|Both|For|With|And|Or|If|When|Price|Pricing|Plan|Monthly|Annual|Yearly|Additional|Total|First|Second|Which|There|Usage|Everything)$/;

export function readProse(document: Document, signals: Signals): Reading {
  const listed = plansListed(document, signals);
  const rejected: Rejected[] = [];
  const tiers = pricedTiers(document, namedAmounts(document, signals, listed), rejected);
  const named = new Set(tiers.map(({ name }) => name));
  const unpriced = tiers.length === 0 ? [] : [...wordTiers(document, named), ...freeByName(document, listed, named)];
  unpriced.push(...unpricedSections(document, signals, { known: [...tiers, ...unpriced], method: 'prose' }));
  // One price alone is sure by its tier's name, or by another tier in such a sentence.
  const isSure = tiers.length + unpriced.length >= 2 || tiers.some(({ name }) => hasTierWord(name));
  const inOrder = [...tiers, ...unpriced].sort((a, b) => placeOf(a) - placeOf(b));
  return {
    reader: 'prose',
    tiers: isSure ? inOrder.slice(0, MAX_TIERS) : [],
    models: [],
    rejected: rejected.slice(0, 50),
  };
}

/** The amounts of each tier that sentences name; none of a tier that the page calls old anywhere. */
function namedAmounts(document: Document, signals: Signals, listed: Listed[]): Map<string, AmountSignal[]> {
  const byName = new Map<string, AmountSignal[]>();
  const spelt = new Map<string, string>();
  const gone = new Set<string>();
  for (const [index, signal] of signals.seen.entries()) {
    const { terms, line, element } = signal;
    if (line.end - line.start > MAX_LINE || isInCell(element)) continue;
    const isFreeOfCharge = isZero(signal.money.amount) && terms.per === undefined;
    if (terms.refusal !== undefined || (terms.per !== 'month' && terms.per !== 'year' && !isFreeOfCharge)) continue;
    const previous = signals.seen[index - 1];
    const from = Math.max(line.start, previous?.end ?? 0);
    const said =
      headedName(document, signal, from) ??
      nameFor(document, signal, from) ??
      listedIn(sentenceBefore(document, signal, from), listed)?.name ??
      (previous?.line === line && joins(document, previous, signal) ? nameOf(byName, previous) : undefined);
    if (said === undefined || byName.size >= MAX_TIERS) continue;
    // "PLUS" in a heading and "Plus" in a sentence are one tier.
    const name = spelt.get(said.toLowerCase()) ?? said;
    spelt.set(name.toLowerCase(), name);
    if (notTiersAt(document, line.start) !== undefined || isListedAside(document, element)) continue;
    if (isPaidToOther(document, signal)) continue;
    if (LEGACY.test(sentenceAround(document, signal, from))) gone.add(name);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [signal]);
    else known.push(signal);
  }
  for (const name of gone) byName.delete(name);
  return byName;
}

function pricedTiers(
  document: Document,
  byName: ReadonlyMap<string, readonly AmountSignal[]>,
  rejected: Rejected[],
): ReadTier[] {
  return [...byName].flatMap(([name, amounts]): ReadTier[] => {
    // The sentence around the amount was examined before; what remains is which slot it fills.
    const bare = amounts.map((signal) => {
      const { start, end } = signal;
      return { ...signal, room: { start, end }, line: { ...signal.line, start, end } };
    });
    const parts = tierParts(document, bare, { method: 'prose' });
    rejected.push(...parts.rejected);
    return parts.isTorn || (parts.prices.length === 0 && !parts.isFree) ? [] : [tierOf(name, parts)];
  });
}

function placeOf({ prices: [first], evidence }: ReadTier): number {
  return first?.evidence.textStart ?? evidence?.textStart ?? 0;
}

const MAX_TEXT = 100_000;
const PAYEE =
  /\b[Yy]ou(?:'ll)? (?:only|just) pay\s{1,3}\[?(\p{Lu}[\p{L}\d]{2,20}(?: \p{Lu}[\p{L}\d]{1,20})?)\b|\b(?:billed|charged|invoiced) (?:directly |separately )?by\s{1,3}\[?(\p{Lu}[\p{L}\d]{2,20})\b|\b(?:paid|payable|pay) (?:directly|separately) to\s{1,3}\[?(\p{Lu}[\p{L}\d]{2,20})\b/u;

/** What all of those have. */
const PAYS = /(?:only|just) pay|ed (?:directly |separately )?by|(?:directly|separately) to/;

/** "You only pay Basinway": whose prices a page about costs then states, if not its own. */
const payeeOf = oncePerPage(({ visible, title }) => {
  const text = visible.slice(0, MAX_TEXT);
  const [, only, by, to] = PAYS.test(text) ? (PAYEE.exec(text) ?? []) : [];
  const name = only ?? by ?? to;
  return name === undefined || title.includes(name) || /^(?:For|The|Once|When|What|Per)\b/.test(name)
    ? undefined
    : name;
});

/** Whether the words just before or after an amount are about somebody else, whom the page says that one pays. */
function isPaidToOther(document: Document, { start, end }: AmountSignal): boolean {
  const name = payeeOf(document);
  return name !== undefined && document.visible.slice(Math.max(0, start - 120), end + 120).includes(name);
}

function nameOf(byName: ReadonlyMap<string, AmountSignal[]>, signal: AmountSignal): string | undefined {
  return [...byName].find(([, signals]) => signals.includes(signal))?.[0];
}

/** "$12 billed monthly or $10 billed annually" */
function joins(document: Document, previous: AmountSignal, signal: AmountSignal): boolean {
  const between = document.visible.slice(previous.end, signal.start);
  if (between.length >= 90 || /[.!?]\s/.test(between)) return false;
  return /\band\b|[,;/(|]/.test(between) || anyMeans(matcherOn(document)(between), 'or');
}

function isInCell(element: AmountSignal['element']): boolean {
  const isOne = (at: PageElement) => isCell(at) || at.name === 'blockquote' || at.name === 'cite';
  return nearest(element, 6, isOne) !== undefined;
}

const MAX_ITEMS = 12;

/** "Example:" over a list. */
function isListedAside(document: Document, element: PageElement): boolean {
  const item = nearest(element, 3, ({ name }) => name === 'li');
  if (item === undefined) return false;
  const above = siblingsOf(item, 'prev', MAX_ITEMS);
  const others = above.findIndex(({ name }) => name !== 'li');
  const first = [item, ...(others < 0 ? above : above.slice(0, others))].at(-1) ?? item;
  return notTiersBelow(document, first) !== undefined;
}

/** What stands before the amount in its sentence, and after the amount before it; white space made single. */
function sentenceBefore(document: Document, signal: AmountSignal, from: number): string {
  const before = wordsBefore(document, signal, from);
  return before
    .slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('? '), before.lastIndexOf('! ')) + 1)
    .trim();
}

function sentenceAround(document: Document, signal: AmountSignal, from: number): string {
  const after = document.visible.slice(signal.end, Math.min(signal.line.end, signal.end + 160));
  const stop = after.search(/[.!?](?:\s|$)/);
  return `${sentenceBefore(document, signal, from)} ${stop < 0 ? after : after.slice(0, stop)}`;
}

function wordsBefore(document: Document, { start }: AmountSignal, from: number): string {
  return document.visible.slice(Math.max(from, start - 120), start).replace(/\s+/g, ' ');
}

function nameFor(document: Document, signal: AmountSignal, from: number): string | undefined {
  const { line, room, end } = signal;
  const before = wordsBefore(document, signal, from);
  const sentence = sentenceBefore(document, signal, from);
  const after = document.visible.slice(end, Math.min(line.end, end + 80));
  for (const found of [
    PLAN_BEFORE.exec(sentence.replace(/(?<!\s)\s*\($/, '')),
    SUBJECT.exec(sentence),
    room.start === line.start ? LEADING.exec(before) : null,
    PLAN_AFTER.exec(after),
  ]) {
    const name = clean(found?.[1]);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Letters of a verb: "kosztuje". */
const MAX_VERB = 8;
const LEADS_TO_AMOUNT = ['from', 'per', 'month', 'year', 'monthly', 'yearly', 'planWord', 'labelPrice'] as const;

/** "El plan Faro cuesta" under "Plan Faro": in any language, the plan that heads the section, and at most a verb. */
function headedName(document: Document, signal: AmountSignal, from: number): string | undefined {
  const name = nameIn(headingBefore(document, signal.line.start), true);
  if (name === undefined || signal.line.heading > 0) return undefined;
  const sentence = sentenceBefore(document, signal, from);
  const at = sentence.toLowerCase().lastIndexOf(name.toLowerCase());
  if (at < 0 || /\d ?$/.test(sentence.slice(0, at))) return undefined;
  const between = sentence.slice(at + name.length);
  const phrases = matcherOn(document)(between);
  const isLed = phrases.every((phrase) => means(phrase, ...LEADS_TO_AMOUNT));
  return isLed && !/[\d;:]/.test(between) && lettersBeside(between, phrases) <= MAX_VERB ? name : undefined;
}

function clean(words: string | undefined): string | undefined {
  if (words === undefined) return undefined;
  const name = tidyName(words.replace(/^(?:The|Our|With|A|An|On|For) /, '').replace(/ [Pp]lan$/, ''));
  if (headingSays(name).has('hosting')) return name;
  return NOT_A_NAME.test(name) || /^(?:Additional|Extra) /.test(name) ? undefined : nameIn(name, true);
}

/** Free and contact-us tiers in the same kind of sentence, where the page has priced ones. */
function wordTiers(document: Document, known: ReadonlySet<string>): ReadTier[] {
  const tiers: ReadTier[] = [];
  for (const line of document.lines) {
    if (line.end - line.start > MAX_LINE || tiers.length >= MAX_TIERS) continue;
    const text = document.visible.slice(line.start, Math.min(line.end, line.start + 300));
    for (const [name, kind, at] of unpricedIn(
      text.replace(/[ \t]{2,}/g, (gap) => ' '.padEnd(gap.length)),
      line,
    )) {
      if (name === undefined || known.has(name) || tiers.some((tier) => tier.name === name)) continue;
      tiers.push(unpricedTier(name, kind, sentenceIn(document, { line, text, at }, 'prose')));
    }
  }
  return tiers;
}

type Unpriced = [name: string | undefined, kind: 'free' | 'custom', at: number];

/** "Hobby (free forever) - for one project", "Fleet: contact us. With single sign-on": a name, its price and a remark. */
const REMARKED =
  /^(?:([^()–—]{2,40}\([^()]{3,30}\)) ?[:–—-] \S|([^–—:.]{2,40}(?: [–—-]|:) [^.:;,–—]{3,30})(?:[.:;,]| [–—]) \S)/u;

/** "The Hobby plan is free", "For Enterprise, contact us", "Enterprise: contact us". */
function unpricedIn(text: string, { heading }: Line): Unpriced[] {
  const said = saidIn(text);
  if (said.length > 0) return said;
  const line = text.trim().replace(/ +/g, ' ');
  const [, bracketed, parted] = REMARKED.exec(line) ?? [];
  const listed = namedPrice(bracketed ?? parted ?? line);
  // "500,001 and more: contact us" is a limit, "Free trial: no charge" no tier.
  if (listed?.kind !== undefined && !/^\d/.test(listed.name) && !saysOnly(listed.name, 'trial'))
    return [[clean(listed.name), listed.kind, 0]];
  return heading > 1 && /^\s*free (?:plan|tier)\s*$/i.test(text) ? [['Free', 'free', 0]] : [];
}

/** What sentences say. */
function saidIn(text: string): Unpriced[] {
  if (!/free|For /i.test(text)) return [];
  const said: Unpriced[] = [];
  const free = IS_FREE.exec(text);
  const custom = IS_CUSTOM.exec(text);
  const freeName = clean(free?.[1]);
  // "Acme is free for open source" is about the product, not about a tier of it.
  if (free !== null && freeName !== undefined && (hasTierWord(freeName) || /(?:plan|tier|edition) is /.test(free[0])))
    said.push([freeName, 'free', free.index]);
  const one = IS_FREE_ONE.exec(text);
  const oneName = one?.[1] !== undefined && /^\p{Lu}/u.test(one[1]) ? clean(one[1]) : undefined;
  if (one !== null && oneName !== undefined) said.push([oneName, 'free', one.index]);
  const plan = FREE_PLAN.exec(text);
  if (plan !== null) said.push(['Free', 'free', plan.index]);
  if (custom !== null) said.push([clean(custom[1]), 'custom', custom.index]);
  return said;
}

interface Listed extends Span {
  name: string;
  /** As sentences write it: lower case, no plural. */
  spoken: string;
}

/** The plans that head the columns of a table without prices: what they cost may stand in the text around it. */
function plansListed(document: Document, { seen: amounts }: Signals): Listed[] {
  return document.tables.slice(0, MAX_TABLES).flatMap((table): Listed[] => {
    if (table.start < 0 || amountBetween(amounts, table.start, table.end)) return [];
    const [head] = table.children;
    const row = head?.name === 'thead' ? head.children[0] : head;
    if (row === undefined || row.name !== 'tr') return [];
    const names = row.children
      .slice(1, MAX_TIERS)
      .map(({ start, end }) => ({ start, end, name: nameIn(document.visible.slice(start, end), true) }));
    return names.length < 2
      ? []
      : names.flatMap(({ name, ...at }) => (name === undefined ? [] : [{ ...at, name, spoken: spoken(name) }]));
  });
}

/** The one plan of those listed that a sentence names; a name of one word must be a tier's. */
function listedIn(sentence: string, listed: readonly Listed[]): Listed | undefined {
  if (listed.length === 0) return undefined;
  const said = ` ${spoken(sentence)} `;
  const [only, ...more] = listed.filter(
    (plan) => said.includes(` ${plan.spoken} `) && (plan.spoken.includes(' ') || /\bplan\b/.test(said)),
  );
  return more.length === 0 ? only : undefined;
}

function spoken(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/ies\b/g, 'y')
    .replace(/(?<=\p{L}{3})s\b/gu, '')
    .trim();
}

/** A plan that is called free among plans whose prices the text states. */
function freeByName(document: Document, listed: readonly Listed[], known: ReadonlySet<string>): ReadTier[] {
  if (!listed.some(({ name }) => known.has(name))) return [];
  return listed
    .filter(
      ({ name }, index) =>
        /^free\b(?!.*\btrial)/i.test(name) &&
        !known.has(name) &&
        listed.findIndex((other) => other.name === name) === index,
    )
    .map((plan) => unpricedTier(plan.name, 'free', exact(document, plan, 'prose')));
}
