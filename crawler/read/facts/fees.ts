/**
 * Amounts of a page that are no tier's price and say what they are charged for, in sentences, in rows of tables and
 * under a heading of add-ons.
 */
import { sameAmount } from '../../../data/money.ts';
import { MAX_FACTS, type PageFact, type ReadTier } from '../../../data/reading.ts';
import { type Document, lastAtOrBefore, type Span } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import { flat } from '../page/flat.ts';
import type { AmountSignal } from '../tiers/amounts.ts';
import type { Signals } from '../tiers/signals.ts';
import { nameIn } from '../tiers/words.ts';
import { AMOUNT, type Fee, feeIn, named } from './fee.ts';
import { type Place, tierAt } from './place.ts';
import { isQuoted } from './sentence.ts';
import { type TierCell, tierCellAt } from './tier-table.ts';

const AROUND = 140;
const MAX_QUOTE = 300;
export function feesOf(document: Document, { amounts }: Signals, place: Place): PageFact[] {
  const facts: PageFact[] = [];
  for (const [index, signal] of amounts.entries()) {
    if (facts.length >= MAX_FACTS) break;
    if (isPrice(signal, place.tiers) || signal.line.struck || isQuoted(signal.element)) continue;
    if (signal.terms.isStruck || signal.terms.refusal === 'a saving' || signal.money.amount === '0.00') continue;
    const cell = tierCellAt(place.tables, signal.start);
    const found =
      said(document, amounts, index, cell) ??
      listed(document, amounts, index, place.addOns) ??
      (cell === undefined ? titled(document, amounts, index) : undefined);
    if (found === undefined) continue;
    const tier = cell === undefined ? tierAt(place, signal.start) : cell.tier;
    const fact = toFact(found.fee, signal, tier);
    if (fact !== undefined)
      facts.push({ ...fact, evidence: exact(document, found.start, found.end, cell ? 'table' : 'prose') });
  }
  return facts;
}

type Unproven<T> = T extends unknown ? Omit<T, 'evidence'> : never;

function toFact(fee: Fee, { money, terms }: AmountSignal, tier: string | undefined): Unproven<PageFact> | undefined {
  const { amount, currency } = money;
  const isFloor = terms.isFloor || money.isFloor ? { isFloor: true as const } : {};
  const about = { amount, currency, ...isFloor, ...(tier !== undefined && { tier }) };
  const recurs = terms.per === 'month' || terms.per === 'year';
  const per = recurs ? { per: terms.per } : {};
  switch (fee.kind) {
    case 'overage':
      return { kind: 'overage', ...about, ...per, unit: fee.unit };
    case 'setup_fee':
      // What recurs is no set-up, and a set-up that belongs to the price is none either.
      return recurs ? undefined : { kind: 'setup_fee', ...about, per: 'once' };
    case 'renewal':
      return terms.per === undefined ? { kind: 'renewal', ...about } : { kind: 'renewal', ...about, per: terms.per };
    case 'support_fee':
    case 'add_on': {
      if (terms.per === undefined) return undefined;
      const unit = terms.unit === undefined ? {} : { unit: terms.unit };
      return { kind: fee.kind, ...about, name: fee.name, per: terms.per, ...unit };
    }
    default:
      return fee satisfies never;
  }
}

/** Read as some tier's price already. */
function isPrice({ start, money }: AmountSignal, tiers: readonly ReadTier[]): boolean {
  return tiers.some(({ prices }) =>
    prices.some(
      ({ amount, evidence }) =>
        evidence.scope === 'text' &&
        start >= evidence.textStart &&
        start < evidence.textEnd &&
        sameAmount(amount, money.amount),
    ),
  );
}

type Found = Span & { fee: Fee };

function said(
  document: Document,
  amounts: readonly AmountSignal[],
  index: number,
  cell: TierCell | undefined,
): Found | undefined {
  const { visible } = document;
  const signal = amounts[index] as AmountSignal;
  const { line, start, end } = signal;
  const from = Math.max(line.start, amounts[index - 1]?.end ?? 0, start - AROUND);
  const before = visible.slice(Math.min(from, start), start);
  const tail = tailOf(visible, amounts, index);
  const head = before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('? '), before.lastIndexOf('; ')) + 1);
  const words = flat(`${head}${AMOUNT}${tail}`);
  const quoteEnd = end + tail.length;
  const own = feeIn(words);
  if (own !== undefined) return { fee: own, start: start - head.length, end: quoteEnd };
  if (cell !== undefined) {
    const fee = feeIn(flat(`${cell.label}: ${head}${AMOUNT}${tail}`));
    const isQuotable = cell.labelStart >= 0 && cell.labelStart < start && quoteEnd - cell.labelStart <= MAX_QUOTE;
    return fee === undefined || !isQuotable ? undefined : { fee, start: cell.labelStart, end: quoteEnd };
  }
  return undefined;
}

/** "Setup fee", and the amount on the next line. */
function titled({ visible, lines }: Document, amounts: readonly AmountSignal[], index: number): Found | undefined {
  const { line, start, end } = amounts[index] as AmountSignal;
  if (visible.slice(line.start, start).trim() !== '') return undefined;
  const previous = amounts[index - 1]?.end ?? 0;
  const above = lines[lastAtOrBefore(lines, start) - 1];
  if (above === undefined || above.end - above.start > 48 || above.end < previous) return undefined;
  const title = flat(visible.slice(above.start, above.end));
  if (!/(?<!\p{L})(?:fees?|costs?|charges?|gebühr|additional|extra|overages?)(?!\p{L})/iu.test(title)) return undefined;
  const tail = tailOf(visible, amounts, index);
  const fee = feeIn(flat(`${title}: ${AMOUNT}${tail}`));
  return fee === undefined ? undefined : { fee, start: above.start, end: end + tail.length };
}

/** What follows the amount in its sentence, up to the next amount. */
function tailOf(visible: string, amounts: readonly AmountSignal[], index: number): string {
  const { line, end } = amounts[index] as AmountSignal;
  const to = Math.min(line.end, amounts[index + 1]?.start ?? visible.length, end + AROUND);
  const after = visible.slice(end, Math.max(to, end));
  const stop = after.search(/[.!?;](?:\s|$)|\n/);
  return stop < 0 ? after : after.slice(0, stop);
}

/** Named in its own line before the amount, or in the line above. */
function listed(
  { visible, lines }: Document,
  amounts: readonly AmountSignal[],
  index: number,
  sections: readonly Span[],
): Found | undefined {
  const signal = amounts[index] as AmountSignal;
  const section = sections.find(({ start, end }) => signal.start >= start && signal.start < end);
  if (section === undefined || signal.terms.per === undefined || signal.terms.refusal !== undefined) return undefined;
  const end = Math.min(signal.line.end, signal.end + Math.min(signal.terms.reach, 80));
  const previous = amounts[index - 1]?.end ?? 0;
  const before = visible
    .slice(Math.max(signal.line.start, previous), signal.start)
    .replace(/(?<![\s:–—(-])[\s:–—(-]+$/, '');
  if (before.trim() !== '') {
    const name = previous > signal.line.start ? undefined : nameIn(before, true);
    const fee = name === undefined ? undefined : named('add_on', name);
    return fee === undefined ? undefined : { fee, start: signal.line.start, end };
  }
  const at = lastAtOrBefore(lines, signal.start);
  for (let above = at - 1; above >= at - 3; above -= 1) {
    const line = lines[above];
    if (line === undefined || line.start < section.start || line.start < previous) return undefined;
    const name = nameIn(visible.slice(line.start, line.end), line.heading > 0);
    const isTitle = name !== undefined && (line.heading > 0 || above === at - 1);
    const fee = isTitle ? named('add_on', name) : undefined;
    if (fee !== undefined) return { fee, start: line.start, end };
  }
  return undefined;
}
