/** What the lines of a page may state beside its prices, by the words that every such statement has. */
import { KeyWords, type Subjects } from '../page/key-words.ts';

/** The line is read sentence by sentence. */
export const TELLING = 1;
/** A number, in digits or in words. */
export const COUNT = 2;
export const TRIAL = 4;
export const REFUND = 8;
export const TAX = 16;
/** Paying by the year. */
export const ANNUAL = 32;
/** A percentage, or months that are not paid for. */
export const REDUCTION = 64;
export const PROGRAMME = 128;
export const UNITS = 256;
export const CAPABILITY = 512;
/** All that another tier has. */
export const INHERITANCE = 1024;

/** Stems, each the least that tells. */
const WORDS: [Subjects, string][] = [
  [
    TELLING,
    'trial|try |test|essai|essay|prueba|prova|probe|money back|money-back|moneyback|refund|geld zur|geld-zur|rembours|devoluc|reembols|soddisfatti|tax|mwst|umsatz|mehrwert|hors|impuesto|save|saving|discount|cheaper|spar|rabatt|nachlass|économi|remise|réduction|ahorr|descuento|risparmi|sconto|% off|month free|month off|months free|months off|one months|two months|three months|1 months|2 months|3 months|4 months|5 months|6 months|nonprofit|non-profit|non profit|charit|student|teacher|school|classroom|academic|universit|educat|startup|start-up|open source|open-source|gemeinnütz|étudiant|estudiant|association|minimum|min.|mindestens|minimo|at least|includ|inkl|inclu|saml|scim|audit|single sign|vat!|gst!|ust!|ttc!|ht!|iva!|sso!|sla!|mois offert|mois gratuit|meses gratis|monate gratis|monate kostenlos|monate geschenkt|试用|トライアル|お試し|退款|返金|税|省|割引|年付|年払',
  ],
  [
    COUNT,
    '0|1|2|3|4|5|6|7|8|9|one!|two!|three!|four!|six!|seven!|ten!|fourteen!|thirty!|sixty!|ninety!|ein!|eine!|zwei!|drei!|un!|deux!|trois!|dos!|tres!',
  ],
  [TRIAL, 'trial|free|test|ausprobieren|probe|essai|essay|prueba|prova|试用|トライアル|お試し|体験'],
  [REFUND, 'refund|money|geld|rembours|devoluci|reembols|rimbors|退款|返金'],
  [
    TAX,
    'tax|sales tax|vat|gst|hst|duty|duties|mwst|mehrwertst|ust!|umsatzst|verstehen|ht!|hors t|ttc!|toutes taxes|tva|iva|impuesto|imposto|税',
  ],
  [ANNUAL, 'annual|yearly|per year|by the year|a year|12 month|jährlich|annuel|à l|anual|annuale|年付|按年|年払|年額'],
  [REDUCTION, '%|percent|prozent|month|free month|monat|mois|meses|mesi|％|个月|か月|ヶ月'],
  [
    PROGRAMME,
    'startup|start-up|jeunes pousses|student|teach|educat|academic|universit|school|classroom|faculty|étudiant|enseignant|établissements|estudiant|schulen|hochschul|studier|bildung|nonprofit|non-profit|non profit|not-for-profit|charit|ngo|501|gemeinnützig|vereine|association|à but|sin ánimo|sin fines|open source|open-source',
  ],
  [UNITS, 'min|at least|au moins|mínimo|inclu|incl.|inkl|comes with|enth|inbegriffen|最少|最低'],
  [
    CAPABILITY,
    'sso|single sign|single-sign|singlesign|saml|scim|directory sync|audit|sla|service level|service-level|servicelevel|uptime|role based|role-based|role perm|rbac|custom role|custom domain|custom sub|full api|public api|open api|rest api|developer api|api|data residency|hipaa|white|remove|priority',
  ],
  [INHERITANCE, 'every|all!|alle!|alles!|tout|todo|todas'],
];

export const FACT_WORDS = new KeyWords(new Map(WORDS));
