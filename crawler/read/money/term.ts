/**
 * The words around an amount: per month or year, billed how, for what unit, from, until, instead of.
 *
 * Reads short slices only (the caller bounds them), and takes no words that are another amount's.
 */
import type { Billing, Per } from '../../../data/reading.ts';
import { LIMIT_ABOVE, REFUSALS, REFUSALS_AFTER, SOMETHING_ELSE } from './not-a-price.ts';
import {
  AFTERWARDS,
  BEFORE_THEN,
  BILLED_AFTER,
  BILLED_ANNUAL,
  BILLED_BEFORE,
  BILLED_EITHER,
  BILLED_MONTHLY,
  BILLED_OTHERWISE,
  DAY,
  EITHER_PERIOD,
  EQUIVALENT_AFTER,
  EQUIVALENT_BEFORE,
  FIRST_MONTH,
  FIRST_YEAR,
  FLOOR,
  FLOOR_AFTER,
  HEAD_INTRO,
  HEAD_MONTH,
  HEAD_ONCE,
  HEAD_YEAR,
  HOURLY,
  INTRO,
  INTRODUCES,
  METERED,
  METERED_ELSEWHERE,
  MONTH,
  ONCE,
  OTHER_PERIOD,
  PAID_BY_MONTH,
  PAID_BY_YEAR,
  PROMO,
  RENEWS,
  STRUCK_BEFORE,
  THEN,
  THOUSANDS,
  WEEK,
  WHOLE_MONTH,
  WHOLE_YEAR,
  YEAR,
} from './term-words.ts';
import { isToCome } from './to-come.ts';
import { findUntil, type Until } from './until.ts';

export interface Terms {
  per?: Per;
  billing?: Billing;
  unit?: string;
  isFloor: boolean;
  /** Why the amount is no price of a tier. */
  refusal?: string;
  isStruck: boolean;
  isPromo: boolean;
  /** For the first while only: "$1 for the first month". */
  isIntro: boolean;
  /** What is asked after that: "then $29 / month". */
  isThen: boolean;
  /** What is charged at once, beside what it comes to: "billed as $120 / year", "$120 billed annually". */
  isBilled: boolean;
  /** "Annual" before an amount that says no more: the year's total, or a month's share of it. */
  isLabelled?: true;
  /** What a year's total comes to by the month: "$120 / year (that's $10 / month)". */
  isEquivalent: boolean;
  /** Offsets count from the amount's end; below zero they stand before it. */
  until?: Until;
  /** Units of the tail that belong to the amount. */
  reach: number;
}

const SEAT =
  'users?|seats?|members?|agents?|editors?|creators?|developers?|persons?|people|employees?|collaborators?|contributors?|committers?|admins?|technicians?|recruiters?|reps?|licen[cs]es?|workspaces?|projects?|sites?|websites?|domains?|hosts?|devices?|servers?|nodes?|bots?|profiles?|accounts?|stores?|propert(?:y|ies)|mailbox(?:es)?|inbox(?:es)?|locations?|brands?|apps?|channels?|teams?|organi[sz]ations?|companies|company|customers?|contacts?|clients?|students?|learners?|viewers?|operators?|dashboards?|repos(?:itories)?|databases?|clusters?|instances?|environments?|numbers?|nutzer|benutzer|anwender|mitarbeiter|mitglied|platz|plätze|arbeitsplatz|arbeitsbereich|projekt|lizenz|agenten|utilisateurs?|postes?|espaces?|agents?|licences?|usuarios?|usuários?|agentes?|asientos?|puestos?|licencias?|licenças?|utenti|utente|postazion[ei]|licenz[ae]|gebruikers?|användare|brukere?|bruger|käyttäjä|użytkownik(?:a)?|stanowisk[oa]|uživatele?|felhasználó|utilizator|пользователя?|користувача?|сотрудника?|kullanıcı|koltuk|pengguna|座席|坐席|用户|席位|成员|账号|工作区|ユーザー|シート|エージェント|ライセンス|アカウント|ワークスペース|사용자|좌석|인|명';
const UNIT = new RegExp(
  `(?:\\/|\\bper|\\beach|\\bpro|\\bje|\\bpar|\\bpor|\\bpr\\.?|\\bza|\\bna|(?<!\\p{L})(?:за|на|с)|\\bfor (?:each|every)|每个?|/ ?1|1|^) ?((?:(?!(?:per|pro|je|par|por|za|na|за|на|с) )[\\p{Ll}-]{1,24}[ -]){0,2}?(?:${SEAT})(?: (?:${SEAT}))?)(?!(?!每|毎|月|당|あたり|につき)[\\p{L}])`,
  'iu',
);

/** "per maker/month", "/ maker / month": whatever stands between is what one price buys. */
const BETWEEN =
  /(?:\bper|\beach|\/) ?(?:one )?((?:[\p{Ll}-]{2,20} ){0,2}[\p{Ll}-]{2,20}),? ?(?:\/|per|a|each) ?(?:month|mo|year|yr|annum)(?!\p{L})/iu;
const PERIOD_WORD = /^(?:month|mo|mth|year|yr|annum|week|day|user month|billed.*|calendar.*)$/i;

/** A line that can only be about the amount above it. */
const CONTINUES =
  /^[\s(*]*(?:\/|per\b|p\/|billed|paid|charged|when\b|if\b|(?:each|every)\b(?! (?:additional|extra|further)\b)|then\b|(?:for |in )?(?:the |your )?first\b|(?:offer |sale |promo )?(?:ends?|until|till|through|expires|valid until)\b|bis (?:zum )?\d|jusqu|hasta\b|fino al|an?\s(?:month|year)|(?:(?:1|one) )?(?:month|mo\b|mth\b|year|yr\b)|1 (?:monat|jahr|mois|an|mes|año|mese|anno|mês|ano|maand|jaar)$|12 (?:months|monate|mois|meses|mesi|maanden)$|(?:30|365)[ -]?(?:days|tage|jours|días|dias|giorni|dagen|dni|дней)\)?$|(?:user|seat|member)s? ?(?:\/|per\b|,)|monthly|annual|yearly|excl|plus vat|\+ ?vat|usd|eur|gbp|pro (?:nutzer|benutzer|user|monat|jahr|platz|agent|person|mitarbeiter|arbeits|projekt)|je\b|par\b|por\b|al\b|im\b|bei\b|jährlich|monatlich|mensuel|mensual|mensal|mensil[ei]|annuel|anual|mes\b|mois|monat|jahr|[每毎]|按|月|年|매월|월|fattura|facturé|faturado|cobrado|avec |con |in den ersten|die ersten|les \d|jaarlijks|maandelijks|rocznie|miesięcznie|za\b|в\b|на\b|przy |při |vid |ved |bij |при |yıllık|aylık|one[- ]?time|once|lifetime|pay once|single payment|einmalig|paiement unique|pago único|pagamento (?:unico|único)|una tantum|eenmalig|jednoraz|разово|единоразово|à vie|pour toujours|a vita|per sempre|für immer|一次性|買い切り|for \d|for every|for 1|with annual|on annual|in (?:usd|eur))/iu;

const ANNUAL_LABEL =
  /(?<!\p{L})(?<!(?:billed|paid|total) )(?:annual(?:ly)?|yearly|jährlich|annuel|anual|rocznie|ročně)(?: price| billing| plan)?[\s:–—-]*$/iu;

/** What costs nothing at first costs this amount for good. */
const FREE_AT_FIRST =
  /(?<!\p{L})(?:the |your )?(?:first|1st) (?:\d{1,2} |two |three )?(?:months?|years?|weeks?) (?:is |are )?free(?!\p{L})/giu;

/** "15% off with annual billing" above an amount: what one would save is not how this amount is billed. */
const DISCOUNT = /\d ?% (?:discount|off|less|cheaper) (?:for|with|on|when|if)(?!\p{L})[^.%]{0,30}$/iu;
const BILLED_YEAR = /\bbilled\s(?:annually|yearly)(?: at)?[\s:(]*$/iu;
const BILLED_MONTH = /\bbilled\smonthly(?: at)?[\s:(]*$/iu;
const YEARLY_LABEL = /\b(?:annual(?:ly)?|yearly)(?: price| total)?[\s:–—-]*$/iu;
const MONTHLY_AGAIN = /^[\s/]{0,3}(?:per )?(?:mo|month)\W{1,3}monthly(?!\p{L})/iu;
const ANNUAL_BEFORE = /\b(?:billed|paid) (?:annually|yearly)|\b(?:annual|yearly)(?: billing| plan| price)?[\s:–—-]*$/iu;
const MONTHLY_BEFORE = /\b(?:billed|paid) monthly|\bmonthly(?: billing| plan| price)?[\s:–—-]*$/iu;

const NONE: Terms = {
  isFloor: false,
  isStruck: false,
  isPromo: false,
  isIntro: false,
  isThen: false,
  isEquivalent: false,
  isBilled: false,
  reach: 0,
};

/**
 * `head` is what stands before the amount in its line (and the short line before it), `tail` what follows up to the
 * next amount; both in the page's own order, lines apart by line feeds.
 */
export function readTerms(head: string, tail: string): Terms {
  return termsIn(head, tail.slice(0, reachOf(tail)));
}

/** The same for all amounts of a page, most of which stand among the same words: these are read once. */
export function termsReader(): typeof readTerms {
  const known = new Map<string, Terms>();
  return (head, tail) => {
    const after = tail.slice(0, reachOf(tail));
    const key = `${head.length} ${head}${after}`;
    const terms = known.get(key) ?? termsIn(head, after);
    known.set(key, terms);
    return terms;
  };
}

function termsIn(head: string, after: string): Terms {
  const before = head.slice(-60);
  const terms: Terms = { ...NONE, reach: after.length };
  const flat = after.replace(/[\n\t]/g, ' ').replace(FREE_AT_FIRST, blank);
  const flatHead = before.replace(/[\n\t]/g, ' ');
  terms.isFloor = FLOOR.test(flatHead) || FLOOR_AFTER.test(flat);
  terms.isStruck = STRUCK_BEFORE.test(flatHead);
  const until = untilIn(flatHead, flat);
  if (until !== undefined) terms.until = until;
  terms.isIntro = INTRO.test(flat) || HEAD_INTRO.test(flatHead);
  terms.isThen =
    (THEN.test(flatHead) && (BEFORE_THEN.test(head) || /^\s*then\b/i.test(head))) ||
    RENEWS.test(flatHead) ||
    AFTERWARDS.test(flat);
  terms.isEquivalent = EQUIVALENT_BEFORE.test(flatHead) || EQUIVALENT_AFTER.test(flat);
  terms.isBilled = BILLED_BEFORE.test(flatHead) || BILLED_AFTER.test(flat);
  terms.isPromo = PROMO.test(flat) || until !== undefined;
  const own = after.split(/[\n\t]/, 1)[0] ?? '';
  // "$20 per month", and on the next line for what; "Pro ($20 / month) makes 10 calls / minute" ends at the bracket.
  const bracketed = before.endsWith('(') ? (own.split(')', 1)[0] ?? '') : own;
  const metered =
    METERED.exec(MONTH.test(bracketed) ? bracketed : flat)?.[1] ??
    METERED_ELSEWHERE.exec(flat)?.[1]?.replace(/^([1-9]\d{0,2})\.(?=\d{3} )/, '$1') ??
    (MONTH.test(flat) ? undefined : THOUSANDS.exec(flat)?.[1]);
  const unit = metered ?? unitOf(flat);
  if (unit !== undefined) {
    const clean = toUnit(unit);
    if (clean !== undefined) terms.unit = clean;
  }
  const period = metered !== undefined || HOURLY.test(flat) ? 'usage' : perOf(flat, flatHead);
  if (period !== undefined && period !== 'other') terms.per = period;
  if (period === 'year' && ANNUAL_LABEL.test(flatHead) && perOf(flat, '') === undefined) terms.isLabelled = true;
  const billing = billingOf(flat, flatHead, terms.per);
  if (billing !== undefined) terms.billing = billing;
  // The line before can introduce an amount ("Starting at"); only its own line can make it something else.
  const line = before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\t')) + 1);
  const refusal =
    refusalOf(line, after) ??
    (LIMIT_ABOVE.test(before) ? SOMETHING_ELSE : undefined) ??
    (THEN.test(flatHead) && !terms.isThen && /then\W*$/i.test(flatHead) ? SOMETHING_ELSE : undefined) ??
    (period === 'other' ? 'for a period that is neither a month nor a year' : undefined) ??
    (BILLED_OTHERWISE.test(flat) ? 'billed for another length of time' : undefined) ??
    (EITHER_PERIOD.test(flat) ? 'two periods at once' : undefined) ??
    (terms.isIntro && terms.per === undefined ? 'a sum for the first while' : undefined) ??
    (isToCome(head, after) ? 'announced for a day to come' : undefined);
  if (refusal !== undefined) terms.refusal = refusal;
  return terms;
}

function untilIn(head: string, tail: string): Until | undefined {
  const after = findUntil(tail);
  if (after !== undefined) return after;
  const before = findUntil(head);
  // "Until 31 December 2026: $19"
  if (before === undefined || !/^[\s:,–-]*(?:only |just |now )?$/i.test(head.slice(before.end))) return undefined;
  return { date: before.date, start: before.start - head.length, end: before.end - head.length };
}

/** Elements side by side with nothing between: "20 % off by the yearSave $23". */
const GLUED_SAVING = /(?<=\p{Ll})(?:Save|You save) $/u;

function refusalOf(lineBefore: string, after: string): string | undefined {
  if (GLUED_SAVING.test(lineBefore)) return 'a saving';
  for (const [pattern, why] of REFUSALS) if (pattern.test(lineBefore)) return why;
  const line = after.split('\n', 1)[0] ?? '';
  for (const [pattern, why] of REFUSALS_AFTER) if (pattern.test(line)) return why;
  return undefined;
}

/** The first period that is named; `other` where that is one that `Per` cannot say. */
function perOf(tail: string, head: string): Per | 'other' | undefined {
  // "billed annually" says how one pays, not for what the amount is; it is no "/year".
  const bare = withoutBilling(tail);
  const first = firstOf<Per | 'other'>([
    // "/m" is a month; "/M" is a million of something.
    ['month', earliest(earliest(tail.search(MONTH), tail.search(/\/m(?![\p{L}\d])/u)), tail.search(WHOLE_MONTH))],
    ['year', earliest(bare.search(YEAR), tail.search(WHOLE_YEAR))],
    ['once', bare.search(ONCE)],
    ['other', bare.search(OTHER_PERIOD)],
    ['week', tail.search(WEEK)],
    ['day', tail.search(DAY)],
  ]);
  if (first !== undefined) return first;
  if (FIRST_MONTH.test(tail) || FIRST_MONTH.test(head)) return 'month';
  // "$29 a month for the first year, then $39"
  if (FIRST_YEAR.test(tail) || FIRST_YEAR.test(head)) return MONTH.test(head) ? 'month' : 'year';
  const isAnnualHead = !DISCOUNT.test(head) && (BILLED_YEAR.test(head) || YEARLY_LABEL.test(head));
  // "$10 / month, billed annually at $120": the month is the amount's before; without "at" it may be this one's.
  if (isAnnualHead) return MONTH.test(head) && !/ at[\s:(]*$/i.test(head) ? undefined : 'year';
  if (BILLED_MONTH.test(head) || HEAD_MONTH.test(head)) return 'month';
  if (HEAD_YEAR.test(head)) return 'year';
  if (BILLED_MONTHLY.test(tail)) return 'month';
  return HEAD_ONCE.test(head) ? 'once' : undefined;
}

function withoutBilling(tail: string): string {
  return [BILLED_ANNUAL, BILLED_OTHERWISE, AFTERWARDS].reduce((bare, pattern) => bare.replace(pattern, blank), tail);
}

function firstOf<Key>(places: readonly (readonly [Key, number])[]): Key | undefined {
  let best: readonly [Key, number] | undefined;
  for (const place of places) if (place[1] >= 0 && (best === undefined || place[1] < best[1])) best = place;
  return best?.[0];
}

const blank = (words: string) => ' '.repeat(words.length);
const earliest = (a: number, b: number) => (a < 0 ? b : b < 0 ? a : Math.min(a, b));

function billingOf(tail: string, head: string, per: Per | undefined): Billing | undefined {
  if (per === 'once' || per === 'usage') return undefined;
  if (BILLED_EITHER.test(tail)) return undefined;
  const annual = tail.search(BILLED_ANNUAL);
  const monthly = tail.search(BILLED_MONTHLY);
  if (annual >= 0 && (monthly < 0 || annual < monthly)) return 'annual';
  if (monthly >= 0) return 'monthly';
  if (per === 'year') return 'annual';
  // "$35 / mo monthly" after "billed annually, or".
  if (MONTHLY_AGAIN.test(tail)) return 'monthly';
  if (DISCOUNT.test(head)) return undefined;
  if (PAID_BY_YEAR.test(head)) return 'annual';
  if (PAID_BY_MONTH.test(head)) return 'monthly';
  const introduced = /(?:[·•|;]|(?<!\p{L})or(?!\p{L}))([^·•|;]*)$/iu.exec(head)?.[1] ?? head;
  if (ANNUAL_BEFORE.test(introduced)) return 'annual';
  // "Effective monthly rate": what it comes to by the month, however it is billed.
  if (EQUIVALENT_BEFORE.test(head)) return undefined;
  return MONTHLY_BEFORE.test(introduced) ? 'monthly' : undefined;
}

function unitOf(tail: string): string | undefined {
  const known = UNIT.exec(tail)?.[1];
  if (known !== undefined) return known;
  const between = BETWEEN.exec(tail)?.[1];
  return between === undefined || PERIOD_WORD.test(between) ? undefined : between;
}

/** Singular, lower case, at most 40 units: the schema's open vocabulary. */
export function toUnit(words: string): string | undefined {
  const clean = words
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{Lm}\d ,.-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .replace(/(\d),(?=\d{3})/g, '$1');
  const singular = clean
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1')
    .replace(/^people$/, 'person');
  return /^[\p{Ll}\p{Lo}\d][\p{Ll}\p{Lo}\p{Lm}\d ,.-]{0,39}$/u.test(singular) ? singular : undefined;
}

/** Not the dot of "excl. VAT", "zzgl. MwSt.". */
const SENTENCE_END =
  /(?<!(?<!\p{L})(?:[Ee]xcl?|[Ii]ncl?|[Ii]nkl|[Ee]xkl|[Zz]zgl|[Gg]es|[Gg]esetzl))[.!?]\s+(?=\p{Lu})/u;

/** How much of the tail is about this amount: the rest of its line, and the lines that continue it. */
function reachOf(tail: string): number {
  let at = lineEnd(tail, 0);
  // "$20 per month. The Team plan costs": the next sentence is about something else, unless it goes on about terms.
  const next = SENTENCE_END.exec(tail.slice(0, Math.min(at, 90)));
  if (next !== null && !CONTINUES.test(tail.slice(next.index + next[0].length))) return next.index;
  if (at > 90) {
    const stop = tail.slice(0, 90).search(/[.;!?](?:\s|$)/);
    return stop >= 0 ? stop : 90;
  }
  let end = at;
  for (let lines = 0; lines < 4 && end < tail.length; ) {
    const from = end + 1;
    end = lineEnd(tail, from);
    const line = tail.slice(from, end).trim();
    // Where tags among Markdown stood, there is nothing.
    if (line === '') continue;
    if (line.length > 60 || !CONTINUES.test(line)) break;
    // "年払いなら月額" or "Annual price:" with the next amount in its line is about that one.
    if (end === tail.length && INTRODUCES.test(line)) break;
    at = end;
    lines += 1;
  }
  return at;
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  const tab = text.indexOf('\t', from);
  const ends = [feed, tab].filter((end) => end >= 0);
  return ends.length === 0 ? text.length : Math.min(...ends);
}

const TERM_WORDS =
  /(?<!\p{L})(?:per|each|every|month|months|mo|monthly|year|yr|yearly|annum|annually|annual|billed|paid|when|if|or|and|then|until|through|ends|first|after|months|renews|starting|starts|start|from|at|only|just|for|a|an|in|the|plus|vat|tax|excl|excluding|usd|eur|gbp|user|users|seat|seats|member|members|app|creator|active|agent|workspace|editor|developer|pro|je|monat|monatlich|monatlicher|jahr|jährlich|jährlicher|bei|abgerechnet|abrechnung|oder|ab|nur|nutzer|platz|par|mois|ou|facturé|mensuellement|annuellement|utilisateur|por|mes|mensual|anual|usuario|año|o|one|time|to|up|as|low|price|cost)(?!\p{L})/giu;

/** Letters of a line that are neither amount nor terms: much of it means that the line talks about a price. */
export function talkIn(words: string): number {
  return words.replace(TERM_WORDS, '').replace(/[^\p{L}]/gu, '').length;
}
