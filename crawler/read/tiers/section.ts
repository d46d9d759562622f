/**
 * What a part of a page is about, by the heading over it or a line beside it: add-ons and what others charge are laid
 * out as tiers are, and a billing or a period may be said once for all cards below.
 */
import type { Billing } from '../../../data/reading.ts';
import { billingSaid } from '../mentions/terms.ts';
import type { Document, Span } from '../page/document.ts';
import type { Grid } from '../page/grid.ts';
import { matchAny } from '../vocabulary/vocabulary.ts';
import { headingBefore } from './heading.ts';
import { hasTierWord } from './words.ts';

const ADD_ONS =
  /\badd-?ons?\b|^(?:optional |available |popular |paid |useful )?(?:extras\b|extensions\b|boosters?\b|optional (?:services|features|modules|products)|additional (?:services|features|products|modules|usage|seats|users|resources|capacity|charges|costs|fees)|(?:professional|consulting|onboarding|implementation|migration|training|setup|support) (?:services|packages)|zusätzliche[rsn]? (?!pläne|pakete|tarife|abos)|services$|overages?\b|(?:one[- ]time )?(?:set-?up|onboarding|installation) (?:fees?|costs?)\b|zusatz(?:optionen|module|leistungen|pakete)|options?$|complementos\b|servizi aggiuntivi\b)|\btop[- ]?ups?\b|^recharges?\b|\b(?:expansion|booster) (?:packages?|packs?|bundles?)\b|加油包|充值|增值服务|流量包|扩展包|附加(?:服务|功能)|追加(?:オプション|パック)|^オプション|추가 (?:옵션|상품)|충전/iu;
const NO_ADD_ONS = /\b(?:no|without|zero|keine?|sans|sin)\b/iu;
const OTHERS =
  /\bvs\b|\bversus\b|\bcompetitors?\b|\bcompetition\b|\balternatives?\b|\bother (?:tools|vendors|providers|solutions|apps|products|services|platforms)\b|\b(?:compared?s?|comparison) (?:to|with|against)\b|\bhow we (?:compare|stack)|\bwhy (?:teams )?switch\b|\bswitch(?:ing)? from\b|\breplaces?\b|\bcosts? elsewhere\b|\bcompetitive (?:anchoring|analysis|landscape|comparison|positioning|benchmarks?|benchmarking)\b|\b(?:market|industry) (?:comparison|benchmarks?)\b|\bim vergleich (?:zu|mit)\b/iu;

/** Things sold once beside the tiers. */
const GOODS =
  /^(?:(?:our|the|optional|compatible|smart|supported) )?(?:hardware|devices?|merch(?:andise)?|swag|gadgets|sensors|appliances)(?: (?:devices?|products?|options?|shop|store|kits?|prices|pricing|&|and|accessories|units?|bundles?)){0,3}$|^(?:shop|accessories|spare parts|gift cards?)$/iu;

/** What vendors sell beside the tiers, where it is all that a table's heading says; over cards it may be a feature's. */
const BESIDE =
  /^(?:technical |customer |paid )?support(?: (?:levels|options|tiers))?$|^(?:special|discount(?:ed)?) (?:programs?|programmes?|pricing|plans?|offers?)$|^(?:(?:single sign-?on|sso|saml|scim|audit logs?|hipaa|baa|slas?|(?:dedicated|static) ips?|custom domains?|backups?)(?: ?[,/+&(] ?|,? and |\)?$)){1,4}$/iu;

/** The same under a title of the page that says something else. */
const SUPPORT_PLANS = /^(?:technical |customer |paid )?support (?:plans|packages)$/i;

const EXAMPLES =
  /^(?:an? )?(?:examples?|samples?|scenarios?|illustrations?)\b|\b(?:example|sample) (?:bills?|invoices?|calculations?|pricing|costs?|scenarios?)\b|\bworked examples?\b|\b(?:cost|price|pricing|billing) (?:examples?|calculations?|scenarios?)\b|\bbeispiel/iu;

/** What nobody can buy any more. */
const PAST =
  /^(?:our |the )?(?:legacy|grandfathered|deprecated|discontinued|retired|former|previous|old|past)\b.{0,30}\b(?:plans?|pricing|prices|tiers?|packages?|subscriptions?)$|\b(?:plans?|pricing|prices|tiers?|packages?) (?:\((?:legacy|deprecated|discontinued|retired)\)|(?:that are )?no longer (?:available|offered|sold))$/iu;

/** What a vendor pays, and does not ask. */
const JOBS =
  /\b(?:we(?:['’]re| are) hiring|open (?:positions|roles)|join (?:our|the) team|work (?:with|at) us)\b|^(?:careers?|jobs?|hiring|vacanc(?:y|ies)|bug bount(?:y|ies)|stellenangebote|karriere|offres d['’]emploi)\b/iu;

/** What a customer keeps, earns or loses, by a calculator or by example. */
const SAVED =
  /\b(?:savings?|roi|payback) (?:calculator|estimate|estimator)\b|\bcalculate (?:your |the )?(?:savings?|roi|return)\b|^(?:your|annual|yearly|monthly|total|estimated|potential|net|projected) (?:annual |yearly |monthly |total |net |cost )?(?:savings?|roi|return on investment)\b|^how much (?:can|could|will|do|would) (?:you|i|we|your \p{L}+) save\b|^what (?:does|do|will|would|could) .{2,30} save\b|\bwhat .{2,40} worth to you\b|^(?:the )?(?:real |true |hidden )?costs? of (?:an? (?:miss(?:ed)?|mistake|outage|bad hire)|inaction|doing nothing|waiting|downtime|not \p{L}+ing)\b|^(?:costs?|money|time|hours?|revenue) (?:avoided|saved|returned|recovered)$|^net (?:after|benefit|gain)\b|^return on (?:spend|investment)$|^wie viel (?:können |kannst |könnten )?(?:sie |du )?spar|\bersparnis-?rechner\b|^combien .{0,24}économis|^¿?cu[aá]nto .{0,24}ahorr|^quanto .{0,24}(?:economiz|poup|risparmi)|^hoeveel .{0,24}bespa/iu;

/** Why goods are none. */
export const IS_GOODS = 'goods beside the tiers';

/** Why a part of the page with this heading has no tiers of the product; undefined where it may have. */
export function notTiers(heading: string): string | undefined {
  if (ADD_ONS.test(heading) && !NO_ADD_ONS.test(heading)) return 'among the add-ons';
  if (GOODS.test(heading)) return IS_GOODS;
  if (EXAMPLES.test(heading)) return 'an example';
  if (PAST.test(heading)) return 'no longer sold';
  if (SAVED.test(heading)) return 'what a customer saves';
  if (JOBS.test(heading)) return 'what the vendor pays';
  return OTHERS.test(heading) && !areTiers(heading) ? 'what others charge' : undefined;
}

/** "Free vs Pro" */
function areTiers(heading: string): boolean {
  const [one, other, ...more] = heading.split(/ (?:vs\.?|versus) /i);
  return more.length === 0 && [one, other].every((side) => side !== undefined && side.length < 30 && hasTierWord(side));
}

/** A heading farther up is about more than the table. */
export const MAX_BELOW_HEADING = 1500;

/** Not of add-ons, examples or other vendors. */
export function isTierTable(document: Document, grid: Grid): boolean {
  const heading = headingBefore(document, grid.start, MAX_BELOW_HEADING);
  const isSupport = SUPPORT_PLANS.test(heading) && !document.visible.trimStart().startsWith(heading);
  return notTiers(heading) === undefined && !isSupport && !BESIDE.test(heading) && !comparesVendors(document, grid);
}

/** A column is headed by the site's own name, and none by a tier's: the others are other vendors. */
function comparesVendors(document: Document, { rows: [head = []] }: Grid): boolean {
  const title = ` ${document.title.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, ' ')} `;
  const names = head.slice(1).filter(({ words }) => words !== '');
  return (
    names.length >= 2 &&
    names.some(
      ({ words }) =>
        /^(?:us|we|ours?)$/i.test(words) || (words.length >= 3 && title.includes(` ${words.toLowerCase()} `)),
    ) &&
    !names.some(
      ({ words }) => hasTierWord(words) || /\b(?:price|pricing|cost|month|year|annual|billing|features?)/i.test(words),
    )
  );
}

/** "Billed annually" over a row of cards, and nothing about the month. */
export function billingOfSection(document: Document, start: number): Billing | undefined {
  return billingSaid(matchAny(headingBefore(document, start)));
}

const YEARLY_BILLING =
  /^(?:\*+ ?|note: )?(?:all |paid |our )*(?:plans|prices|subscriptions|licen[cs]es|tiers|packages) (?:(?:are|shown|listed|quoted|above|here|all|currently|in|usd|eur|gbp) ){0,4}(?:billed|paid|charged|invoiced) (?:annually|yearly|by the year|once a year)(?! or )[.*)]?(?: |$)/i;
const yearly = new WeakMap<Document, boolean>();

/** "Plans are billed annually" for the whole page, of which nothing says that one may pay by the month. */
export function statesYearlyBilling(document: Document): boolean {
  const known = yearly.get(document) ?? saysYearly(document);
  yearly.set(document, known);
  return known;
}

function saysYearly({ lines, visible }: Document): boolean {
  let isSaid = false;
  for (const { start, end } of lines) {
    if (end - start > 300 || end - start < 14) continue;
    const words = visible.slice(start, end).trim();
    if (!/billed|paid|charged|invoiced|pay/i.test(words)) continue;
    if (/\b(?:billed|paid|charged|invoiced|pay) (?:monthly|by the month|month[- ]to[- ]month)\b/i.test(words))
      return false;
    isSaid ||= YEARLY_BILLING.test(words);
  }
  return isSaid;
}

/** Where questions and their answers start: no amount in an answer is the price of a tier named above the question. */
export function questionsIn({ lines, visible }: Document): Span[] {
  return lines.filter(
    ({ start, end, heading, element }) =>
      (heading > 0 || element.name === 'dt' || element.name === 'summary') &&
      end - start > 12 &&
      visible.slice(start, end).trimEnd().endsWith('?'),
  );
}

/** "For a low one-time payment": of what stands below, and of no setting up. */
const PAID_ONCE =
  /(?<!\p{L})(?:(?<!(?:not|never|no) an? )(?:one[- ]?time|one[- ]?off|single) (?:payment|purchase)|pay (?:just |only )?once|(?:als )?einmalzahlung|einmalige zahlung|(?:en )?paiement unique|achat unique|pago único|pagamento (?:unico|único)|eenmalige betaling)(?!\p{L})|買い切り|一次性(?:付款|支付|购买)|买断/iu;
const MAX_SAID_ABOVE = 400;

/** Between a card's start and its price the card says that it is paid for once. */
export function saysOnce({ visible }: Document, card: Span, price: number): boolean {
  return price - card.start <= MAX_SAID_ABOVE && PAID_ONCE.test(visible.slice(card.start, price));
}
