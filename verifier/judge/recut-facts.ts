/** Cuts the facts beside the prices again from the archived page, and refuses those that it does not state. Pure. */
import type { Capability, Evidence, PageFact, ReadTier, Rejected } from '../../data/reading.ts';
import { wordsKey } from '../../data/text/name-key.ts';
import { cut, type PageWords } from '../../data/text/page-text.ts';
import { scopeText } from './recut.ts';
import { supportOf } from './stated-amounts.ts';

const MAX_REFUSED = 100;

/** @param tiers those that the page supports; facts about others are refused */
export function recutFacts(
  words: PageWords | undefined,
  facts: readonly PageFact[],
  tiers: readonly ReadTier[],
): { said: PageFact[]; refused: Rejected[] } {
  const names = new Set(tiers.map(({ name }) => name));
  const said: PageFact[] = [];
  const refused: Rejected[] = [];
  for (const read of facts) {
    const fact = aboutTiers(read, names);
    const fault = fact === undefined ? 'the page does not support its tier' : faultOf(fact, words);
    if (fact !== undefined && fault === undefined) said.push(fact);
    else if (refused.length < MAX_REFUSED)
      refused.push({ quote: read.evidence.quote.slice(0, 200), reason: `${read.kind}: ${fault ?? ''}`.slice(0, 120) });
  }
  return { said, refused };
}

/** Restricted to the supported tiers; undefined where nothing is left. */
function aboutTiers(fact: PageFact, names: ReadonlySet<string>): PageFact | undefined {
  if (fact.kind !== 'capability') return fact.tier === undefined || names.has(fact.tier) ? fact : undefined;
  const tiers = fact.tiers.filter(({ tier }) => names.has(tier));
  if (!tiers.some(({ state }) => state !== 'not_included')) return undefined;
  const { first, ...rest } = fact;
  return { ...rest, tiers, ...(first !== undefined && names.has(first) && { first }) };
}

function faultOf(fact: PageFact, words: PageWords | undefined): string | undefined {
  const { evidence } = fact;
  if (words === undefined) return 'the archived page cannot be decoded';
  if (cut(evidence, words) !== evidence.quote) return 'the quote is not at the stated position';
  if (partsNumber(evidence, words)) return 'the quote is part of a longer number';
  if (!saysFact(evidence.quote, fact)) return 'the quote does not mention it';
  const missing = numbersOf(fact).find((number) => !states(evidence.quote, number));
  return missing === undefined ? undefined : `the quote does not state ${missing}`;
}

function numbersOf(fact: PageFact): string[] {
  switch (fact.kind) {
    case 'capability':
    case 'tax':
      return [];
    case 'minimum_units':
    case 'included_units':
      return [String(fact.count)];
    case 'annual_discount':
      return [...listed(fact.percent), ...listed(fact.monthsFree)];
    case 'programme':
      return listed(fact.percent);
    case 'trial':
    case 'money_back':
      return [...listed(fact.days), ...listed(fact.months)];
    case 'announced_price':
      return [fact.amount, fact.from.slice(0, 4), String(Number(fact.from.slice(8)))];
    default:
      return [fact.amount];
  }
}

function listed(number: number | undefined): string[] {
  return number === undefined ? [] : [String(number)];
}

/** Numbers in words, in English, German, French, Spanish and Italian. */
const COUNTS: Readonly<Record<number, string>> = {
  1: 'one|a|ein|eine|un|une|una',
  2: 'two|zwei|deux|dos',
  3: 'three|drei|trois|tres',
  4: 'four|vier|quatre|cuatro',
  6: 'six|sechs|seis',
  7: 'seven|sieben|sept|siete',
  10: 'ten|zehn|dix|diez',
  14: 'fourteen',
  30: 'thirty',
  60: 'sixty',
  90: 'ninety',
};
const WEEKS = /week|woche|wöch|semaine|semana|settiman/iu;

function states(quote: string, number: string): boolean {
  const plain = quote.replace(/ ?[%％]/g, ' ');
  const isStated = (wanted: string) => {
    if (supportOf(plain, wanted) !== undefined) return true;
    const inWords = COUNTS[Number(wanted)];
    return inWords !== undefined && new RegExp(`(?<!\\p{L})(?:${inWords})(?!\\p{L})`, 'iu').test(plain);
  };
  if (isStated(number)) return true;
  const days = Number(number);
  return WEEKS.test(quote) && Number.isInteger(days) && days % 7 === 0 && isStated(String(days / 7));
}

/** "10" cut out of "100", or of "10.5". */
function partsNumber(evidence: Evidence, words: PageWords): boolean {
  const { textStart, textEnd } = evidence;
  const text = scopeText(evidence, words);
  const before = text.slice(Math.max(0, textStart - 2), textStart + 1);
  return /\d[.,]?\d$/.test(before) || /^\d[.,]?\d/.test(text.slice(textEnd - 1, textEnd + 2));
}

/** Words without which a quote does not state a fact, by kind. The readers have narrower rules of their own. */
const CAPABILITY: Record<Capability, RegExp> = {
  sso: /sso|single[- ]sign|saml/iu,
  scim: /scim|directory sync/iu,
  audit_log: /audit|auditor/iu,
  sla: /sla|service[- ]level|uptime/iu,
  roles: /role|rbac/iu,
  api: /api/iu,
  data_residency: /data residency/iu,
  hipaa: /hipaa/iu,
  custom_domain: /custom (?:sub)?domain/iu,
  white_label: /white[- ]?label|branding|watermark/iu,
  priority_support: /priority/iu,
};
const PROGRAMME: Record<Extract<PageFact, { kind: 'programme' }>['programme'], RegExp> = {
  startup: /start-?up|jeunes pousses/iu,
  education:
    /student|teacher|educat|academic|universit|school|classroom|faculty|étudiant|enseignant|scolaire|estudiant|schul|studier|bildung/iu,
  nonprofit:
    /non[- ]?profit|not-for-profit|charit|ngo|501|gemeinnütz|verein|association|lucrati|ánimo de lucro|fines de lucro/iu,
  open_source: /open[- ]source/iu,
};
const SAID = {
  overage:
    /additional|extra|added|further|overage|then|beyond|after|weitere|zusätzlich|supplémentaire|additionnel|adicional|aggiuntiv/iu,
  setup_fee:
    /set-?up|onboarding|implementation|activation|installation|provisioning|einrichtung|service|place|alta|marcha|attivazione|configura/iu,
  support_fee: /support/iu,
  announced_price:
    /will|rise|increas|go(?:es|ing)|chang|mov|drop|decreas|fall|becom|kostet|steigt|sinkt|beträgt|erhöht|ändert|wird|coûtera|passera|augmentera|baissera|sera|costará|pasará|subirá|bajará|será|costerà|passerà|aumenterà|sarà|custará|passará/iu,
  renewal: /renew|verläng|renueva|renovación|renouvel/iu,
  minimum_units: /min|least|au moins|mínimo|required|最少|最低/iu,
  included_units: /inclu|inkl|incl|comes with|enthält|enthalten|inbegriffen|base/iu,
  annual_discount: /annual|year|12 months|jähr|annuel|anual|annuale|année|年/iu,
  trial: /trial|try|test|use|probe|essa[iy]|prueba|prova|free|试用|トライアル|お試し|体験/iu,
  money_back: /money|refund|geld|rembours|devoluci|reembols|rimbors|退款|返金/iu,
  tax: /tax|vat|gst|hst|dut|mwst|mehrwert|ust|umsatz|netto|ht(?!\p{L})|ttc|tva|iva|impuesto|imposto|税/iu,
} as const;

function saysFact(quote: string, fact: PageFact): boolean {
  switch (fact.kind) {
    case 'capability':
      return CAPABILITY[fact.capability].test(quote);
    case 'programme':
      return PROGRAMME[fact.programme].test(quote);
    case 'add_on':
      return wordsKey(quote).includes(wordsKey(fact.name));
    default:
      return SAID[fact.kind].test(quote);
  }
}
