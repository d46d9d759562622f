/** Names of tiers that say for how long one pays, in the languages that vendors sell in. */
import type { Per } from '../../../data/reading.ts';

const PAYING = '(?:(?:pay|paid|billed|plan|paiement|pago|pagamento) )?';
const PAID =
  '(?: (?:plan|payment|billing|bezahlt|zahlen|gezahlt|abgerechnet|zahlung|betalen|betaald|zahlweise|opzegbaar|kündbar))?';
/** Billings that are tiers' names where a product is sold by nothing else: "Monthly", "Annual", "Mensuel", "Rocznie". */
const BILLINGS: readonly [Per | 'quarter', RegExp][] = [
  [
    'month',
    new RegExp(
      `^${PAYING}(?:monthly|month[- ]to[- ]month|monatlich(?:e[rs]?)?|mensuel(?:le|lement)?|mensual(?:mente)?|mensal(?:mente)?|mensil[ei]|mensilmente|maandelijks(?:e)?|miesięczn(?:ie|y|a)|měsíčn[ěí]|mesačn[eéý]|månadsvis|månedlig(?:t)?|kuukausittain|havi|havonta|lunar|помесячно|ежемесячно|ежемесячн(?:ый|ая)|месячн(?:ый|ая)|щомісяця|щомісячно|aylık|bulanan|hàng tháng|매월|월간|월)${PAID}$|^(?:per (?:month|maand)|pro monat|par mois|al mes|por mês|al mese|в месяц|за месяц|месяц|miesiąc|mese|mês)$|^(?:月払い?|月付|月額|月额|按月(?:付费|订阅)?|包月|월 ?결제)$`,
      'iu',
    ),
  ],
  [
    'year',
    new RegExp(
      `^${PAYING}(?:annual(?:ly)?|yearly|jährlich(?:e[rs]?)?|annuel(?:le|lement)?|anual(?:mente)?|annual[ei]|annualmente|jaarlijks(?:e)?|roczn(?:ie|y|a)|ročn[ěíeéý]|årsvis|årlig(?:t|en)?|vuosittain|éves|évente|ежегодно|годов(?:ой|ая)|на год|щороку|щорічно|yıllık|tahunan|hàng năm|매년|연간)${PAID}$|^(?:per (?:year|jaar)|pro jahr|par an|al año|por ano|all[’']anno|в год|за год|год|rok|anno)$|^(?:年払い?|年付|年額|年额|按年(?:付费|订阅)?|包年|연 ?결제)$`,
      'iu',
    ),
  ],
  [
    'quarter',
    /^(?:quarterly|vierteljährlich|trimestriel(?:le)?|trimestral|trimestrale|kwartalnie|kwartaal|квартал|half-?yearly|halbjährlich|semestriel(?:le)?|semestral|semestrale|halfjaarlijks|półrocznie|полугодие)$/iu,
  ],
];
const MAX_BILLING = 32;
/** Letters of which each of these names has some. */
const MAY_BILL =
  /mon|men|maa|mån|mie|měs|mes|mês|kuu|hav|lun|мес|міс|ayl|bul|thá|年|月|월|연|년|ann|yea|jäh|jah|jaa|anu|an$|an[oñ]|roc|roč|rok|årl|års|vuo|éve|год|річ|щор|yıl|tah|năm|quar|viertel|trim|kwar|кварт|half|halb|seme|półr|полуг/iu;

/** The billing that such a name is of. */
export function billingNamed(name: string): Per | 'quarter' | undefined {
  if (name.length > MAX_BILLING || !MAY_BILL.test(name)) return undefined;
  return BILLINGS.find(([, pattern]) => pattern.test(name))?.[0];
}

const KIND =
  '(?: (?:plans?|subscriptions?|memberships?|licen[cs]es?|pass(?:es)?|access|packages?|options?|tiers?|premium|pro))?';
/** Names that say for how long one pays: "Monthly plan", "Basic Yearly", "Jahresabo". */
const BY_TERM: readonly [Per, RegExp][] = [
  [
    'month',
    new RegExp(
      `^(?:[\\p{L}\\d]{1,20} ){0,2}(?:monthly|month[- ]to[- ]month)${KIND}$|^(?:1|one)[- ]month${KIND}$|^monats(?:abo|abonnement|lizenz|paket|tarif|mitgliedschaft)$|^1 (?:monat|mois|mes|mese|mês|maand|месяц|miesiąc|měsíc|ay|bulan)$|^(?:abonnement|formule|forfait|offre|licence|plan|plano|piano|suscripción|assinatura|abbonamento|licencia|licenza) (?:mensuel(?:le)?|mensual|mensal|mensile)$|^maandabonnement$|^(?:月度|包月)(?:会员|套餐|版)?$|^月(?:額|間)プラン$`,
      'iu',
    ),
  ],
  [
    'year',
    new RegExp(
      `^(?:[\\p{L}\\d]{1,20} ){0,4}(?:annual|annually|yearly)${KIND}$|^(?:1|one)[- ]year${KIND}$|^12[- ]months?${KIND}$|^12 (?:monate|mois|meses|mesi|maanden|месяцев|місяців|miesięcy|měsíců|måneder|månader|ay|bulan)$|^jahres(?:abo|abonnement|lizenz|paket|tarif|mitgliedschaft)$|^1 (?:jahr|an|año|anno|ano|jaar|год|rok|yıl|år)$|^(?:abonnement|formule|forfait|offre|licence|plan|plano|piano|suscripción|assinatura|abbonamento|licencia|licenza) (?:annuel(?:le)?|anual|annuale)$|^jaarabonnement$|^(?:年度|包年)(?:会员|套餐|版)?$|^年(?:額|間)プラン$`,
      'iu',
    ),
  ],
  [
    'once',
    new RegExp(`^(?:[\\p{L}\\d]{1,20} ){0,2}(?:lifetime|one[- ]time)${KIND}$|^lifetime deal$|^终身(?:会员|版)?$`, 'iu'),
  ],
];
/** Whose letters all these names have some of. */
const MAY_SAY_TERM =
  /month|year|annual|lifetime|one.time|monat|jahr|maand|jaar|mens|annu|anua|\b12? |[月年终]|месяц|год/i;

/** For how long one pays, by a tier's name alone. */
export function termNamed(name: string): Per | undefined {
  const billing = billingNamed(name);
  if (billing !== undefined) return billing === 'quarter' ? undefined : billing;
  return MAY_SAY_TERM.test(name) ? BY_TERM.find(([, pattern]) => pattern.test(name))?.[0] : undefined;
}

const OTHER_TERM =
  /^(?:[2-9]|1[013-9]|[2-4]\d)[ -]?(?:months?|mos?|monate|mois|meses|mesi|maanden|месяц(?:а|ев)|місяц(?:і|ів)|miesiąc[ea]|miesięcy|měsíc[eů]|måneder|månader|kuukautta|ay|bulan|tháng|years?|jahre|ans|años|anos|anni|jaar|года|лет|lata|roky|år|yıl|tahun|个月|個月|ヶ月|か月|カ月|개월|年)(?: (?:plan|abo|subscription|access|licen[cs]e|pass))?$/iu;

/** For how long one pays, where that is neither a month nor a year: "3 months", "Quarterly". */
export function isOtherTerm(name: string): boolean {
  return name.length <= MAX_BILLING && (OTHER_TERM.test(name) || billingNamed(name) === 'quarter');
}
