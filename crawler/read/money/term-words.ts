/**
 * What vendors say around a price, in the languages that they say it in: periods, billings, units, and offers for a
 * time. Patterns only; term.ts applies them to short slices.
 */

/** "per", "a", "/": what joins an amount to its period. */
const PER =
  "(?:[\\/\\\\] ?|(?<!\\p{L})(?:per|an?|each|every|p\\/|pro|je|par|por|al|alla|im|au|i|na|za|o|om|w|pr\\.?|cada|ogni|в|за|на) |(?<!\\p{L})p\\/|all[’']|l[’'])(?:one |1 |calendar |single )?";
const END = '(?!\\p{L})';

const MONTHS =
  'mo(?:n(?:th|at|thly)?)?|mth|mnth|months|mois|mes|mese|mês|maand|måned|månad|mån|mnd|md|miesiąc|miesiącu|mies|mc|měsíc|mesiac|hó(?:nap)?|lună|lunar|месяц|мес|місяць|міс|месец|μήνα|ay|bulan|bln|tháng|kk|kuukausi|เดือน|חודש|شهر';
const YEARS =
  'year|yr|y|annum|jahr|année|an|año|ano|anno|jaar|år|rok|roku|év|год|рік|година|yıl|tahun|thn|năm|vuosi|v|ปี|שנה|سنة|عام';
const word = (words: string) => `(?<!\\p{L})(?:${words})${END}`;
const any = (...sources: string[]) => new RegExp(sources.join('|'), 'iu');

const THIRTY_DAYS = '30[ -]?(?:days?|tage?n?|jours|días|dias|giorni|dagen|dni|dní|дней|днів|gün)';

/** A whole line below an amount: for how long it is, and no more. */
export const WHOLE_MONTH = new RegExp(
  `^[\\s(]{0,3}(?:(?:1 |one )?(?:mo|mth|month)\\.?|1 (?:monat|mois|mes|mese|mês|maand|miesiąc|месяц)|${THIRTY_DAYS})[\\s)]{0,3}(?:$|[\\n\\t,;(*·|])`,
  'iu',
);
export const WHOLE_YEAR =
  /^[\s(]{0,3}(?:(?:1 |one )?(?:yr|year)\.?|1 (?:jahr|an|año|anno|ano|jaar|rok|год)|12 (?:months|monate|mois|meses|mesi|maanden)|365 (?:days|tage))[\s)]{0,3}(?:$|[\n\t,;(*·|])/iu;

export const MONTH = any(
  `${PER}(?:${MONTHS})${END}`,
  `(?<!\\p{L})(?:per|pro|par|por|per) \\p{L}{2,20} (?:&|and|und|et|y|e) (?:par |por |pro |per )?(?:${MONTHS})${END}`,
  word(
    'monthly|p\\/?m|pcm|monatlich|mensuel(?:le)?s?|mensuellement|mensual(?:es)?|mensualmente|mensal(?:mente)?|mensil[ei]|mensilmente|maandelijks|månedlig|månadsvis|miesięcznie|měsíčně|mesačne|havonta|ежемесячно|щомісяця|aylık|bulanan|kuukaudessa|לחודש|בחודש|شهري[اً]{1,2}|month-to-month|monat|месяц|мес\\.',
  ),
  `(?:\\/ ?|(?<!\\p{L})(?:per|each|every|for|pro|je|alle|par|por|cada|ogni|al|за|на) )${THIRTY_DAYS}${END}`,
  '\\/ ?(?:1 ?)?(?:个月|ヶ月|か月|カ月|月|월)|\\/ ?30 ?(?:天|日|일)',
  '每个?月|月额|月額|毎月|月々|매월|매달|월간',
);
export const YEAR = any(
  `${PER}(?:${YEARS})${END}`,
  '(?:\\/ ?|(?<!\\p{L})(?:per|every|for) )(?:12[ -]months?|twelve months)(?!\\p{L})',
  word(
    'yearly|annually|p\\.?a|per annum|jährlich|annuel(?:le)?s?|annuellement|anual(?:es)?|anualmente|annual[ei]|annualmente|jaarlijks|årlig|årligen|årsvis|rocznie|ročně|évente|ежегодно|щороку|yıllık|tahunan|לשנה|בשנה|سنوي[اً]{1,2}',
  ),
  '\\((?:1|one)[ -]year\\)|\\(12[ -]months\\)',
  '\\/ ?(?:1 ?)?(?:年|년)',
  '每年|年额|年額|毎年|매년|연간',
);
export const WEEK = any(
  `${PER}(?:week|wk|woche|semaine|semana|settimana|vecka|uke|tydzień|týden|неделю|неделя)${END}`,
  word('weekly|wöchentlich|hebdomadaire|semanal'),
  '\\/ ?(?:周|週|주)|每周|毎週',
);
export const DAY = any(
  `${PER}(?:day|tag|jour|día|giorno|dia|dag|dzień|den|день)${END}`,
  word('daily|täglich'),
  '\\/ ?(?:天|日|일)|每天',
);

const COUNT =
  '(?:[2-9]|1[013-9]|[2-9]\\d|two|three|four|five|six|nine|ten|eighteen|twenty-four|zwei|drei|sechs|deux|trois|six|dos|tres|seis|due|tre|sei)';
/** Lengths of time that are neither a month nor a year: what they cost can't be said by `Per`. */
export const OTHER_PERIOD = any(
  `${PER}(?:quarter|qtr|quartal|trimestre|trim|kwartał|čtvrtletí|квартал|kvartal|kwartaal|semestre|semester|halbjahr|half[- ]?year|biennium|fortnight|decade)${END}`,
  `(?:${PER}|(?<!\\p{L})(?:alle|tous les|cada|ogni|co|каждые) )${COUNT}[ -]?(?:months?|mos?|mths?|monate|mois|meses|mesi|maanden|miesiące|miesięcy|месяца|месяцев|years?|yrs?|jahre|ans|años|anos|anni|weeks?|days?)${END}`,
  `(?<!\\p{L})(?:for (?:just |only )?|für |pour )(?:${COUNT}[ -]?(?:days?|weeks?|months?|tage|wochen|monate|jours|semaines|mois)|(?:1|one|a) (?:day|week))${END}`,
  `\\(${COUNT}[ -]?(?:months?|years?|weeks?|monate|jahre|mois|ans|meses|años|mesi|anni)\\)`,
  word(
    'quarterly|biennial(?:ly)?|biannual(?:ly)?|bi-?yearly|semi-?annual(?:ly)?|half[- ]yearly|triennial(?:ly)?|every (?:other|second) (?:month|year|week)|bi-?monthly|bi-?weekly|fortnightly|vierteljährlich|halbjährlich|trimestriel(?:le)?(?:ment)?|semestriel(?:le)?|trimestral(?:mente)?|semestral(?:mente)?|trimestrale|semestrale|kwartalnie|kvartalsvis',
  ),
  '\\/ ?季|每季|季度|半年|四半期|半期|분기|반기',
  '\\/ ?(?:[2-9]|1[013-9]|[2-9]\\d) ?(?:个月|ヶ月|か月|カ月|개월|年|년)',
);

const ONE_PAYMENT =
  'one[- ]?time|one[- ]?off|lifetime|single payment|pay once|einmalig(?:e[rs]?)?|paiement unique|achat unique|pago único|pago unico|una tantum|pagamento unico|pagamento único|jednorazowo|jednorázově|единоразово|разово|eenmalig|engångsköp|engangskøb|買い切り|一次性';
const FROM = 'from|starting (?:at|from)|desde|ab|à partir de|dès|a partire da|da|a partir de|vanaf|od|от';
export const ONCE = any(
  word(
    'one[- ]?time|one[- ]?off|lifetime|once(?! (?:a|per|every|each|you|your|the))|single payment|pay once|einmalig|à vie|a vita|pour toujours|per sempre|de por vida|para siempre|vitalíci[oa]|para sempre|für immer|lebenslang|unique(?:ment)?|pago único|una tantum|pagamento único|jednorazowo|jednorázově|единоразово|разово|eenmalig|engångs\\p{L}*|for (?:life|ever)',
  ),
  '(?<!\\p{L})for \\d+ (?:years|months)(?!\\p{L})',
  '一次性|買い切り|买断|终身|永久|평생|일회성',
);

const BILLED =
  'billed|paid|charged|invoiced|payable|payment|billing|commit(?:ment)?|contract|when|if|with|on an?|for an?|renews?';
export const BILLED_ANNUAL = any(
  '\\((?:annual(?:ly)?|yearly|jährlich|annuel|anual)\\)',
  `(?<!\\p{L})(?:${BILLED}) ?(?:up ?front |in full )?(?:(?:per |for )?(?:a |an |the )?(?:annual(?:ly)?|yearly|year|12 months)|every (?:year|12 months)|once (?:a year|per year|yearly|annually)|by the year)${END}`,
  word('(?:annual|yearly|12[- ]month) (?:billing|plan|payment|subscription|contract|commitment|term|price|prepay)'),
  '(?<!\\p{L})billed as(?!\\p{L}).{0,20}(?<!\\p{L})year(?!\\p{L})',
  word('pay(?:ing)? (?:annually|yearly|by the year|every year|once a year|for (?:a|the|one) (?:full |whole )?year)'),
  word(
    "jährliche[rn]? (?:abrechnung|zahlung|zahlweise)|bei jährlicher|(?:bei )?jahres(?:zahlung|abrechnung|abo|vertrag)|jährlich (?:abgerechnet|zahlbar|bezahlt|fällig)|facturé(?:e|s)? (?:annuellement|à l[’']année|par an)|(?:en )?paiement annuel|(?:avec )?(?:un )?(?:engagement|abonnement|facturation) annuel(?:le)?|annualisé|factur\\p{L}* (?:anual\\p{L}*|annuel\\p{L}*|par an|à l[’']année)|fatturat\\p{L}* annual\\p{L}*|(?:con )?(?:fatturazione|pagamento) annuale|facturación anual|pago anual|cobrad\\p{L}* anual\\p{L}*|faturad\\p{L}* anual\\p{L}*|(?:no )?(?:plano|pagamento) anual|jaarlijks (?:gefactureerd|betaald)|(?:bij )?jaarlijkse (?:betaling|facturatie)|faktureras årligen|vid årlig betalning|faktureres årlig|ved årlig betaling|betales årligt|(?:przy )?płatności rocznej|rozliczane rocznie|płatne rocznie|(?:při )?roční(?: platbě|m předplatném)|при (?:ежегодной|годовой) оплате|при оплате за год|оплата за год|yıllık (?:faturalandırma|ödeme|faturalandırılır)",
  ),
  '按年|年付|年払い|年契約|年間契約|年一括|毎年の?(?:ご)?(?:請求|お?支払)|年(?:間|額|次)(?:ごとに)?(?:ご)?請求|每年(?:计费|付款|支付|扣款|結算|結帳)|(?:연간|매년) (?:결제|청구|구독)|年缴|年繳|年结',
);
export const BILLED_MONTHLY = any(
  '\\((?:monthly|monatlich|mensuel|mensual)\\)',
  '\\/ ?mo(?:nth)?,? monthly\\b',
  `(?<!\\p{L})(?:billed|paid|charged|invoiced|payable|when|if|or|with|on an?) (?:a |the )?(?:monthly|month-to-month|month to month|month by month|each month|every month|per month|by the month)${END}`,
  word(
    'month[- ]to[- ]month|pay(?:ing)? (?:monthly|by the month|every month)|monthly (?:billing|plan|payment|subscription|contract|price)|no annual (?:contract|commitment)',
  ),
  word(
    'bei monatlicher|monatlich(?:e[rn]?)? (?:abrechnung|zahlung|kündbar)|monatlich (?:abgerechnet|zahlbar|bezahlt)|factur\\p{L}* mensuel\\p{L}*|(?:en )?paiement mensuel|sans engagement|fatturat\\p{L}* mensil\\p{L}*|facturad\\p{L}* mensual\\p{L}*|pago mensual|cobrad\\p{L}* mensal\\p{L}*|faturad\\p{L}* mensal\\p{L}*|pagamento mensal|maandelijks (?:gefactureerd|betaald|opzegbaar)|faktureras månadsvis|faktureres månedlig|(?:przy )?płatności miesięcznej|rozliczane miesięcznie|při měsíční platbě|при ежемесячной оплате|aylık (?:faturalandırma|ödeme)',
  ),
  '按月|月付|月払い|毎月の?(?:ご)?(?:請求|お?支払)|月(?:間|額|次)(?:ごとに)?(?:ご)?請求|每月(?:计费|付款|支付|扣款|結算|結帳)|(?:월간|매월) (?:결제|청구|구독)|月缴|月繳',
);
/** Billed at another rhythm: no billing that we know. */
export const BILLED_OTHERWISE =
  /(?<!\p{L})(?:billed|paid|charged|invoiced|payable) (?:quarterly|(?:bi|semi|half)-?\s?(?:annually|yearly)|biennially|triennially|every (?:[2-9]|two|three|six|24|36|48) (?:months|years)|(?:for|up front for) (?:2|3|two|three) years|(?:per|each|every) quarter|(?:vierteljährlich|halbjährlich))(?! or| and|,)|(?<!\p{L})(?:vierteljährlich|halbjährlich) (?:abgerechnet|zahlbar)|(?<!\p{L})(?:24|36|48)[- ]month (?:plan|term|contract|commitment)/iu;

/** A line that says of the amount below that it is paid once. */
export const HEAD_ONCE = new RegExp(
  `(?:^|[\\n.·•|] ?)(?:${ONE_PAYMENT})(?: (?:payment|purchase|fee|licen[cs]e|price|zahlung|betrag|zahlbar|setup|set-up))?[\\s:·–-]{0,4}(?:${FROM})?\\s{0,4}$`,
  'iu',
);
/** Before an amount, says its period: "月額 980円", "Monthly: $10". */
export const HEAD_MONTH = new RegExp(
  `(?:${word('monthly|per month|(?:pro|im|je) monat|monatlich|par mois|mensuel|al mes|mensual|al mese|por mês|ежемесячно|в месяц|aylık|miesięcznie|měsíčně|per maand')}|每(?:用户|人|席位)?每?月|每月|月额|月額|毎月|月々|月费|月費|매월|월|매달)(?: price| billing| plan| (?:fee|cost|charge|rate|subscription)s?(?: of)?)?[\\s:：–—-]*(?:only |just |nur )?$`,
  'iu',
);
export const HEAD_YEAR = new RegExp(
  `(?:${word("per year|pro jahr|jährlich|par an|al año|anual|all[’']anno|por ano|в год|yıllık|rocznie|ročně|per jaar")}|每年|年额|年額|毎年|年费|年費|매년|연간|연)(?: price| billing| plan| (?:fee|cost|charge|rate|subscription)s?)?[\\s:：]*$`,
  'iu',
);

const SPAN = `(?:\\d{1,2} |two |three |six |twelve |couple of )?(?:months?|years?|weeks?|days?|billing (?:cycle|period)s?)`;
/** For the first while only. */
export const INTRO = any(
  `(?<!\\p{L})(?:for |in |during )?(?:the |your )?(?:first|1st|initial) ${SPAN}${END}`,
  word('introductory|intro (?:price|offer|rate)|new customers'),
  word(
    '(?:in den|die|für die) ersten (?:\\d+ |drei |sechs )?(?:monate|monaten|jahr|jahre)|im ersten (?:monat|jahr)|(?:les|pendant les|pour les) (?:\\d+ |trois |six )?premiers mois|(?:le|la|pendant le|pour le)? ?premi(?:er|ère) (?:mois|année|an)|(?:los|durante los) primeros (?:\\d+ |tres |seis )?meses|(?:el )?primer (?:mes|año)|(?:per )?i primi (?:\\d+ |tre |sei )?mesi|(?:il )?primo (?:mese|anno)|nos primeiros (?:\\d+ )?meses|no primeiro (?:mês|ano)|de eerste (?:\\d+ )?maand(?:en)?|het eerste jaar|przez pierwsz\\p{L}* (?:\\d+ )?(?:miesiąc|miesiące|miesięcy|rok)|перв\\p{L}* (?:\\d+ )?(?:месяц|месяца|месяцев|год)',
  ),
  '首月|首年|前 ?\\d+ ?个月|新用户|初月|初年度|最初の|첫 ?달|첫 ?해|첫 ?\\d+ ?개월',
);
/** A single first month or year, whose price is for all of it. */
export const FIRST_MONTH =
  /(?<!\p{L})(?:first|1st) month(?!\p{L})|ersten monat|premier mois|primer mes|primo mese|primeiro mês|首月|初月|첫 ?달/iu;
export const FIRST_YEAR =
  /(?<!\p{L})(?:first|1st) year(?!\p{L})|ersten jahr|première année|primer año|primo anno|primeiro ano|首年|初年度|첫 ?해/iu;
/** "First 3 months $1". */
export const HEAD_INTRO = new RegExp(
  `(?:(?<!\\p{L})(?:first|1st) ${SPAN}(?: (?:at|for|only|is|just))?|首月|首年|初月|初年度|(?<!\\p{L})(?:erster monat|premier mois|primer mes|primo mese))[\\s:：]*(?:only |just )?$`,
  'iu',
);
/** What is asked after it. */
export const THEN =
  /(?:(?<!\p{L})(?:then|thereafter|afterwards?|after that|then,? (?:starts? (?:at|from)|you pay|it[’']?s)|anschließend|danach|dann|puis|ensuite|después|luego|poi|depois|daarna|därefter|deretter|następnie|potem|затем|далее|потом|sonra)|之后|以后|その後|以降|이후)[\s:,]*(?:only |just |for |at |à |für )?$/iu;
export const RENEWS =
  /(?<!\p{L})(?:renews? (?:at|for)|renewing at|renewal(?: price)?(?: at)?)[\s:]*(?:only |just )?$/iu;
export const AFTERWARDS =
  /(?<!\p{L})(?:thereafter|afterwards|after (?:that|(?:the|your) (?:first|trial|intro|promo)|trial|\d{1,2} (?:months?|days?|years?)|(?:first|one|three|six) (?:months?|years?))|when you renew|(?:on|upon|at) renewal)(?!\p{L})/iu;
/** What "then" follows where the price before it was of a trial or an offer: not a volume, not a first block of seats. */
export const BEFORE_THEN =
  /(?<!\p{L})(?:months?|year|days?|weeks?|trial|monate?n?|tage|mois|jours|meses|días|mesi|giorni|месяц\p{L}*|дней)(?!\p{L})|个月|ヶ月|日間/iu;

/** Of a price by the month, that it is the year's divided by twelve. */
export const EQUIVALENT_BEFORE =
  /(?:[(（]|(?<!\p{L})(?:that[’']?s|which is|equals|equal to|works out (?:at|to)|comes to|equivalent (?:to|of)|(?:effective|equivalent)(?:ly)?(?: (?:monthly|per[- ]month|price|cost|rate|fee|of|is)){0,4}|monthly equivalent(?: price)?|i\.e\.|das sind|entspricht|effektiv(?:er (?:monats)?preis)?|umgerechnet|soit|c[’']est|équivaut à|(?:prix |coût )?(?:mensuel équivalent|équivalent mensuel)|equivale a|equivalente? (?:mensual|mensal|mensile)|ossia|oftewel|omgerekend|czyli|то есть)|実質(?:月額)?|月換算(?:で)?|相当于(?:每月)?|折合(?:每月)?|월 ?환산)[\s:：(]{0,20}(?:only |just |nur |about )?$/iu;
export const EQUIVALENT_AFTER =
  /(?<!\p{L})(?:monthly equivalent|equivalent monthly|effective(?:ly)? (?:monthly|per month))(?!\p{L})/iu;
/** Of a year's total, that it is how the price by the month is charged. */
export const BILLED_BEFORE =
  /(?<!\p{L})(?:(?:billed|charged|paid|payable|invoiced|payment|total)(?: (?:as|at|of|annually|yearly|up ?front|in full|once a year|for (?:the|one) year|today)){0,3}|abgerechnet(?: mit)?|facturé(?:e|s)?|facturado|fatturato|cobrado)[\s:(]*(?:one payment of |a total of )?$/iu;
export const BILLED_AFTER =
  /^[\s(,]{0,3}(?:(?:per|a|\/) ?(?:year|yr|annum) ?)?[\s(,]{0,3}(?:(?:is |will be )?(?:billed|charged|paid|due|invoiced)|in total|total|jährlich abgerechnet|facturés? annuel|facturados? anual|fatturati? annual)/iu;

/** How one pays, said in front of an amount. */
export const INTRODUCES =
  /^(?:年|月)(?:払い?|間?契約|付)|^(?:annual|yearly|monthly)(?: (?:price|plan|cost|billing|subscription|option|rate|total))? ?:$/iu;
export const PAID_BY_YEAR =
  /연간 ?(?:결제|구독|계약|약정)(?: ?시)?(?: ?월)?[\s:：]*$|(?:按年|年付|年払い?|年間?契約|年缴|年繳)[^\s\d。、，,）)（(／/或又]{0,8}[\s:：]*$/u;
export const PAID_BY_MONTH =
  /월간 ?(?:결제|구독)(?: ?시)?(?: ?월)?[\s:：]*$|(?:按月|月付|月払い?|月缴|月繳)[^\s\d。、，,）)（(／/或又]{0,8}[\s:：]*$/u;

/** Metered things in other languages than English: "0,20 € pro 1.000 E-Mails", "0,01 € par requête". */
export const METERED_ELSEWHERE =
  /(?<!\p{L})(?:per|pro|je|par|por|pr\.?) ((?:[\d.,]+ ?[km]? )?(?:e-?mails?|nachrichten?|anfragen?|aufrufe?|abfragen?|minuten?|stunden?|dokumente?|transaktion(?:en)?|buchung(?:en)?|requêtes?|appels?|heures?|crédits?|mensajes?|mensage[mn]s?|solicitud(?:es)?|llamadas?|horas?|minutos?|créditos?|documentos?|messagg(?:io|i)|richiest[ae]|chiamat[ae]))(?!\p{L})/iu;

/** Both states of a switch, side by side where no script hides one. */
export const BILLED_EITHER =
  /\bbilled monthly[\s,/|]{1,4}billed (?:annually|yearly)\b|\bbilled (?:annually|yearly)[\s,/|]{1,4}billed monthly\b|\b(?:monthly (?:or|and|&|\/) (?:annual|yearly)|(?:annual|yearly) (?:or|and|&|\/) monthly) (?:billing|payments?)\b/i;
/** The same of the period: one of the two holds, and nobody knows which. */
export const EITHER_PERIOD =
  /^\s{0,3}\/ ?(?:(?:mo|month)\s{0,3}\/ ?(?:yr|year)|(?:yr|year)\s{0,3}\/ ?(?:mo|month))(?!\p{L})/iu;
/** Metered things: what they cost is usage, even "a month". "/ month for 500 calls" says what a month comes with. */
export const METERED =
  /(?:\/|\bper|\bfor every(?= \d)|(?<!\b(?:month|mo|year|yr)(?:ly)?,? )\bfor(?= \d)|\beach|\bpro|\badditional|\bextra) ?(?:additional |extra )?((?:[\d.,]+ ?[km]?\b ?)?(?:[\w-]+ ){0,3}?(?:gb|gib|tb|tib|mb|(?:giga|tera|mega|gibi|tebi|peta)bytes?|hours?|hrs?|hr|minutes?|mins?|seconds?|secs?|requests?|calls?|api calls?|credits?|messages?|sms|tokens?|mtok|images?|transactions?|quer(?:y|ies)|runs?|executions?|vcpus?|cores?|invocations?|builds?|checks?|pings?|operations?|page ?views?|events?|emails?|documents?|pages?|scans?|lookups?|tasks?|conversations?|resolutions?|units?|texts?|letters?|records?|sessions?|clicks?|leads?|bookings?|orders?)(?: (?:runs?|checks?|views?|calls?|requests?|executions?))?)\b/iu;
export const THOUSANDS =
  /(?:\/|\bper|\bfor every|(?<!\b(?:month|mo|year|yr)(?:ly)?,? )\bfor) ?((?:[\d.,]+ ?[km]|[\d]{1,3}(?:,\d{3})+|\d{3,7}) (?:[\w-]+ ){0,2}?[\w-]+)/iu;
export const HOURLY =
  /\/ ?h(?:r|our)?s?(?!\p{L})|\bhourly\b|\bper hour\b|\ban hour\b|\/小时|\/时|\/張|\/张|\/秒|\/次/iu;
export const FLOOR =
  /(?:(?<!\p{L})(?:from|starts? (?:at|from)|starting (?:at|from|price)|starting|as low as|ab|à partir de|dès|desde|a partire da|a partir de|da|vanaf|från|fra|od|от|від|mulai|alkaen)|起|低至|最低)[\s:]*(?:just |only |nur |seulement )?$/iu;
export const FLOOR_AFTER = /^\s?(?:\+|and up|or more|起|以上|から|〜|～|부터|и выше|'dan başlayan)/iu;
export const STRUCK_BEFORE =
  /(?<!\p{L})(?:was|were|normally|(?:regular|usual|normal|full|original) price|regular(?:ly)?|usually|originally|list price|instead of|statt|bisher|au lieu de|antes|en lugar de|anziché|invece di|em vez de|in plaats van|zamiast|вместо|before|rrp|msrp|uvp|valued? at|worth|reg\.?)[\s:]*$|(?:原价|通常価格|정가)[\s:：]*$/iu;
export const PROMO =
  /\b(?:for (?:\d+) (?:months?|years?|weeks?)|limited[- ]time|black friday|launch (?:price|offer)|promo(?:tion)?|special offer|early[- ]bird)\b|限时/iu;
