/**
 * What an amount beside a tier's price is charged for: more units, an add-on, setting up, support, the next term.
 *
 * Judges the words of one line, the amount's place marked by `§`; everything else about the amount is the caller's.
 */

import { toUnit } from '../money/term.ts';
import { isPlain, tidyName } from '../page/label.ts';

export type Fee =
  | { kind: 'overage'; unit: string }
  | { kind: 'add_on' | 'support_fee'; name: string }
  | { kind: 'setup_fee' | 'renewal' };

/** Where the amount stands in the words given to `feeIn`. */
export const AMOUNT = '§';

const NOT_CHARGED =
  /(?<!\p{L})(?:save|saving|savings|free|waived?|worth|valued?|discount|off|no|not|instead of|was|refund\w*|credits?|up to|included|includes|budget|earn|revenue|competitors?|unlike|others?|typically|on average|kostenlos|ohne|sans|offerts?|sin|gratis|if|would|could|might|example|e\.g)(?!\p{L})/iu;

const LINK =
  '(?:\\s?(?:[:=–—(-]|(?<!\\p{L})(?:is|are|at|for|just|only|costs?|of|from|starts? at|starting at|starting from|billed at|charged at|priced at|available (?:at|for|from)|can be (?:added|purchased|bought) (?:at|for)|kostet|kosten|ab|à partir de|desde)(?!\\p{L})))';
const MORE =
  '(?:each |every |per |for (?:each|every) |any )?(?:additional|extra|added|further|jede[rs]? (?:weitere[rs]?|zusätzliche[rs]?)|je weitere[rs]?|weitere|zusätzliche[rs]?)';
const AFTER_MORE = new RegExp(
  `${AMOUNT}(?: ?(?:\\/|per|a) ?(?:mo|month|yr|year))?(?: ?(?:\\/|per|for|each|pro|je|for each|for every|every)) ?(?:additional|extra|added|further|weitere[nrms]?|zusätzliche[nrms]?) (.{2,60})`,
  'iu',
);
const AFTER_LATIN = new RegExp(
  `${AMOUNT}(?: ?\\/ ?mois| ?al mes)? ?(?:par|por|per) ((?:\\p{L}+ ){0,1}\\p{L}+) (?:supplémentaire|additionnel|adicional|extra|aggiuntivo)`,
  'iu',
);
const BEFORE_MORE = new RegExp(`(?<!\\p{L})${MORE} ([^${AMOUNT}:]{2,40}?)${LINK}{1,3} ?\\+?${AMOUNT}`, 'iu');
/** "Additional users $19/mo each". */
const BEFORE_EACH = new RegExp(
  `(?<!\\p{L})${MORE} ([^${AMOUNT}:]{2,30}?) \\+?${AMOUNT}(?: ?(?:\\/|per|a) ?(?:mo|month|yr|year))?,? each(?!\\p{L})`,
  'iu',
);
/** "3 seats included, $24 for each additional": the unit is named before. */
const UNNAMED_MORE = new RegExp(
  `(?<![\\d.,])\\d{1,4} (?:free |full |paid )?(\\p{L}{3,20})(?: (?:are |is )?included)? ?[,;:(–—-]? ?(?:then |and |plus )?\\+?${AMOUNT}(?: ?(?:\\/|per|a) ?(?:mo|month|yr|year))?,? ?(?:for |per )?(?:each|every|per) (?:additional|extra|further)(?: one)?(?! ?\\p{L})`,
  'iu',
);
const OVERAGE = new RegExp(
  `(?<!\\p{L})overages?(?: rate| fee| charge| price| cost)?s?${LINK}{0,3} ?${AMOUNT} ?(?:per|\\/|for every|for each) ?(.{2,60})`,
  'iu',
);
const OVERAGE_AFTER = new RegExp(
  `${AMOUNT} ?(?:per|\\/) ?(.{2,40}?),? (?:overage|thereafter|after that|afterwards|beyond (?:that|this|the|your))`,
  'iu',
);
const MORE_AT = new RegExp(`(?<!\\p{L})(?:additional|extra) ${AMOUNT} ?(?:per|\\/) ?(.{2,60})`, 'iu');
const THEN = new RegExp(
  `(?<!\\p{L})(?:then|thereafter|after that|beyond that|afterwards)[,:]? (?:only |just |it[’']s )?${AMOUNT} ?(?:per|\\/|for every|for each) ?(.{2,60})`,
  'iu',
);

const SETUP_WORD =
  '(?:set-?up|onboarding|implementation|activation|installation|provisioning|einrichtungs?|einmalige einrichtungs?|mise en (?:service|place)|installation|alta|puesta en marcha|attivazione|configuración)';
const SETUP = [
  `(?:${SETUP_WORD})[ -]?(?:(?:and|&) (?:training|onboarding|migration) ?)?(?:fees?|costs?|charges?|packages?|gebühr(?:en)?|kosten|services?|workshops?)?${LINK}{0,3} ?${AMOUNT}`,
  `${AMOUNT} ?(?:\\(?one-?(?:time|off)\\)? |einmalige? )?(?:${SETUP_WORD})[ -]?(?:fees?|costs?|charges?|packages?|gebühr(?:en)?|kosten)(?!\\p{L})`,
  `(?:frais|coût) (?:d[’']|de )(?:${SETUP_WORD}|installation|activation)${LINK}{0,3} ?${AMOUNT}`,
  `(?:cuota|tarifa|coste|costo|gastos) de (?:${SETUP_WORD}|activación|instalación)${LINK}{0,3} ?${AMOUNT}`,
  `${AMOUNT} (?:de frais|de coste) d[e’' ]+(?:${SETUP_WORD})`,
].map((pattern) => new RegExp(`(?<!\\p{L})${pattern}`, 'iu'));

const SUPPORT_NAME =
  '((?:premium|priority|phone|dedicated|enhanced|advanced|enterprise|24\\/7|24x7|platinum|gold|silver|onsite|on-site|premier|plus|developer|business|standard)(?: (?:phone|email|technical|customer|chat))? support)';
const SUPPORT = new RegExp(`(?<!\\p{L})${SUPPORT_NAME}(?: plan| package| add-?on)?${LINK}{1,3} ?\\+?${AMOUNT}`, 'iu');

const NAMED_ADD_ON = new RegExp(
  `^[\\s+•·–*-]*([\\p{L}\\d][\\p{L}\\d &/'’.,+-]{1,60}?)[ (-]{1,3}add-?on\\)?${LINK}{0,3} ?\\+?${AMOUNT}`,
  'iu',
);
const ADD_ON_NAMED = new RegExp(
  `^[\\s+•·–*-]*add-?ons?(?: ?[:–—-] ?| )([\\p{L}\\d][\\p{L}\\d &/'’.,+-]{1,60}?)${LINK}{1,3} ?\\+?${AMOUNT}`,
  'iu',
);

const RENEWAL = [
  `(?:renews?|renewing|renewed)(?: automatically)?(?: (?:monthly|annually|yearly|every year|each year))?(?: at| for)(?: just| only| the regular (?:price|rate) of)? ${AMOUNT}`,
  `renewal(?: price| rate| fee| cost)?(?: is| at| of)?[: ]{1,2}${AMOUNT}`,
  `${AMOUNT}(?: ?(?:\\/|per|a) ?(?:mo|month|yr|year))? (?:on|upon|at|when you|when it|after) renew(?:al|s)?(?!\\p{L})`,
  `(?:verlängert sich|verlängerung)(?: automatisch)?(?: zu| für| um| zum preis von)?[: ]{1,2}${AMOUNT}`,
  `(?:se renueva|renovación)(?: automáticamente)?(?: a| por)?[: ]{1,2}${AMOUNT}`,
  `(?:renouvellement|renouvelé|se renouvelle)(?: à| au prix de)?[: ]{1,2}${AMOUNT}`,
].map((pattern) => new RegExp(`(?<!\\p{L})${pattern}`, 'iu'));

/** Words that end what a unit is called. */
const STOP =
  /(?<![\p{L}\d])(?:per|a|an|each|every|month|months|monthly|year|yearly|mo|yr|beyond|over|above|of|is|are|at|for|in|and|or|on|with|will|can|to|you|your|billed|charged|cost|costs|if|when|after|thereafter|by|pro|par|por|im|al|used|consumed|sent|added|stored|processed|that|which|up|plus|monat|jahr|mois|mes)(?![\p{L}\d])|[^\p{L}\d ,.-]/iu;
const NO_UNIT =
  /^(?:fees?|charges?|costs?|cost|time|discounts?|savings?|payments?|month|year|week|day|features?|benefits?|information|help|support|services?|options?|add-?ons?|money|percent|purchase|one|item|usage|tax(?:es)?|thing)$/iu;

/** What every pattern needs, so that most amounts cost one look. */
const OF_FEES =
  /additional|extra|added|further|overage|thereafter|after|beyond|then|weitere|zusätzliche|supplémentaire|additionnel|adicional|aggiuntivo|set-?up|onboarding|implementation|activation|installation|provisioning|einrichtung|mise en|alta|marcha|attivazione|configuración|support|add-?on|renew|verläng|renueva|renovación|renouvel/i;

/** In the order in which they are believed. */
const OVERAGES = [
  AFTER_MORE,
  AFTER_LATIN,
  BEFORE_MORE,
  BEFORE_EACH,
  UNNAMED_MORE,
  OVERAGE,
  OVERAGE_AFTER,
  THEN,
  MORE_AT,
];

/** Undefined where the words leave it open. */
export function feeIn(words: string): Fee | undefined {
  if (!OF_FEES.test(words)) return undefined;
  if (RENEWAL.some((pattern) => pattern.test(words))) return NOT_RENEWED.test(words) ? undefined : { kind: 'renewal' };
  const overage = overageIn(words);
  if (overage !== undefined) return overage;
  const around = words.slice(Math.max(0, words.indexOf(AMOUNT) - 70), words.indexOf(AMOUNT) + 60);
  if (NOT_CHARGED.test(around)) return undefined;
  if (SETUP.some((pattern) => pattern.test(words))) return { kind: 'setup_fee' };
  const support = SUPPORT.exec(words)?.[1];
  if (support !== undefined) return named('support_fee', support);
  const addOn = (ADD_ON_NAMED.exec(words) ?? NAMED_ADD_ON.exec(words))?.[1];
  return addOn === undefined ? undefined : named('add_on', addOn.replace(/ (?:is|are|costs?|starts?|at|from)$/i, ''));
}

const NOT_RENEWED = /(?<!\p{L})(?:domains?|certificate|ssl|no|not|never|save|unlike|competitors?)(?!\p{L})/iu;
const NOT_OVERAGE =
  /(?<!\p{L})(?:save|saving|savings|earn|get|receive|no|not|without|free|credits?|refund\w*|competitors?|unlike|example|e\.g|would|if you (?:refer|invite)|minimum of|discount|off|was)(?!\p{L})/iu;

function overageIn(words: string): Fee | undefined {
  const at = words.indexOf(AMOUNT);
  if (NOT_OVERAGE.test(words.slice(Math.max(0, at - 60), at + 60))) return undefined;
  let found: string | undefined;
  for (const pattern of OVERAGES) found ??= pattern.exec(words)?.[1];
  const unit = found === undefined ? undefined : unitIn(found);
  return unit === undefined ? undefined : { kind: 'overage', unit };
}

/** "1,000 events per month" is counted in "1000 event". */
function unitIn(words: string): string | undefined {
  const head = words.trim();
  const stop = head.search(STOP);
  const called = (stop < 0 ? head : head.slice(0, stop))
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(/[.,](?:\s|$).*$/, '')
    .trim();
  if (called === '' || called.split(' ').length > 4 || NO_UNIT.test(called)) return undefined;
  return /\p{L}/u.test(called) ? toUnit(called) : undefined;
}

export function named<Kind extends 'add_on' | 'support_fee'>(kind: Kind, words: string): Fee | undefined {
  const name = tidyName(words);
  return name.length < 2 || name.length > 60 || !isPlain(name) ? undefined : { kind, name };
}
