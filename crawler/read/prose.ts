/**
 * Reads prices from running text: "The Pro plan costs $20 per month", "Pro: $20/month", "the $5/month Hobby plan".
 *
 * The weakest reader. It takes a price only where one sentence or list item holds both the amount with its period and
 * the name, and the page has nothing better.
 */
import { isZero } from '../../data/money.ts';
import type { Reading, ReadTier, Rejected } from '../../data/reading.ts';
import { type Document, isCell, type Line, parentOf } from './document.ts';
import { exact } from './evidence.ts';
import { tidyName } from './label.ts';
import type { AmountSignal, Signals } from './signals.ts';
import { tierParts } from './tier.ts';
import { hasTierWord, namedPrice, nameIn } from './words.ts';

const MAX_TIERS = 20;
const MAX_LINE = 1200;

const PLAN_BEFORE =
  /(?:^|[\s*("“])([A-Z][\p{L}\d+&-]*(?: [A-Z][\p{L}\d+&-]*){0,2})\s+(?:[Pp]lan|[Tt]ier|[Ee]dition|[Pp]ackage|[Ss]ubscription)s?\b(?=[^.!?]{0,60}$)/u;
const SUBJECT =
  /(?:^|[.!?]\s+|[Ww]ith |[Oo]ur |[Tt]he )([A-Z][\p{L}\d+&-]*(?: [A-Z][\p{L}\d+&-]*){0,2}),? (?:you pay|is|costs?|starts at|starts from|is priced at|comes at|runs)\s*$/u;
const LEADING =
  /^\W*([A-Z][\p{L}\d+&-]*(?: [A-Z\d][\p{L}\d+&-]*){0,3})(?: [Pp]lan)?\s*(?:[—–:|-]|\s{2,})\s*(?:from |starting at )?$/u;
const PLAN_AFTER = /^[^.!?\n]{0,24}?\b([A-Z][\p{L}\d+&-]*) [Pp]lan\b/u;
const IS_FREE =
  /(?:^|[\s*("“])([A-Z][\p{L}\d+&-]*(?: [A-Z][\p{L}\d+&-]*){0,2}) (?:plan |tier |edition )?is (?:always |completely |entirely )?free(?:[.,!]|\s*$| forever| for)/u;
const IS_CUSTOM =
  /(?:^|[.!?]\s+)\W*For ([A-Z][\p{L}\d+&-]*(?: [A-Z][\p{L}\d+&-]*){0,2}),? (?:please )?(?:contact|talk to|reach out)/u;
const NOT_A_NAME =
  /^(?:The|This|That|It|Our|Your|We|You|A|An|All|Each|Every|Both|For|With|And|Or|If|When|Price|Pricing|Plan|Monthly|Annual|Yearly|Additional|Total|First|Second|Which|There|Usage|Everything)$/;

export function readProse(document: Document, signals: Signals): Reading {
  const byName = new Map<string, AmountSignal[]>();
  const rejected: Rejected[] = [];
  for (const [index, signal] of signals.amounts.entries()) {
    const { terms, line, element } = signal;
    if (line.end - line.start > MAX_LINE || isInCell(element)) continue;
    const isFreeOfCharge = isZero(signal.money.amount) && terms.per === undefined;
    if (terms.refusal !== undefined || (terms.per !== 'month' && terms.per !== 'year' && !isFreeOfCharge)) continue;
    const previous = signals.amounts[index - 1];
    const name =
      nameFor(document, signal) ??
      (previous?.line === line && joins(document, previous, signal) ? nameOf(byName, previous) : undefined);
    if (name === undefined || byName.size >= MAX_TIERS) continue;
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [signal]);
    else known.push(signal);
  }
  const tiers = [...byName].flatMap(([name, amounts]): ReadTier[] => {
    // The sentence around the amount was examined above; what remains is which slot it fills.
    const bare = amounts.map((signal) => {
      const { start, end } = signal;
      return { ...signal, room: { start, end }, line: { ...signal.line, start, end } };
    });
    const parts = tierParts(document, bare, { method: 'prose', hasToggle: false });
    rejected.push(...parts.rejected);
    if (parts.isTorn || (parts.prices.length === 0 && !parts.isFree)) return [];
    return [
      {
        name,
        isFree: parts.isFree,
        isCustom: false,
        prices: parts.prices,
        features: [],
        ...(parts.evidence !== undefined && { evidence: parts.evidence }),
      },
    ];
  });
  const unpriced = tiers.length > 0 ? wordTiers(document, new Set(tiers.map(({ name }) => name))) : [];
  // One price alone is sure by its tier's name, or by another tier in the same kind of sentence.
  const isSure = tiers.length + unpriced.length >= 2 || tiers.some(({ name }) => hasTierWord(name));
  tiers.push(...unpriced);
  return {
    reader: 'prose',
    tiers: isSure ? tiers.slice(0, MAX_TIERS) : [],
    models: [],
    rejected: rejected.slice(0, 50),
  };
}

function nameOf(byName: ReadonlyMap<string, AmountSignal[]>, signal: AmountSignal): string | undefined {
  for (const [name, signals] of byName) if (signals.includes(signal)) return name;
  return undefined;
}

/** "$12 billed monthly or $10 billed annually" */
function joins(document: Document, previous: AmountSignal, signal: AmountSignal): boolean {
  const between = document.visible.slice(previous.end, signal.start);
  return between.length < 90 && !/[.!?]\s/.test(between) && /\b(?:or|and|oder|ou)\b|[,;/(]/.test(between);
}

function isInCell(element: AmountSignal['element']): boolean {
  let at: AmountSignal['element'] | undefined = element;
  for (let up = 0; up < 6 && at !== undefined; up += 1) {
    if (isCell(at) || at.name === 'blockquote' || at.name === 'cite') return true;
    at = parentOf(at);
  }
  return false;
}

function nameFor(document: Document, { line, room, start, end }: AmountSignal): string | undefined {
  const before = document.visible.slice(Math.max(room.start, start - 120), start).replace(/\s+/g, ' ');
  const sentence = before
    .slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('? '), before.lastIndexOf('! ')) + 1)
    .trimEnd();
  const after = document.visible.slice(end, Math.min(line.end, end + 80));
  for (const found of [
    PLAN_BEFORE.exec(sentence.replace(/\s*\($/, '')),
    SUBJECT.exec(sentence),
    room.start === line.start ? LEADING.exec(before) : null,
    PLAN_AFTER.exec(after),
  ]) {
    const name = clean(found?.[1]);
    if (name !== undefined) return name;
  }
  return undefined;
}

function clean(words: string | undefined): string | undefined {
  if (words === undefined) return undefined;
  const name = tidyName(words.replace(/^(?:The|Our|With|A|An|On|For) /, '').replace(/ [Pp]lan$/, ''));
  return NOT_A_NAME.test(name) ? undefined : nameIn(name, true);
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
      tiers.push({
        name,
        isFree: kind === 'free',
        isCustom: kind === 'custom',
        prices: [],
        features: [],
        evidence: sentenceIn(document, line, text, at),
      });
    }
  }
  return tiers;
}

type Unpriced = [name: string | undefined, kind: 'free' | 'custom', at: number];

/** "The Hobby plan is free", "For Enterprise, contact us", "Enterprise: contact us". */
function unpricedIn(text: string, { heading }: Line): Unpriced[] {
  const said: Unpriced[] = [];
  const free = IS_FREE.exec(text);
  const custom = IS_CUSTOM.exec(text);
  if (free !== null) said.push([clean(free[1]), 'free', free.index]);
  if (custom !== null) said.push([clean(custom[1]), 'custom', custom.index]);
  if (said.length > 0) return said;
  const listed = namedPrice(text.trim().replace(/ +/g, ' '));
  if (listed?.kind !== undefined) return [[clean(listed.name), listed.kind, 0]];
  return heading > 1 && /^\s*free (?:plan|tier)\s*$/i.test(text) ? [['Free', 'free', 0]] : [];
}

/** The sentence in which the words at `at` stand. */
function sentenceIn(document: Document, line: Line, text: string, at: number): ReadTier['evidence'] {
  const from = at + (/^[.!?\s]*/.exec(text.slice(at))?.[0].length ?? 0);
  const stop = text.slice(from).search(/[.!?](?:\s|$)/);
  const end = stop < 0 ? Math.min(text.length, from + 160) : from + stop + 1;
  return exact(document, line.start + from, line.start + end, 'prose');
}
