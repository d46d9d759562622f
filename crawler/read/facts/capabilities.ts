/**
 * Which tier has which capability: from comparison tables, from cards and the tiers whose features they take over,
 * and from sentences that reserve one for a tier.
 *
 * What a card does not list is not known to be missing. It is known where the next card says "everything in this,
 * plus" and lists it, where a table marks it so, and where a sentence reserves it.
 */
import type { Availability, Capability, Evidence, PageFact } from '../../../data/reading.ts';
import type { Document, PageElement } from '../page/document.ts';
import { lastAtOrBefore, parentOf } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { flat } from '../page/flat.ts';
import type { Subjects } from '../page/key-words.ts';
import { capabilitiesIn, inheritedIn, listedAs, reservedIn } from './capability.ts';
import { drawnIn, firstElements } from './mark.ts';
import type { Place } from './place.ts';
import type { Sentence } from './sentence.ts';
import { CAPABILITY, INHERITANCE } from './subjects.ts';
import type { TierRow } from './tier-table.ts';

type CapabilityFact = Extract<PageFact, { kind: 'capability' }>;

interface Claim {
  states: Map<string, Availability>;
  evidence: Evidence;
}

const MAX_QUOTE = 400;
const MAX_ITEMS = 60;

export function capabilityFacts(document: Document, place: Place, sentences: readonly Sentence[]): CapabilityFact[] {
  const claims = new Map<Capability, Claim[]>();
  const claim = (capability: Capability, made: Claim) => {
    if (made.states.size > 0) claims.set(capability, [...(claims.get(capability) ?? []), made]);
  };
  fromTables(document, place, claim);
  fromCards(document, place, claim);
  fromSentences(document, place, sentences, claim);
  if (claims.size === 0) return [];
  const inOrder = [...place.ranks].sort(([, a], [, b]) => a - b).map(([tier]) => tier);
  return [...claims].flatMap(([capability, made]) => united(capability, made, inOrder));
}

type Take = (capability: Capability, claim: Claim) => void;

/** Of two claims that differ about a tier, neither is believed. */
function united(capability: Capability, claims: readonly Claim[], inOrder: readonly string[]): CapabilityFact[] {
  const states = new Map<string, Availability>();
  const torn = new Set<string>();
  for (const claim of claims) {
    for (const [tier, state] of claim.states) {
      const known = states.get(tier);
      if (known !== undefined && known !== state) torn.add(tier);
      else states.set(tier, state);
    }
  }
  for (const tier of torn) states.delete(tier);
  const [first] = claims;
  if (first === undefined || ![...states.values()].some((state) => state !== 'not_included')) return [];
  const has = inOrder.findIndex((tier) => states.get(tier) === 'included');
  const isFirst = has >= 0 && inOrder.slice(0, has).every((tier) => states.get(tier) === 'not_included');
  const least = inOrder[has];
  const known = inOrder.flatMap((tier) => {
    const state = states.get(tier);
    return state === undefined ? [] : [{ tier, state }];
  });
  if (known.length === 0) return [];
  const fact = { kind: 'capability', evidence: first.evidence, capability, tiers: known } as const;
  return [{ ...fact, ...(isFirst && least !== undefined && { first: least }) }];
}

function fromTables(document: Document, { tables }: Place, take: Take): void {
  for (const { rows } of tables) {
    for (const row of rows) {
      const capabilities = capabilitiesIn(row.label);
      if (capabilities.length === 0) continue;
      const states = statesIn(row, capabilities.length > 1);
      if (states.size === 0) continue;
      const isWhole = row.rowEnd - row.start <= MAX_QUOTE;
      const evidence = exact(
        document,
        row.start,
        isWhole ? row.rowEnd : Math.min(row.end, row.start + MAX_QUOTE),
        'table',
      );
      for (const capability of capabilities) take(capability, { states: new Map(states), evidence });
    }
  }
}

/** A value counts as having it; where a row draws marks and leaves other cells empty, empty is lacking it. */
function statesIn({ cells }: TierRow, isMany: boolean): Map<string, Availability> {
  const states = new Map<string, Availability>();
  const isMarked = cells.some(({ mark }) => mark === 'yes');
  for (const { tier, mark, words } of cells) {
    const seen = states.get(tier);
    const state =
      mark === 'yes' || (mark === 'value' && !isMany && isAffirmed(words))
        ? 'included'
        : mark === 'no' || (mark === 'empty' && isMarked)
          ? 'not_included'
          : mark === 'add_on'
            ? 'add_on'
            : undefined;
    if (state !== undefined && seen === undefined) states.set(tier, state);
  }
  return states;
}

/** "SAML", "30 days", "99.9%", "Advanced"; not "Google", which signs on only to itself. */
function isAffirmed(words: string): boolean {
  return /^(?:[\d.,]+ ?%(?: .{1,20})?|[\d.,]+[ -]?(?:days?|months?|years?|weeks?|tage|jahre?|jours|días)(?: .{1,20})?|.{0,20}SAML.{0,20}|.{0,12}OIDC.{0,12}|unlimited|advanced|custom|full|basic)$/iu.test(
    words,
  );
}

interface Card {
  own: Map<Capability, { state: Availability; start: number; end: number }>;
  parent?: string;
}

function fromCards(document: Document, { regions, subjects }: Place, take: Take): void {
  const names = regions.map(({ tier }) => tier);
  const cards = new Map<string, Card>();
  const bullets: Bullets = new Map();
  for (const { tier, start, end } of regions) {
    const card: Card = { own: new Map() };
    const others = names.filter((name) => name !== tier);
    for (let at = Math.max(0, lastAtOrBefore(document.lines, start)); at < document.lines.length; at += 1) {
      const line = document.lines[at];
      if (line === undefined || line.start >= end) break;
      const of = subjects[at] as Subjects;
      if ((of & (CAPABILITY | INHERITANCE)) === 0 || line.end - line.start > 120 || line.struck) continue;
      const words = flat(document.visible.slice(line.start, line.end));
      const parent = (of & INHERITANCE) === 0 ? undefined : inheritedIn(words, others);
      if (parent !== undefined) card.parent ??= parent;
      const capabilities = (of & CAPABILITY) === 0 ? [] : capabilitiesIn(words.replace(/^[\s✓✔✅•·–*+-]+/u, ''));
      if (capabilities.length === 0 || parent !== undefined || card.own.size > MAX_ITEMS) continue;
      const drawn = /^[✗✘✕✖×❌]/u.test(words) ? 'no' : itemMark(line.element, bullets);
      const state = drawn === 'no' ? 'not_included' : drawn === 'unknown' ? undefined : listedAs(words);
      if (state === undefined) continue;
      for (const capability of capabilities) card.own.set(capability, { state, start: line.start, end: line.end });
    }
    cards.set(tier, card);
  }
  for (const capability of new Set([...cards.values()].flatMap(({ own }) => [...own.keys()]))) {
    const states = new Map<string, Availability>();
    let proof: { start: number; end: number } | undefined;
    for (const [tier, card] of cards) {
      const line = lineage(tier, cards);
      const at = line.findIndex((name) => cards.get(name)?.own.get(capability)?.state === 'included');
      if (at >= 0) states.set(tier, 'included');
      const own = card.own.get(capability);
      if (own === undefined) continue;
      if (own.state === 'included' || proof === undefined) proof ??= own;
      states.set(tier, own.state);
      // "Everything in Pro, plus" lists what Pro, and whatever Pro is built on, lacks.
      if (own.state === 'included')
        for (const lesser of line.slice(1))
          if (!hasInLine(lesser, capability, cards)) states.set(lesser, 'not_included');
    }
    if (proof !== undefined) take(capability, { states, evidence: exact(document, proof.start, proof.end, 'cards') });
  }
}

function hasInLine(tier: string, capability: Capability, cards: ReadonlyMap<string, Card>): boolean {
  return lineage(tier, cards).some((name) => cards.get(name)?.own.has(capability) === true);
}

/** The tier, the one that it is built on, the one that that is built on. */
function lineage(tier: string, cards: ReadonlyMap<string, Card>): string[] {
  const line = [tier];
  for (let at = cards.get(tier)?.parent; at !== undefined && !line.includes(at); at = cards.get(at)?.parent)
    line.push(at);
  return line;
}

const LACKED =
  /(?<![\p{L}])(?:disabled|excluded|unavailable|not-included|inactive|muted|greyed|grayed|opacity-\d\d)(?!\p{L})/iu;

/** What the drawing before a list's item says; 'empty' where there is none, 'unknown' where it says nothing to us. */
function itemMark(element: PageElement, bullets: Bullets): 'yes' | 'no' | 'empty' | 'unknown' {
  let item: PageElement | undefined = element;
  for (let up = 0; up < 4 && item !== undefined && item.name !== 'li'; up += 1) item = parentOf(item);
  if (item === undefined || item.name !== 'li') return 'empty';
  const { class: called } = item.attribs;
  if (called !== undefined && LACKED.test(called)) return 'no';
  const icon = firstElements(item, 12).find(
    ({ name, start }) => start < 0 && (name === 'svg' || name === 'img' || name === 'i' || name === 'span'),
  );
  if (icon === undefined) return 'empty';
  const mark = drawnIn(icon);
  return mark === 'yes' || mark === 'no' ? mark : isAlone(item, icon, bullets) ? 'empty' : 'unknown';
}

/** Whether one and the same drawing stands before every item of a list, by the list and the drawing's tag. */
type Bullets = Map<PageElement, Map<string, boolean>>;

/** The same drawing before every item of the list can only be its bullet. */
function isAlone(item: PageElement, { name }: PageElement, bullets: Bullets): boolean {
  const list = parentOf(item);
  if (list === undefined) return false;
  const ofList = bullets.get(list) ?? new Map<string, boolean>();
  bullets.set(list, ofList);
  const known = ofList.get(name) ?? isBullet(list, name);
  ofList.set(name, known);
  return known;
}

function isBullet(list: PageElement, tag: string): boolean {
  const drawings = new Set<string>();
  for (const item of firstElements(list, MAX_ITEMS))
    for (const icon of firstElements(item, 12)) if (icon.start < 0 && icon.name === tag) drawings.add(signature(icon));
  return drawings.size === 1;
}

function signature(icon: PageElement): string {
  const [path] = firstElements(icon, 2);
  const { src = '', class: called = '', fill = '' } = icon.attribs;
  return `${src.slice(0, 200)}|${called.slice(0, 200)}|${fill}|${path?.attribs.d?.slice(0, 200) ?? ''}|${path?.attribs.href ?? path?.attribs['xlink:href'] ?? ''}`;
}

function fromSentences(document: Document, { tiers, ranks }: Place, sentences: readonly Sentence[], claim: Take): void {
  const names = tiers.map(({ name }) => name);
  for (const sentence of sentences) {
    if ((sentence.subjects & CAPABILITY) === 0) continue;
    for (const { capability, tier, andAbove, isOnly } of reservedIn(sentence.words, names)) {
      const states = new Map<string, Availability>([[tier, 'included']]);
      const own = ranks.get(tier) ?? 0;
      for (const [name, rank] of ranks) {
        if (rank > own && andAbove) states.set(name, 'included');
        if (rank < own && isOnly) states.set(name, 'not_included');
      }
      claim(capability, { states, evidence: exact(document, sentence.start, sentence.end, 'prose') });
    }
  }
}
