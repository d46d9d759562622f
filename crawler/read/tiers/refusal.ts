/** Which amounts under a tier's name are other things than its price: what is added, a fee, what somebody says. */

import { talkIn } from '../mentions/matcher.ts';
import { type Document, isQuoted } from '../page/document.ts';
import { type AmountSignal, NO_PERIOD } from './amounts.ts';
import { AMOUNT, feeIn } from './fee.ts';
import { fragmentOf } from './fragments.ts';

/** A line with more words around its amount than this talks about it rather than stating it. */
const MAX_TALK = 26;
/** A longer line with much talk before the amount is no statement of it, whatever stands between the two. */
const MAX_STATEMENT = 90;
const ADDED = /\b(?:additional|extra|overages?|add-?ons?|each further|beyond|per extra|on top|credits?)\b/i;
/** "Usuário adicional: R$ 81", "Jeder weitere Nutzer 5 €": said of one more, in front of its amount. */
const ADDED_ELSEWHERE =
  /(?:^|[^\p{L}])(?<!(?:sem|sin|sans|senza|ohne|bez|без|zonder|uten|utan|ingen|keine|nessun|aucune?|nenhum) (?:\p{L}{1,14} )?)(?:suppl[ée]mentaires?|additionnel(?:le)?s?|adicion(?:al|ales|ais)|aggiuntiv[oaie]|extra|zusätzliche[rsnm]?|weitere[rsnm]?|bijkomende|ekstra|dodatkow[aey]|další|дополнительн\p{L}{2,3}|додатков\p{L}{1,3}|ek)(?!\p{L})[^.!?\n]{0,24}$|(?:追加|額外|额外|추가)[^。.!?\n]{0,12}$/iu;
const ADDED_AFTER =
  /^.{0,30}\b(?:over|above|beyond) (?:the first )?\d|^.{0,12}\b(?:(?:per|each) (?:additional|extra)\b|(?:je|pro) (?:weitere|zusätzliche)|(?:par|por) \p{L}{1,20} (?:supplémentaire|adicional))/iu;

/** "Billed annually, or $18 on demand": for what, the amount before it says. */
const ON_DEMAND =
  /^[\s(]{0,3}(?:(?:if |when |billed )?on[- ]demand|without (?:a |any )?commitment|no commitment)(?!\p{L})/iu;

/** Why an amount under a tier's name is not its price. */
export function refusalOf(
  document: Document,
  signal: AmountSignal,
  first: AmountSignal | undefined,
): string | undefined {
  const { terms, line, room, start, end, element } = signal;
  if (terms.refusal !== undefined) return terms.refusal;
  if (terms.unit !== undefined && /^(?:additional|extra) /.test(terms.unit)) return 'a price of something added';
  if (terms.per === undefined && ON_DEMAND.test(document.visible.slice(end, end + 40))) return NO_PERIOD;
  // "Each additional" goes on from no amount of the line above, though "each month" would.
  const lead = document.visible.slice(Math.max(line.start, start - 100), start);
  const before = /\d/.test(lead) ? document.visible.slice(room.start, start) : lead;
  const after = sentenceFrom(document.visible.slice(end, Math.min(room.end, end + 300)), before);
  if (ADDED.test(before) || ADDED_ELSEWHERE.test(before) || ADDED_AFTER.test(after))
    return 'a price of something added';
  const fee = feeIn(`${before}${AMOUNT}${after}`.replace(/\s+/g, ' '));
  // What a tier renews at stands beside what it costs at first, for the same period.
  const isRenewal = fee === 'renewal' && first !== undefined && first.terms.per === terms.per;
  if (fee !== undefined && !isRenewal) return 'a fee beside the price';
  const isStated = isStatement(before, after);
  const told = before.trim() === '' ? beforeDash(after) : after;
  if (!isStated && isTalk(document, `${before} ${told}`)) {
    const own = fragmentOf(document, signal);
    const said = { before: before.slice(-(start - own.start) || before.length), after: told.slice(0, own.end - end) };
    if (own === line || isTalk(document, `${said.before} ${said.after}`)) return 'inside a sentence';
  } else if (
    !isStated &&
    line.end - line.start > MAX_STATEMENT &&
    talkIn(document, document.visible.slice(line.start, start)) > MAX_TALK
  )
    return 'inside a sentence';
  if (isQuoted(element)) return 'said by somebody else';
  if (first !== undefined && isForAPart(document, first, signal)) return 'a price of something added';
  if (
    first !== undefined &&
    terms.per === undefined &&
    terms.billing === undefined &&
    !terms.isStruck &&
    !line.struck &&
    element.name === 'li'
  )
    return 'among the features';
  return undefined;
}

/** "0 € if you are closed", or an item "$0 egress between regions": what costs nothing is a part, or for a while. */
export function isZeroOfAPart(document: Document, { line, element, start, end }: AmountSignal): boolean {
  const { visible } = document;
  if (ON_CONDITION.test(visible.slice(end, Math.min(line.end, end + 24)))) return true;
  if (element.name !== 'li' && line.element.name !== 'li') return false;
  const said = `${visible.slice(Math.max(line.start, start - MAX_STATEMENT), start)} ${visible.slice(end, Math.min(line.end, end + MAX_STATEMENT))}`;
  return talkIn(document, said) > MAX_OF_ITEM;
}

const ON_CONDITION =
  /^\s?(?:if|when|while|unless|si|quand|lorsque|tant que|wenn|solange|falls|cuando|mientras|se|quando|enquanto|als|wanneer|jeśli|jeżeli|gdy|если|когда|пока)(?!\p{L})/iu;
/** An item with more words around its amount tells what a tier has. */
const MAX_OF_ITEM = 14;

const STATED = /(?:^|[.!?]\s)\s*(?:(?:prices? )?(?:starting|starts?) (?:at|from)|from)\s*$/i;

/** "$10 / month per source" in an item of its own below "$1000 / month": for each of something that the tier has. */
function isForAPart({ visible }: Document, first: AmountSignal, { terms, element, line, end }: AmountSignal): boolean {
  const isItem = element.name === 'li' && first.element !== element && first.line !== line;
  if (!isItem || terms.billing !== undefined || terms.per !== first.terms.per || terms.per === 'usage') return false;
  return terms.unit === undefined ? PER_PART.test(visible.slice(end, line.end)) : terms.unit !== first.terms.unit;
}

const PER_PART = /^\s?(?:\/ ?|per |a )(?:month|mo|year|yr),? (?:\/ ?|per |for (?:each|every) )\p{L}/iu;

/** "… Starting at $990/month.": a sentence of its own that says nothing but what is paid. */
function isStatement(before: string, after: string): boolean {
  return STATED.test(before) && /^[^.!?]{0,30}(?:[.!]\s*)?$/.test(after.split(/(?<=[.!])\s/, 1)[0] ?? '');
}

function isTalk(document: Document, words: string): boolean {
  return words.length > 24 && talkIn(document, words) > MAX_TALK;
}

/** The line of the amount says more than what it is for. */
export function isInSentence(document: Document, { line, start, end }: AmountSignal): boolean {
  const { visible } = document;
  const before = visible.slice(Math.max(line.start, start - MAX_STATEMENT), start);
  return isTalk(document, `${before} ${visible.slice(end, Math.min(line.end, end + MAX_STATEMENT))}`);
}

/** "$9 per month. Best for…": what begins a line is stated by its first sentence. */
function sentenceFrom(after: string, before: string): string {
  const stop = before.trim() === '' ? after.search(/[.!?]\s+\p{Lu}/u) : -1;
  return stop < 0 ? after : after.slice(0, stop);
}

/** "$9 / month — for those who…": what follows the dash tells of the tier. */
function beforeDash(after: string): string {
  const dash = after.search(/\s[–—-]\s/);
  return dash < 0 ? after : after.slice(0, dash);
}
