/** Words that make of an amount something else than what a tier costs. */

/** The reason why an amount that is none of the others below is no price. */
export const SOMETHING_ELSE = 'an amount of something else';

/** Words before an amount, with what they make of it. */
export const REFUSALS: [RegExp, string][] = [
  // At the head of a line "Plus" is a tier.
  [/(?:\bplus|\S\s+Plus)\s*$/u, SOMETHING_ELSE],
  [/(?:^|\s)\+\s?$/u, SOMETHING_ELSE],
  [/[=×*]\s?$/u, 'arithmetic'],
  [
    /(?:^|[.!?(]\s?)(?:(?:for )?example|e\.g\.|for instance|(?:zum )?beispiel|par exemple|por ejemplo)[:,]? [^.!?\n]{0,60}$/iu,
    'an example',
  ],
  [/(?<!\p{L})\d{1,2} ?[x×](?: de| of)?\s?$/iu, 'an instalment'],
  [
    /(?<!\p{L})(?:save|saves|saving|savings|you save|discount(?: of)?|sparen(?: sie)?|spare|(?:du )?sparst(?: du)?|gespart|ersparnis|économi(?:sez|e|es)|économie de|ahorr(?:a|as|e|o|o de)|risparmi(?:a|o)?|economi[zs](?:e|a)|poup[ea]|bespaart?|spara|spar|säästä|säästät|oszcz(?:ędzasz|ędź|ędność)|ušetříte|ušetři|экономия|экономьте|скидка|выгода|tasarruf|off)[\s:]*(?:up to |over |bis zu |jusqu[’']à )?$|(?:节省|立省|立减|优惠|お得|절약)[\s:：]*$|\bsav(?:e[sd]?|ing) (?:us|you|me|them|teams|customers|companies)(?: (?:about|around|over|roughly|up to))?\s*$|\b(?:cut|cuts|cutting|reduced?|reduces|reducing|lower(?:ed|s|ing)?|slash(?:ed|es|ing)?|trim(?:med|s)?|dropped)\b[^.!?\n$€£]{1,40} by\s*$/iu,
    'a saving',
  ],
  [
    /(?:[≈~∼]|(?<!\p{L})(?:approx(?:\.|imately)?|about|around|roughly|circa|ca\.|etwa|environ|ungefähr|aprox\.))\s?$|(?:约|約|约合)\s?$|(?<!\p{L})custom(?: pricing)? ?\($/iu,
    'an estimate',
  ],
  [
    /(?<!\p{L})(?:unlike|competitors?(?: charge)?|others? (?:charge|ask|want)s?|elsewhere|alternatives? cost)[\s:]*$/iu,
    'the price of another',
  ],
  [
    /(?<!\p{L})(?<!\b(?:no|without|beyond) )(?:limit|cap|quota|ceiling|threshold|allowance)s?(?: (?:of|is|at))?[\s:–—-]*$|(?<!\p{L})(?:if|once|unless|when)(?! [^.,:;!?\n]{0,60}(?:billed|paid|pay|prefer))(?: [^.,:;!?\n]{0,60})? (?:is|are|reaches|exceeds|hits|was|were)(?: (?:about|around|over))?\s*$|(?<!\p{L})(?:students?|teachers?|schools?|educators?|charit(?:y|ies)|non-?profits?|academics?|veterans?|contributors?)(?: only)? pay\s*$/iu,
    SOMETHING_ELSE,
  ],
  [
    /\b(?:up to|scales? to|grow(?:s|ing)? to|over|under|less than|more than|below|above|exceed(?:s|ing)?|between|first|minimum(?: monthly| annual| yearly)?(?: spend| charge| fee| bill| commitment| payment| usage)?(?: of| is)?|maximum(?: of)?|max|capped (?:at|to)|cap of|at least|raised|revenue|budget(?: of)?|spend(?:ing)?|spent|worth|earn(?:ing)?|made|make|paid|get|receive|\+|additional|extra|overage|(?<!\b(?:an?|the|its|flat|base|fixed) (?:monthly|annual|yearly) )fees?(?: of)?|bonus|credits?(?: of)?|cost us|compared to|vs\.?|versus|includes?(?: the)?|including|with|gives? you|grants?|refund|insurance|coverage|deposit(?: of)?|(?:after|following|on top of) (?:an?|the|your))[\s:]*$/iu,
    SOMETHING_ELSE,
  ],
];
/** "Usage limit" on a line of its own above an amount; "Higher usage limits" there is what a tier has. */
export const LIMIT_ABOVE =
  /(?:^|[\n\t])[ \d.)]{0,5}(?:(?:your|monthly|max(?:imum)?|total|soft|hard|default|account) ){0,3}(?:spend(?:ing)?|usage|credit|budget|billing) (?:limit|cap|ceiling|quota|threshold)s?\s?:?\s{0,9}$/iu;

/** The same behind the amount. */
export const REFUSALS_AFTER: [RegExp, string][] = [
  [
    /^\s?(?:(?:\/ ?|per |a )(?:month|mo|year|yr) )?(?:off\b|discount|savings?\b|rabatt|de réduction|saved)/iu,
    'a saving',
  ],
  [
    /^(?: [\w-]+){0,3}? ?(?:in |of )?(?:(?:free |monthly |usage |platform |api |included |bonus |compute |promotional |model |promo )*credits?\b|credited|bonus|cashback|voucher|gift card|refund|deposit)/iu,
    'a credit',
  ],
  [
    /^ ?(?:each|apiece)(?= ?(?:[.,;)]|$))|^\s?(?:of (?:free|included|usage|resource|credit)|(?:free|included|bonus) usage\b|worth|in (?:revenue|savings|sales|equivalent|arr|mrr|funding|spend|free|value|tracked|volume|transactions)|(?:(?:(?:\/|per|a) ?(?:month|mo|year|yr)|annual|monthly) )?(?:revenue|spend|arr|budget|(?:sales |payment |transaction |trading )?volume|turnover|gmv)\b|(?:\/ ?|per |a )(?:month|mo|year|yr) in (?:equivalent|value|savings|fees|costs?)\b|(?:included|minimum|setup|set-up|activation|onboarding|implementation|processing|one-time fee|overage|transaction)|(?:(?:\/ ?|per |a )(?:month|mo|year|yr)\b )?(?:(?:monthly|usage|spend(?:ing)?|credit|budget|billing|account|soft|hard) ){0,3}(?:limit|cap|ceiling|quota|threshold)s?\b(?!(?: of| to)? ?[:\d]))/iu,
    SOMETHING_ELSE,
  ],
  [
    /^[\s(]{0,2}(?:(?:\/ ?|per |a )?(?:month|mo|year|yr|annum)\b|monthly|annual(?:ly)?|yearly)[ ,]{0,2}min(?:imum|\.)(?! (?:\d|of \d))/iu,
    'a least charge',
  ],
  [/^\s?(?:x|×|=|\)\s?×)/u, 'arithmetic'],
  [/^[^\n]{0,24}\btotal for \d/iu, 'a total for several'],
];
