/**
 * The words around an amount: per month or year, billed how, for what unit, from, until, instead of.
 *
 * Reads short slices only (the caller bounds them), and takes no words that are another amount's.
 */
import type { Billing, Per } from '../../data/reading.ts';

export interface Terms {
  per?: Per;
  billing?: Billing;
  unit?: string;
  isFloor: boolean;
  /** Why the amount is no price of a tier. */
  refusal?: string;
  isStruck: boolean;
  isPromo: boolean;
  /** Units of the tail that belong to the amount. */
  reach: number;
}

const MONTH =
  /(?:\/|\bper|\ban?|\beach|\bevery|\bp\/|\bpro|\bje|\bpar|\bpor|\bal|\bim|\bau|\bi|\bna|\bza|\bв|\bза|на) ?(?:calendar )?(?:mo(?:n(?:th|at|thly)?)?|mth|mnth|mois|mes|mese|mês|maand|måned|månad|miesiąc|měsíc|мес(?:яц)?|ay)\b|\bmonthly\b|\bp\/?m\b|\bpcm\b|\bmonatlich\b|\bmensuels?\b|\bmensual(?:es)?\b|\bmensal\b|\bmensile\b|\bmaandelijks\b|\bmonth-to-month\b|\/ ?月|每月|月额|月額|个月|ヶ月|\/월|в месяц|мес\.|\bMonat\b|\/ay\b/iu;
const YEAR =
  /(?:\/|\bper|\ban?|\beach|\bevery|\bpro|\bje|\bpar|\bpor|\bal|\bim|\bi|\bna|\bза|\bв) ?(?:calendar )?(?:year|yr|y(?!\p{L})|annum|jahr|année|an|año|ano|anno|jaar|år|rok|год|yıl)\b|\byearly\b|\bannually\b|\bp\.?a\b|\bper annum\b|\bjährlich\b|\bannuel\b|\banual(?:es)?\b|\bannuale\b|\/ ?年|每年|年额|年額|в год/iu;
const WEEK = /(?:\/|\bper|\ba|\beach|\bpro) ?(?:week|wk|woche|semaine|semana)\b|\bweekly\b/iu;
const DAY = /(?:\/|\bper|\ba|\beach|\bpro) ?(?:day|tag|jour|día)\b|\bdaily\b|\/ ?天|\/日/iu;
const ONCE =
  /\bone[- ]?time\b|\bone[- ]?off\b|\blifetime\b|\bonce\b|\bsingle payment\b|\bset-?up\b|\beinmalig\b|\bfor (?:life|ever|\d+ (?:years|months))\b|一次性|買い切り/iu;
const BILLED_ANNUAL =
  /\((?:annual(?:ly)?|yearly)\)|\b(?:billed|paid|charged|invoiced|payable|payment|billing|commit(?:ment)?|contract|when|if|with|on an?|for an?) ?(?:up ?front |in full )?(?:(?:per |for )?(?:a |an |the )?(?:annual(?:ly)?|yearly|year|12 months)|every (?:year|12 months))\b|\b(?:annual|yearly) (?:billing|plan|payment|subscription|contract|commitment|term|price|prepay)|\bbilled as\b.{0,20}\byear\b|\bjährliche[rn]? (?:abrechnung|zahlung)|\bbei jährlicher\b|\bjährlich abgerechnet\b|\bfactur(?:é|ado|ación) (?:annuel|anual)|\bannualisé|按年|年付|年払い|年契約|\bjährlich (?:abgerechnet|zahlbar|bezahlt)|\bfactur\S* (?:annuel|par an|à l'année)|\bfatturat\S* annual|\bfacturad\S* anual|\bcobrado anual/iu;
const BILLED_MONTHLY =
  /\(monthly\)|\/ ?mo(?:nth)?,? monthly\b|\b(?:billed|paid|charged|invoiced|payable|when|if|or|with|on an?) (?:a |the )?(?:monthly|month-to-month|month to month|each month|every month|per month)\b|\bmonth-to-month\b|\bmonthly (?:billing|plan|payment|subscription|contract|price)|\bbei monatlicher\b|\bmonatlich(?:e[rn]?)? (?:abrechnung|zahlung)|按月|月付|月払い|\bmonatlich (?:abgerechnet|zahlbar|bezahlt)|\bfactur\S* mensuel|\bfatturat\S* mensil|\bfacturad\S* mensual/iu;

/** Metered things: what they cost is usage, even "a month". */
const METERED =
  /(?:\/|\bper|\bfor(?: every)?(?= \d)|\beach|\bpro|\badditional|\bextra) ?(?:additional |extra )?((?:[\d.,]+ ?[km]?\b ?)?(?:[\w-]+ ){0,3}?(?:gb|gib|tb|tib|mb|hours?|hrs?|hr|minutes?|mins?|seconds?|secs?|requests?|calls?|api calls?|credits?|messages?|sms|tokens?|mtok|images?|transactions?|quer(?:y|ies)|runs?|executions?|vcpus?|cores?|invocations?|builds?|checks?|pings?|operations?|page ?views?|events?|emails?|documents?|pages?|scans?|lookups?|tasks?|conversations?|resolutions?|units?|texts?|letters?|records?|sessions?|clicks?|leads?|bookings?|orders?)(?: (?:runs?|checks?|views?|calls?|requests?|executions?))?)\b/iu;
const THOUSANDS =
  /(?:\/|\bper|\bfor(?: every)?) ?((?:[\d.,]+ ?[km]|[\d]{1,3}(?:,\d{3})+|\d{3,7}) (?:[\w-]+ ){0,2}?[\w-]+)/iu;
const HOURLY = /\/ ?h(?:r|our)?s?\b|\bhourly\b|\bper hour\b|\ban hour\b|\/小时|\/时|\/張|\/张|\/秒|\/次/iu;

const SEAT =
  'users?|seats?|members?|agents?|editors?|creators?|developers?|persons?|people|employees?|collaborators?|contributors?|committers?|admins?|technicians?|recruiters?|reps?|licen[cs]es?|workspaces?|projects?|sites?|websites?|domains?|hosts?|devices?|servers?|nodes?|bots?|profiles?|accounts?|stores?|propert(?:y|ies)|mailbox(?:es)?|inbox(?:es)?|locations?|brands?|apps?|channels?|teams?|organi[sz]ations?|companies|company|customers?|contacts?|clients?|students?|learners?|viewers?|operators?|dashboards?|repos(?:itories)?|databases?|clusters?|instances?|environments?|numbers?|nutzer|benutzer|mitarbeiter|utilisateurs?|usuarios?|utenti|utente|gebruikers?|座席|用户|席位';
const UNIT = new RegExp(
  `(?:\\/|\\bper|\\beach|\\bpro|\\bje|\\bpar|\\bpor|\\bfor (?:each|every)|^) ?((?:(?!(?:per|pro|je|par|por) )[\\p{Ll}-]+[ -]){0,2}?(?:${SEAT})(?: (?:${SEAT}))?)(?![\\p{L}])`,
  'iu',
);

/** "per maker/month", "/ maker / month": whatever stands between is what one price buys. */
const BETWEEN =
  /(?:\bper|\beach|\/) ?(?:one )?((?:[\p{Ll}-]{2,20} ){0,2}[\p{Ll}-]{2,20}),? ?(?:\/|per|a|each) ?(?:month|mo|year|yr|annum)(?!\p{L})/iu;
const PERIOD_WORD = /^(?:month|mo|mth|year|yr|annum|week|day|user month|billed.*|calendar.*)$/i;

const FLOOR =
  /(?:\bfrom|\bstarts? (?:at|from)|\bstarting (?:at|from|price)|\bstarting|\bas low as|\bab|\bà partir de|\bdesde|\ba partire da|\ba partir de|\bvanaf|\bfrån|\bfra|\bod|\bот|起|低至)[\s:]*(?:just |only )?$/iu;
const FLOOR_AFTER = /^\s?(?:\+|and up|or more|起|以上|から)/iu;
const STRUCK_BEFORE =
  /\b(?:was|were|normally|regular(?:ly)?|usually|originally|list price|instead of|statt|before|rrp|msrp|valued? at|worth|reg\.?)[\s:]*$|原价[\s:：]*$/iu;
const PROMO =
  /\b(?:for (?:the )?(?:first|your first|\d+) (?:\d+ )?(?:months?|years?|weeks?)|first (?:\d+ )?(?:months?|year)|limited[- ]time|introductory|intro(?:ductory)? (?:price|offer)|black friday|launch (?:price|offer)|promo(?:tion)?|special offer|early[- ]bird)\b|限时/iu;

/** Words that make of an amount something else than what a tier costs. */
const REFUSALS: [RegExp, string][] = [
  // At the head of a line "Plus" is a tier.
  [/(?:\bplus|\S\s+Plus)\s*$/u, 'an amount of something else'],
  [/(?:^|\s)\+\s?$/u, 'an amount of something else'],
  [/[=×*]\s?$/u, 'arithmetic'],
  [
    /\b(?:save|saves|saving|savings|you save|discount(?: of)?|sparen|économisez|ahorra|risparmia|off)[\s:]*(?:up to |over )?$/iu,
    'a saving',
  ],
  [
    /\b(?:up to|over|under|less than|more than|below|above|exceed(?:s|ing)?|between|first|minimum(?: spend)?(?: of)?|maximum(?: of)?|max|at least|raised|revenue|budget(?: of)?|spend(?:ing)?|spent|worth|earn(?:ing)?|made|make|paid|get|receive|\+|additional|extra|then|overage|fee(?:s)?(?: of)?|bonus|credits?(?: of)?|cost us|compared to|vs\.?|versus|includes?(?: the)?|including|with|gives? you|grants?|refund|insurance|coverage|deposit(?: of)?)[\s:]*$/iu,
    'an amount of something else',
  ],
];
const REFUSALS_AFTER: [RegExp, string][] = [
  [
    /^\s?(?:(?:\/ ?|per |a )(?:month|mo|year|yr) )?(?:off\b|discount|savings?\b|rabatt|de réduction|saved)/iu,
    'a saving',
  ],
  [
    /^(?: [\w-]+){0,3}? ?(?:in |of )?(?:(?:free |monthly |usage |platform |api |included |bonus |compute |promotional |model |promo )*credits?\b|credited|bonus|cashback|voucher|gift card|refund|deposit)/iu,
    'a credit',
  ],
  [
    /^\s?(?:of (?:free|included|usage|resource|credit)|worth|in (?:revenue|savings|sales|arr|mrr|funding|spend|free|value|tracked|volume|transactions)|(?:annual |monthly )?(?:revenue|spend|arr|budget)\b|(?:included|minimum|setup|set-up|activation|onboarding|implementation|processing|one-time fee|overage|transaction))/iu,
    'an amount of something else',
  ],
  [/^\s?(?:x|×|=|\)\s?×)/u, 'arithmetic'],
];

/** A line that can only be about the amount above it. */
const CONTINUES =
  /^[\s(*]*(?:\/|per\b|p\/|billed|paid|charged|when\b|if\b|each\b|every\b|an?\s(?:month|year)|month|mo\b|mth\b|year|yr\b|(?:user|seat|member)s? ?(?:\/|per\b|,)|monthly|annual|yearly|excl|plus vat|\+ ?vat|usd|eur|gbp|pro (?:nutzer|benutzer|user|monat|jahr|platz|agent|person|mitarbeiter|arbeits|projekt)|je\b|par\b|por\b|al\b|im\b|bei\b|jährlich|monatlich|mensuel|mes\b|mois|monat|jahr|每|按|月|年|one[- ]?time|once|lifetime|for \d|for every|for 1|with annual|on annual|in (?:usd|eur))/iu;

const NONE: Terms = { isFloor: false, isStruck: false, isPromo: false, reach: 0 };

/**
 * `head` is what stands before the amount in its line (and the short line before it), `tail` what follows up to the
 * next amount; both in the page's own order, lines apart by line feeds.
 */
export function readTerms(head: string, tail: string): Terms {
  const reach = reachOf(tail);
  const after = tail.slice(0, reach);
  const before = head.slice(-60);
  const terms: Terms = { ...NONE, reach };
  const flat = after.replace(/[\n\t]/g, ' ');
  const flatHead = before.replace(/[\n\t]/g, ' ');
  // The line before can introduce an amount ("Starting at"); only its own line can make it something else.
  const refusal = refusalOf(before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\t')) + 1), after);
  if (refusal !== undefined) terms.refusal = refusal;
  terms.isFloor = FLOOR.test(flatHead) || FLOOR_AFTER.test(flat);
  terms.isStruck = STRUCK_BEFORE.test(flatHead);
  terms.isPromo = PROMO.test(flat);
  const own = after.split(/[\n\t]/, 1)[0] ?? '';
  // "$20 per month", and on the next line for what.
  const metered =
    METERED.exec(MONTH.test(own) ? own : flat)?.[1] ?? (MONTH.test(flat) ? undefined : THOUSANDS.exec(flat)?.[1]);
  const unit = metered ?? unitOf(flat);
  if (unit !== undefined) {
    const clean = toUnit(unit);
    if (clean !== undefined) terms.unit = clean;
  }
  const per = metered !== undefined || HOURLY.test(flat) ? 'usage' : perOf(flat, flatHead);
  if (per !== undefined) terms.per = per;
  const billing = billingOf(flat, flatHead, terms.per);
  if (billing !== undefined) terms.billing = billing;
  return terms;
}

function refusalOf(head: string, tail: string): string | undefined {
  const line = tail.split('\n', 1)[0] ?? '';
  for (const [pattern, why] of REFUSALS) if (pattern.test(head)) return why;
  for (const [pattern, why] of REFUSALS_AFTER) if (pattern.test(line)) return why;
  return undefined;
}

function perOf(tail: string, head: string): Per | undefined {
  if (ONCE.test(tail)) return 'once';
  // "/m" is a month; "/M" is a million of something.
  const short = tail.search(/\/m(?![\p{L}\d])/u);
  const long = tail.search(MONTH);
  const month = long < 0 ? short : long;
  // "billed annually" says how one pays, not for what the amount is; it is no "/year".
  const bare = tail.replace(BILLED_ANNUAL, (words) => ' '.repeat(words.length));
  const year = bare.search(YEAR);
  if (month >= 0 && (year < 0 || month < year)) return 'month';
  if (year >= 0) return 'year';
  if (WEEK.test(tail)) return 'week';
  if (DAY.test(tail)) return 'day';
  const isAnnualHead =
    /\bbilled\s(?:annually|yearly)(?: at)?[\s:(]*$/iu.test(head) ||
    /\b(?:annual|yearly)(?: price| total)?[\s:]*$/iu.test(head);
  if (isAnnualHead) return MONTH.test(head) ? 'month' : 'year';
  if (/\bbilled\smonthly(?: at)?[\s:(]*$/iu.test(head)) return 'month';
  if (BILLED_MONTHLY.test(tail)) return 'month';
  return undefined;
}

function billingOf(tail: string, head: string, per: Per | undefined): Billing | undefined {
  if (per === 'once' || per === 'usage') return undefined;
  const annual = tail.search(BILLED_ANNUAL);
  const monthly = tail.search(BILLED_MONTHLY);
  if (annual >= 0 && (monthly < 0 || annual < monthly)) return 'annual';
  if (monthly >= 0) return 'monthly';
  if (per === 'year') return 'annual';
  if (
    /\b(?:billed|paid) (?:annually|yearly)(?!.{0,4}\bor\b)|\b(?:annual|yearly)(?: billing| plan| price)?[\s:]*$/iu.test(
      head,
    )
  )
    return 'annual';
  if (/\b(?:billed|paid) monthly|\bmonthly(?: billing| plan| price)?[\s:]*$/iu.test(head)) return 'monthly';
  return undefined;
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
    .replace(/[^\p{Ll}\p{Lo}\d ,.-]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .replace(/(\d),(?=\d{3})/g, '$1');
  const singular = clean
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1')
    .replace(/^people$/, 'person');
  return /^[\p{Ll}\p{Lo}\d][\p{Ll}\p{Lo}\d ,.-]{0,39}$/u.test(singular) ? singular : undefined;
}

/** How much of the tail is about this amount: the rest of its line, and the lines that continue it. */
function reachOf(tail: string): number {
  let at = lineEnd(tail, 0);
  // "$20 per month. The Team plan costs": the next sentence is about something else, unless it goes on about terms.
  const next = /[.!?]\s+(?=\p{Lu})/u.exec(tail.slice(0, Math.min(at, 90)));
  if (next !== null && !CONTINUES.test(tail.slice(next.index + next[0].length))) return next.index;
  if (at > 90) {
    const stop = tail.slice(0, 90).search(/[.;!?](?:\s|$)/);
    return stop >= 0 ? stop : 90;
  }
  for (let lines = 0; lines < 4 && at < tail.length; lines += 1) {
    const end = lineEnd(tail, at + 1);
    const line = tail.slice(at + 1, end);
    if (line.trim().length > 60 || !CONTINUES.test(line)) break;
    at = end;
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
  /(?<!\p{L})(?:per|each|every|month|months|mo|monthly|year|yr|yearly|annum|annually|annual|billed|paid|when|if|or|and|starting|starts|start|from|at|only|just|for|a|an|in|the|plus|vat|tax|excl|excluding|usd|eur|gbp|user|users|seat|seats|member|members|app|creator|active|agent|workspace|editor|developer|pro|je|monat|monatlich|monatlicher|jahr|jährlich|jährlicher|bei|abgerechnet|abrechnung|oder|ab|nur|nutzer|platz|par|mois|ou|facturé|mensuellement|annuellement|utilisateur|por|mes|mensual|anual|usuario|año|o|one|time|to|up|as|low|price|cost)(?!\p{L})/giu;

/** Letters of a line that are neither amount nor terms: much of it means that the line talks about a price. */
export function talkIn(words: string): number {
  return words.replace(TERM_WORDS, '').replace(/[^\p{L}]/gu, '').length;
}
