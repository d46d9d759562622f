/** Trials and money-back terms in a sentence: how long, and whether a card is asked for. */

export interface Length {
  days?: number;
  months?: number;
}

const COUNTS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  six: 6,
  seven: 7,
  ten: 10,
  fourteen: 14,
  thirty: 30,
  sixty: 60,
  ninety: 90,
};
const COUNT = `(?<![\\d.,])(\\d{1,3}|${Object.keys(COUNTS).join('|')})`;
const LONG = `${COUNT}[ -‑–]?(?:full |calendar )?(days?|weeks?|months?)(?!\\p{L})`;
const TAGE = `${COUNT} ?-?(Tagen?|Wochen?|Monaten?)(?!\\p{L})`;
const JOURS = `${COUNT} ?(jours|semaines|mois)(?!\\p{L})`;
const DIAS = `${COUNT} ?(días|dias|giorni|semanas|settimane|meses|mesi)(?!\\p{L})`;

const TRIAL = [
  `${LONG}[, -]?(?:(?:free|no-risk|risk-free|full-featured|full|unlimited|premium|pro|business|team|enterprise|cloud),? ){0,3}trial(?!\\p{L})`,
  `(?<!\\p{L})trial(?: period)?s?(?: is available| lasts?| runs?| is| of| for| period)*:? \\(?${LONG}`,
  `(?<!\\p{L})trial(?: period)? ?[:(–—-] ?${LONG}`,
  `(?<!\\p{L})(?:try|test|use)(?: [\\p{L}\\d.+]+){0,4}? free for (?:the first |your first )?${LONG}`,
  `(?<!\\p{L})(?:try|test)(?: [\\p{L}\\d.+]+){0,5}? for ${LONG}(?:,)? (?:for )?free`,
  `${LONG} free,? (?:then|no credit card|no card)`,
  `${TAGE} (?:lang )?(?:kostenlos|gratis|kostenfrei|unverbindlich) (?:und unverbindlich )?(?:testen|ausprobieren)`,
  `(?:kostenlos|gratis|kostenfrei) ${TAGE} (?:lang )?(?:testen|ausprobieren)`,
  `${COUNT}-?(täg|wöch)ige[rnms]? (?:kostenlose[rnms]? |gratis )?(?:test|probe)`,
  `(?:Testversion|Testphase|Testzeitraum|Probezeitraum)(?: von| über|:)? ?\\(?${TAGE}`,
  `essai (?:gratuit )?(?:de |pendant |\\()?${JOURS}`,
  `${JOURS} (?:d[’']essai|gratuits? d[’']essai)`,
  `(?:essayez|testez)(?: [\\p{L}]+){0,3} gratuitement pendant ${JOURS}`,
  `(?:prueba|prova) (?:gratuita |gratis )?(?:de |durante |di |per |\\()?${DIAS}`,
  `${DIAS} (?:de prueba|di prova|gratis de prueba)`,
  `()(\\d{1,3}) ?天(?:的)?(?:免费)?试用`,
  `()免费试用 ?(\\d{1,3}) ?天`,
  `()(\\d{1,3}) ?日間(?:の)?(?:無料)?(?:トライアル|お試し|体験)`,
  `()無料(?:トライアル|お試し|体験)(?:期間)?(?:は)?[ （(]?(\\d{1,3}) ?日`,
].map((pattern) => new RegExp(pattern, 'iu'));

const NO_TRIAL =
  /\?\s*$|(?<!\p{L})(?:no longer|not? (?:an? |currently )?(?:free|\d+[- ]day)|don[’']t (?:offer|have|provide)|do(?:es)? not (?:offer|have|provide)|not offer|used to|extend|extension|expired|extra|additional|add-?on|competitors?|other (?:tools|products|vendors|platforms)|unlike|instead of|if (?:we|your)|kein\w*|verlänger\w*|pas d[’']essai|sin prueba|up to|clinical|data retention|history)(?!\p{L})/iu;

const BACK = [
  `${LONG}[, -]?(?:(?:100%|full|no-questions-asked|no-risk|risk-free|satisfaction|unconditional),? ){0,3}(?:money[- ]?back|refund (?:policy|guarantee|period|window))(?!\\p{L})`,
  `money[- ]?back(?: guarantee)?(?: period)?(?: is| of| for| within| lasts?)* ?[(:]? ?(?:the first |your first )?${LONG}`,
  `(?:full|100%|complete) (?:refund|money[- ]?back)(?: guarantee)? (?:within|in|during|for|up to) (?:the |your )?(?:first )?${LONG}`,
  `(?:within|in|during) (?:the |your )?(?:first )?${LONG}(?: of (?:your )?(?:purchase|payment|signing up|signup))?(?:,| for| and)?(?: [\\p{L}’']+){0,5} (?:full|100%|complete) refund`,
  `${COUNT}[ -]?(Tagen?|tägige)[ -]Geld[- ]zurück[- ]Garantie`,
  `Geld[- ]zurück[- ]Garantie(?: von| innerhalb von|:)? ?\\(?${TAGE}`,
  `(?:satisfait ou remboursé|garantie de remboursement)(?: pendant| sous| de)? ?\\(?${JOURS}`,
  `${JOURS} (?:satisfait ou remboursé)`,
  `(?:garantía de (?:devolución|reembolso)(?: de(?:l)? dinero)?|soddisfatti o rimborsati)(?: de| entro| dentro de| durante)? ?\\(?(?:los )?${DIAS}`,
  `()(\\d{1,3}) ?天(?:内)?(?:无理由|全额)?退款`,
  `()(\\d{1,3}) ?日間(?:の)?返金保証`,
].map((pattern) => new RegExp(pattern, 'iu'));

const NO_BACK =
  /\?\s*$|(?<!\p{L})(?:no (?:money|refunds?)|non-refundable|not (?:offer|provide|eligible|refundable)|don[’']t|do not|does not|cannot|can[’']t|no longer|processed?|kein\w*|pas de|sin |competitors?|unlike|on (?:hardware|domains?))(?!\p{L})/iu;

const CARD_FREE =
  /(?<!\p{L})(?:no|without(?: an?| any| your)?|don[’']t need an?|do not need an?|zero) ?(?:credit ?card|card|cc)(?!\p{L})|credit card (?:is )?(?:not required|not needed)|(?:keine|ohne|Keine) Kreditkarte|sans (?:carte|CB)|(?:sin|sem|senza) (?:tarjeta|cartão|carta)|无需(?:绑定)?信用卡|クレジットカード不要/iu;
const CARD_ASKED =
  /(?<!\p{L})(?:credit|payment) card (?:is )?required|requires? (?:a |your )?(?:credit|valid|payment) card|Kreditkarte erforderlich|carte bancaire (?:requise|obligatoire)|se requiere tarjeta/iu;

/** What every pattern needs, so that most sentences cost one look. */
const OF_TRIALS = /trial|free|test|ausprobieren|probe|essa[iy]|prueba|prova|试用|トライアル|お試し|体験/i;
const OF_REFUNDS = /refund|money|geld|rembours|devoluci|reembols|rimbors|退款|返金/i;

export function trialIn(words: string): Length | undefined {
  if (!OF_TRIALS.test(words)) return undefined;
  return NO_TRIAL.test(words.replace(CARD_FREE, '')) ? undefined : lengthIn(words, TRIAL);
}

export function moneyBackIn(words: string): Length | undefined {
  if (!OF_REFUNDS.test(words)) return undefined;
  return NO_BACK.test(words.replace(/no[- ]questions[- ]asked|no[- ]risk/gi, '')) ? undefined : lengthIn(words, BACK);
}

/** Undefined where the words say nothing of a card, or both. */
export function cardIn(words: string): 'required' | 'not_required' | undefined {
  const isFree = CARD_FREE.test(words);
  const isAsked = CARD_ASKED.test(words.replace(CARD_FREE, ' '));
  return isFree === isAsked ? undefined : isFree ? 'not_required' : 'required';
}

/** Undefined too where two lengths are stated. */
function lengthIn(words: string, patterns: readonly RegExp[]): Length | undefined {
  const stated = new Map<string, Length>();
  for (const pattern of patterns) {
    const [, first = '', second = ''] = pattern.exec(words) ?? [];
    const [count, unit] = first === '' ? [second, ''] : [first, second];
    const length = count === '' ? undefined : lengthOf(count, unit);
    if (length !== undefined) stated.set(JSON.stringify(length), length);
  }
  const [only, ...others] = stated.values();
  return others.length === 0 ? only : undefined;
}

function lengthOf(count: string, unit: string): Length | undefined {
  const number = COUNTS[count.toLowerCase()] ?? Number(count);
  if (!Number.isInteger(number) || number < 1) return undefined;
  if (/^(?:mo|mes|mois)/i.test(unit)) return number <= 60 ? { months: number } : undefined;
  const days = /^(?:we|wo|wö|sem|set)/i.test(unit) ? number * 7 : number;
  return days <= 730 ? { days } : undefined;
}
