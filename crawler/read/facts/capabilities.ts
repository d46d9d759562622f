/**
 * Which plan has which capability: from comparison tables, from cards and the plans whose features they take over.
 *
 * What a card does not list is not known to be missing. It is known where the next card says "everything in this, plus"
 * and lists it, and where a table marks it so.
 */
import { type Availability, Capability, type Evidence } from '../../../data/reading.ts';
import { onlyOf } from '../../../data/text/only.ts';
import { lastAtOrBefore, nearest, type PageElement, parentOf, type Span } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { anyMeans, lettersBeside } from '../vocabulary/phrases.ts';
import { drawnIn, firstElements } from './marks.ts';
import { namesIn, type Region, type Source } from './place.ts';
import { has, type Reader } from './sentences.ts';
import type { FactOf } from './settle.ts';
import type { TierRow } from './tier-table.ts';

type CapabilityFact = FactOf<'capability'>;
type States = Map<string, Availability>;

interface Claim {
  capability: Capability;
  states: States;
  evidence: Evidence;
}

const MAX_QUOTE = 400;
const MAX_LABEL = 90;
const MAX_LINE = 120;
/** Letters beside "API" in the label of one: "API access to all data" is another thing. */
const MAX_BESIDE = 3;
const CROSSED = /^[✗✘✕✖×❌]/u;
const LACKED =
  /(?<!\p{L})(?:disabled|excluded|unavailable|not-included|inactive|muted|gr[ea]yed|opacity-\d\d)(?!\p{L})/iu;

export function capabilityFacts(source: Source): CapabilityFact[] {
  const claims = Map.groupBy([...fromTables(source), ...fromCards(source)], ({ capability }) => capability);
  return [...claims].flatMap(([capability, made]) => united(capability, made, source.place.inOrder));
}

/** Of two claims that differ about a plan, neither is believed. */
function united(capability: Capability, claims: readonly Claim[], inOrder: readonly string[]): CapabilityFact[] {
  const tiers = inOrder.flatMap((tier) => {
    const state = onlyOf(new Set(claims.flatMap(({ states }) => states.get(tier) ?? [])));
    return state === undefined ? [] : [{ tier, state }];
  });
  const [claim] = claims;
  if (claim === undefined || tiers.every(({ state }) => state === 'not_included')) return [];
  const least = tiers.findIndex(({ state }) => state === 'included');
  const first = tiers[least]?.tier;
  const isFirst =
    first !== undefined &&
    inOrder[least] === first &&
    tiers.slice(0, least).every(({ state }) => state === 'not_included');
  return [{ kind: 'capability', evidence: claim.evidence, capability, tiers, ...(isFirst && { first }) }];
}

/** All that a label names: "SSO and SCIM" names two. */
function capabilitiesIn(words: string, reader: Reader): Capability[] {
  if (words.length > MAX_LABEL) return [];
  const phrases = reader.find(words);
  const named = Capability.options.filter((each) => anyMeans(phrases, each));
  return named.filter((each) => each !== 'api' || lettersBeside(words, phrases) <= MAX_BESIDE);
}

function fromTables({ document, reader, place: { tables } }: Source): Claim[] {
  const rows = tables.flatMap((table) => table.rows);
  return rows.flatMap((row): Claim[] => {
    const capabilities = capabilitiesIn(row.label, reader);
    if (capabilities.length === 0) return [];
    const states = statesIn(row, capabilities.length > 1, reader);
    if (states.size === 0) return [];
    const end = row.rowEnd - row.start <= MAX_QUOTE ? row.rowEnd : Math.min(row.end, row.start + MAX_QUOTE);
    const evidence = exact(document, { start: row.start, end }, 'table');
    return capabilities.map((capability) => ({ capability, states, evidence }));
  });
}

/** A value counts as having it; where a row draws marks and leaves other cells empty, empty is lacking it. */
function statesIn({ cells }: TierRow, isMany: boolean, reader: Reader): States {
  const states: States = new Map();
  const isMarked = cells.some(({ mark }) => mark === 'yes');
  for (const { tier, mark, words } of cells) {
    if (states.has(tier)) continue;
    const isValue = mark === 'value' && !isMany && (/^\d/.test(words) || anyMeans(reader.find(words), 'cellValue'));
    if (mark === 'yes' || isValue) states.set(tier, 'included');
    else if (mark === 'no' || (mark === 'empty' && isMarked)) states.set(tier, 'not_included');
    else if (mark === 'add_on') states.set(tier, 'add_on');
  }
  return states;
}

interface Card {
  /** Without a state where two lines of the card differ. */
  own: Map<Capability, Span & { state: Availability | undefined }>;
  parent?: string;
}

function fromCards(source: Source): Claim[] {
  const { document, place } = source;
  const names = place.regions.map(({ tier }) => tier);
  const bullets: Bullets = new Map();
  const cards = new Map(place.regions.map((region) => [region.tier, cardOf(source, region, { names, bullets })]));
  const capabilities = new Set([...cards.values()].flatMap(({ own }) => [...own.keys()]));
  return [...capabilities].flatMap((capability): Claim[] => {
    const states: States = new Map();
    let proof: Span | undefined;
    for (const [tier, { own }] of cards) {
      const line = lineage(tier, cards);
      const stated = line.map((name) => cards.get(name)?.own.get(capability)?.state);
      const inherited = stated.includes('included') ? 'included' : undefined;
      const said = own.get(capability);
      const state = said === undefined ? inherited : said.state;
      if (state !== undefined) states.set(tier, state);
      proof ??= said;
    }
    // "Everything in Pro, plus" lists what Pro, and whatever Pro is built on, lacks.
    for (const [tier, { own }] of cards) {
      if (own.get(capability)?.state !== 'included') continue;
      for (const lesser of lineage(tier, cards).slice(1))
        if (!states.has(lesser) && cards.get(lesser)?.own.has(capability) !== true) states.set(lesser, 'not_included');
    }
    if (proof === undefined || states.size === 0) return [];
    return [{ capability, states, evidence: exact(document, proof, 'cards') }];
  });
}

function cardOf(
  { document, reader }: Source,
  region: Region,
  { names, bullets }: { names: readonly string[]; bullets: Bullets },
): Card {
  const { lines, visible } = document;
  const card: Card = { own: new Map() };
  const others = names.filter((name) => name !== region.tier);
  for (let at = Math.max(0, lastAtOrBefore(lines, region.start)); at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || line.start >= region.end) break;
    if (line.end - line.start > MAX_LINE || line.struck) continue;
    const words = visible.slice(line.start, line.end).trim();
    const said = reader.wordsIn(line);
    if (has(said, 'everything')) {
      const parent = has(said, 'lacking') ? undefined : namedIn(words, others);
      if (parent !== undefined) card.parent ??= parent;
      continue;
    }
    const capabilities = capabilitiesIn(words, reader);
    if (capabilities.length === 0) continue;
    const drawn = CROSSED.test(words) ? 'no' : itemMark(line.element, bullets);
    const isOpen = has(said, 'lacking') || words.includes('?') || drawn === 'unknown';
    // "SSO (Enterprise only)"
    if (drawn !== 'no' && (isOpen || namedIn(words, others) !== undefined)) continue;
    const isPaid = has(said, 'addOn') || said.some(({ amount }) => amount !== undefined);
    const included = isPaid ? 'add_on' : 'included';
    const state = drawn === 'no' ? 'not_included' : included;
    for (const each of capabilities) {
      const known = card.own.get(each);
      const isDisputed = known !== undefined && known.state !== state;
      card.own.set(each, { state: isDisputed ? undefined : state, start: line.start, end: line.end });
    }
  }
  return card;
}

/** The plan, the one that it is built on, the one that that is built on. */
function lineage(tier: string, cards: ReadonlyMap<string, Card>): string[] {
  const line = [tier];
  for (let at = cards.get(tier)?.parent; at !== undefined && !line.includes(at); at = cards.get(at)?.parent)
    line.push(at);
  return line;
}

/** The only plan that the words name, in capitals or not. */
function namedIn(words: string, tiers: readonly string[]): string | undefined {
  const lower = tiers.map((tier) => tier.toLowerCase());
  const named = onlyOf(namesIn(words.toLowerCase(), lower));
  return tiers.find((_, at) => lower[at] === named);
}

/** What the drawing before a list's item says; 'empty' where there is none, 'unknown' where it says nothing to us. */
function itemMark(element: PageElement, bullets: Bullets): 'yes' | 'no' | 'empty' | 'unknown' {
  const item = nearest(element, 5, ({ name }) => name === 'li');
  if (item === undefined) return 'empty';
  if (LACKED.test(item.attribs.class ?? '')) return 'no';
  const icon = firstElements(item, 12).find(({ name, start }) => start < 0 && ICONS.has(name));
  if (icon === undefined) return 'empty';
  const mark = drawnIn(icon);
  if (mark === 'yes' || mark === 'no') return mark;
  return isBullet(item, icon.name, bullets) ? 'empty' : 'unknown';
}

const ICONS = new Set(['svg', 'img', 'i', 'span']);
const MAX_ITEMS = 60;
/** By list and tag of the drawing. */
type Bullets = Map<PageElement, Map<string, boolean>>;

/** The same drawing before every item of the list can only be its bullet. */
function isBullet(item: PageElement, tag: string, bullets: Bullets): boolean {
  const list = parentOf(item);
  if (list === undefined) return false;
  const known = bullets.get(list) ?? new Map<string, boolean>();
  bullets.set(list, known);
  const icons = () => firstElements(list, MAX_ITEMS).flatMap((each) => firstElements(each, 12));
  const is =
    known.get(tag) ??
    new Set(icons().flatMap((icon) => (icon.start < 0 && icon.name === tag ? [signature(icon)] : []))).size === 1;
  known.set(tag, is);
  return is;
}

function signature(icon: PageElement): string {
  const [path] = firstElements(icon, 2);
  const { src = '', class: called = '', fill = '' } = icon.attribs;
  const { d = '', href = '', 'xlink:href': link = '' } = path?.attribs ?? {};
  return [src, called, fill, d, href, link].map((each) => each.slice(0, 200)).join('|');
}
