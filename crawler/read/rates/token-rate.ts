/** The words of token pricing: which rate is meant, per how many tokens, in what currency, up to which context. */
import { RATE_FIELDS } from '../../../data/reading.ts';
import { label } from '../page/label.ts';

export type RateField = (typeof RATE_FIELDS)[number][0];
/** `pair` is input and output in one; `price` a price of whatever its row or its words say. */
export type Role = RateField | 'model' | 'band' | 'context' | 'unit' | 'pair' | 'price' | 'other';

/** Under what name the evidence of each rate is kept. */
export const EVIDENCE_OF = Object.fromEntries(RATE_FIELDS) as Record<RateField, (typeof RATE_FIELDS)[number][1]>;

const INPUT =
  /\binputs?\b|\bprompt\b|\bentrées?\b|\beingabe|\bentradas?\b|\bingresso\b|вход(?:н|ящ|(?![а-яё]))|вхідн|\bgird[iı]|\bgiriş|\binvoer\b|\bwejści|\bvstup|\bmasukan\b|đầu vào|ورودی|مدخل|إدخال|输入|輸入|提示|入力|입력/i;
const OUTPUT =
  /\boutputs?\b|(?<!\b(?:chat|text) )\bcompletions?\b|\bgenerated\b|(?<!\p{L})sorties?\b|\bausgabe|\bsalidas?\b|\bsaídas?\b|\buscita\b|выход(?:н|(?![а-яё]))|исходящ|вихідн|çıktı|çıkış|\buitvoer\b|\bwyjści|\bvýstup|\bkeluaran\b|đầu ra|خروجی|مخرج|إخراج|输出|輸出|补全|出力|출력/iu;
const CACHED = /\bcach|缓存|緩存|快取|キャッシュ|캐시/i;
const CACHE_MISS = /\bmiss|\bnon-?cached|\buncached|\bnot cached|未命中|非缓存|不含缓存/i;
const CACHE_WRITE = /\bwrites?\b|\bcreat|\bstorage\b|\bstore|写入|创建|存储|書き込み/i;
const BATCH = /\bbatch|批量|批处理|バッチ/i;
/** What a model reads or writes beside text, and what it may do beside answering. */
const OTHER_MODE =
  /\btrain|fine-?tun|\baudio\b|\bimages?\b|\bvideo\b|\bspeech\b|\blength\b|\blimits?\b|\bwindow\b|\bmax\b|\bper (?:second|minute|day|hour)\b|\bcitation|\bsearch|最大|长度(?!.*[元$])|窗口|限制|字数|آموزش|تدريب|调优|训练|音频|图片|图像|视频/i;
const TEXT = /\btext\b|文本|文字/i;
const MODEL =
  /^(?:\S+ )?models?(?: names?| ids?| family)?(?: ?\(\d\))?$|^model\b|^(?:(?:nome?|nombre) d[eiou]l? ?)?mod[eè]ll?[eoi]?s?$|^modellname|^модел[ьи]|^llms?$|^مدل|^(?:ال)?نموذج|^mô hình|模型(?:名称|id|版本)?$|^模型|モデル|모델/i;
const CONTEXT =
  /^(?:max(?:imum)? )?context(?: (?:length|window|size|limit))?(?: ?\(tokens?\))?$|^(?:模型)?上下文(?:长度|窗口)?(?: ?[（(]tokens?数?[）)])?$/i;
const BAND =
  /阶梯|条件|长度|\bcondition|\bprompt (?:length|size)|\binput (?:length|size)|\binput token range|\bcontext (?:length|band|range)|\brange\b|\bthreshold|计费区间/i;
const UNIT = /^(?:billing )?units?$|^unidad(?:e|es)?$|^unités?$|^einheit$|计费单位|^[单單単]位$|단위$/i;
const MONEY =
  /[$€£¥￥元円]|\b(?:usd|eur|cny|rmb|prices?|pricing|costs?|rates?)\b|单价|價格|單價|价格|定价|価格|料金|가격|요금|\bpreis|\bkosten\b|\bprix\b|\btarifs?\b|\btarif[fy]|\bprecio|\bpreços?\b|\bprezz[oi]\b|цен[аы]|стоимость|\bfiyat|ücret|\bprijs|\bceny?\b|\bharga\b|цін[аи]|هزینه|قیمت|سعر/i;

export function roleOf(header: string): Role {
  const isInput = INPUT.test(header);
  const isOutput = OUTPUT.test(header);
  if (MODEL.test(header) && !isInput && !isOutput) return 'model';
  if (UNIT.test(header)) return 'unit';
  if (CONTEXT.test(header)) return 'context';
  if (BAND.test(header) && !MONEY.test(header)) return 'band';
  const isOtherMode = OTHER_MODE.test(header) && !TEXT.test(header);
  if (CACHED.test(header)) {
    if (isOtherMode) return 'other';
    if (CACHE_MISS.test(header)) return isInput || !isOutput ? 'inputPerMTok' : 'other';
    return CACHE_WRITE.test(header) || isOutput ? 'other' : 'cachedInputPerMTok';
  }
  if (isOtherMode) return 'other';
  if (isInput && isOutput) return 'pair';
  if (!isInput && !isOutput) return isPriceWord(header) ? 'price' : 'other';
  if (BATCH.test(header)) return isInput ? 'batchInputPerMTok' : 'batchOutputPerMTok';
  return isInput ? 'inputPerMTok' : 'outputPerMTok';
}

function isPriceWord(header: string): boolean {
  return MONEY.test(header) || perMillion(header) !== undefined;
}

/** The order that words put kinds of token in: "input / cached input / output". */
export function orderIn(words: string): RateField[] | undefined {
  let run: RateField[] = [];
  for (const part of words.split(/\s?(?:\/|→|->|[·|,，、&]|\band\b)\s?/)) {
    const role = part.length > 90 ? 'other' : roleOf(part);
    if (isRate(role) && !run.includes(role)) run.push(role);
    else if (run.length > 1) return run;
    else run = isRate(role) ? [role] : [];
  }
  return run.length > 1 ? run : undefined;
}

/** What the words beside an amount say it is for; "in" and "out" do in short ones. */
export function ownRole(words: string): Role {
  const role = roleOf(words);
  if (isRate(role) || words.length > 40) return role;
  const [isIn, isOut] = [/\bin\b/i.test(words), /\bout\b/i.test(words)];
  return isIn === isOut ? role : isIn ? 'inputPerMTok' : 'outputPerMTok';
}

export function isRate(role: Role): role is RateField {
  return Object.hasOwn(EVIDENCE_OF, role);
}

export function batched(field: RateField): RateField {
  return field === 'inputPerMTok' ? 'batchInputPerMTok' : field === 'outputPerMTok' ? 'batchOutputPerMTok' : field;
}

/** Rates that are asked only in certain hours, for certain speeds or after training: not the model's own. */
const APART =
  /\boff-?peak|\bdiscount(?:ed)? (?:price|hours)|\bflex\b|\bpriority\b|\bfast mode\b|\bprovisioned|\bfine-?tun|\btraining\b|闲时|低谷|夜间|错峰|优惠时段|微调|精调/i;
const MODALITY = /\baudio\b|\bspeech\b|\bvoice\b|\bimages?\b|\bvideos?\b|\brealtime\b|语音|音频|图片|图像|视频/i;

/** "On-demand and batch pricing" */
const NOT_ONLY_BATCH =
  /\b(?:on-?demand|standard|real-?time|online|regular|sync(?:hronous)?)\b.{0,12}(?:\band\b|&|\/|,)|(?:\band\b|&|\/|,).{0,12}\b(?:on-?demand|standard|real-?time|online|regular)\b/i;

export type Manner = 'batch' | 'apart' | undefined;

export function isApart(words: string): boolean {
  return APART.test(words);
}

/** What headings or labels say of all the rates under them. */
export function mannerOf(words: string): Manner {
  if (isApart(words) || (MODALITY.test(words) && !TEXT.test(words) && !/\bmulti-?modal/i.test(words))) return 'apart';
  return BATCH.test(words) && !NOT_ONLY_BATCH.test(words) ? 'batch' : undefined;
}

/** Output that was thought about first, where the page has another rate for output that was not. */
export function isThinking(words: string): boolean {
  return (
    /\bthinking\b|\breasoning\b|思考/i.test(words) &&
    !/\bnon-?thinking|\bno thinking|\bwithout|\bincluding|\band\b|&|非思考/i.test(words)
  );
}

/** Sound and pictures, said of one of several amounts. */
export function isOtherMode(words: string): boolean {
  return MODALITY.test(words) && !TEXT.test(words);
}

/** Not "Less than 4B parameters", which are many, and none that hears or draws. */
export function isOneModel(name: string): boolean {
  return !isOtherMode(name) && !SIZES.test(name);
}

const SIZES =
  /^\W{0,4}(?:less|more|fewer|up to|over|under|above|below|from|between|[<>≤≥]|\d{1,4}(?:\.\d)? ?[bm]? ?(?:[-–—~]|to) ?\d{1,4}(?:\.\d)? ?[bm]\b)|\bparam(?:eter)?s?\b|\b(?:small|medium|large|other|all) models\b/i;

/** Models that only read: the one price of their tokens is the input's. */
export function isReader(words: string): boolean {
  return /\bembed|\bre-?rank|向量|嵌入|重排/i.test(words);
}

/** What was asked before. */
export function isFormer(words: string): boolean {
  return /\bold\b|\bprevious|\boriginal|\bbefore\b|\bformer|^原|原价|调整前|降价前/i.test(words);
}

/** What the maker of a model asks, beside what is asked here. */
export function isElsewhere(words: string): boolean {
  return ELSEWHERE.test(words);
}

const ELSEWHERE =
  /\b(?:provider|official|upstream|retail|list)(?:[’']?s)? (?:input |output )?(?:price|pricing|rate|cost|input|output)|官方|官网|厂商|原厂|市场价/i;

/** What is asked here, beside what the maker of a model asks. */
export function isOurs(words: string): boolean {
  return /\bours?\b|\byou pay\b|\byour (?:price|cost|rate)\b|\bwith us\b|本站|我们|折后/i.test(words);
}

/** Tables that hold one's own against others': the others' rates are theirs to state, and rounded. */
export function isComparison(heading: string): boolean {
  return /\bvs\.?(?!\p{L})|\bversus\b|\balternatives?\b|\bcompetitors?\b|\bother providers\b|竞品|友商/iu.test(heading);
}

const OFFER =
  /渠道|通道|线路|地域|区域|\b(?:channel|region|endpoint)s?\b|\b(?:via|through|on) \p{Lu}|\b(?:AWS|Azure|Bedrock|Vertex)\b/u;

/** Which of several ways to buy the same models a heading stands over. */
export function offerIn(heading: string): string | undefined {
  const words = heading.trim();
  return words.length < 40 && OFFER.test(words) && !isFormer(words) && !isElsewhere(words) ? words : undefined;
}

/** Words that head prices and name no model. */
export function isGeneric(words: string): boolean {
  if (perMillion(words) !== undefined || isRate(roleOf(words))) return true;
  return /^\W*$|\bpric(?:e|es|ing)\b|\bbilling\b|\bcosts?\b|\brates?\b|^(?:(?:text |input |output |cached )?tokens?|usage|models?|overview|standard|standard tier|total|language models?|details|input|output|(?:direct|batch|standard|real-?time|sync|async|online|offline)(?: api| mode| inference)?)$|\bpreise?\b|\bprix\b|\btarif|\bprecios?\b|\bpreços?\b|\bprezzi\b|\bfiyat|ücret|\bceny?\b|цен[аы]|стоимость|هزینه|قیمت|سعر|价格|定价|计费|料金|요금/i.test(
    words.trim(),
  );
}

const TOKEN = '(?:tok|词元|トークン|토큰|jeton|токен|توک|توك)';
const KIND = '(?:(?:input|output|cached|text|输入|输出|入力|出力)[\\s-]{0,3}){0,2}';
/** "/1M characters" counts something else. */
const NO_NOUN = '(?! ?(?!in\\b|out\\b|input|output)[a-z])';
const SCALE = new RegExp(
  [
    `(?<million>(?:\\b1 ?m\\b|\\bm\\b|\\bmillions?\\b|\\bmio\\.?|\\bmillionen\\b|\\bmil(?:lón|lones|hão|hões|ioni|ione)|\\b1[,. ]?000[,. ]?000|百万|百萬|100 ?万|100 ?만|백만|млн\\.?|миллион(?:а|ов)?|мільйон(?:а|ів)?|milyon|juta|miljoen|milion(?:a|ów|y|ů)?|triệu|میلیون|مليون)[\\s-]{0,3}(?:of |de |di )?${KIND}${TOKEN}|/ ?mtok|\\bmtok|[元$¥￥€] ?[/／] ?每? ?百[万萬](?! ?[\\u4e00-\\u9fffa-z])|/ ?1 ?m\\b${NO_NOUN}|/ ?m(?:illions?)?\\b${NO_NOUN}|\\bp(?:er|ro|ar|or) (?:1 ?m\\b|million)${NO_NOUN})`,
    `(?<thousand>(?:\\b1 ?k\\b|\\bk\\b|\\bthousand|\\b1[,.]?000\\b|千|\\b1 000|هزار|ألف)[\\s-]{0,3}(?:of |de )?${KIND}${TOKEN}|/ ?ktok\\b|/ ?1k\\b${NO_NOUN}|\\bper 1k\\b${NO_NOUN})`,
    `(?<myriad>(?<![\\d百千])(?:\\b1 ?)?[万萬][\\s-]{0,3}${KIND}${TOKEN})`,
    `(?<one>(?:\\bper|/) ?${KIND}token\\b)`,
  ].join('|'),
  'gi',
);

/** Something of every scale, also where its words stand in lines or cells of their own. */
const SCALE_HINT = /tok|词元|トークン|토큰|jeton|токен|توک|توك|million|百[万萬]|[/\s1_][mk](?:\b|_|in|out)/i;
/** What scales have that don't end in a token. */
const WITHOUT_TOKEN = /million|百[万萬]|[/\s1_][mk](?:\b|_|in|out)/i;
/** What scales have before their token. */
const BEFORE_TOKEN =
  /per|\/|\b[mk]\b|[mk]tok|1\s{0,3}[mk]|1\D{0,3}000|mil|mio|thousand|[千万萬만]|млн|миллион|мільйон|juta|triệu|میلیون|مليون|هزار|ألف/i;
/** Names of fields, which are read as words. */
const FIELD = /[_a-z][_A-Z]/;

const NEXT_HINT = new RegExp(SCALE_HINT.source, 'gi');

/** Where words that may be of tokens stand next; behind the text where none do. */
export function nextOfTokens(text: string, from: number): number {
  NEXT_HINT.lastIndex = from;
  return NEXT_HINT.exec(text)?.index ?? text.length;
}

/** Whether any of these words may be of tokens. */
export function tellsOfTokens(words: string): boolean {
  return SCALE_HINT.test(words);
}

/** Whether any part of these words may say a scale. */
export function mayScale(words: string): boolean {
  return tellsOfTokens(words) && (WITHOUT_TOKEN.test(words) || BEFORE_TOKEN.test(words) || FIELD.test(words));
}

export type Scale = 1 | 100 | 1000 | 1_000_000;

/**
 * What one rate must be multiplied by to be a rate per million tokens; undefined where the words don't say. Of two
 * sayings the last counts: it stands nearest to what it is said of.
 */
export function perMillion(words: string): Scale | undefined {
  if (!mayScale(words)) return undefined;
  let scale: Scale | undefined;
  for (const match of words.matchAll(SCALE)) {
    const before = words.slice(Math.max(0, match.index - 16), match.index);
    const after = words.slice(match.index + match[0].length, match.index + match[0].length + 24);
    // "Up to 1M tokens of context" says nothing of prices; "1M tokens per minute" neither.
    if (/\b(?:up to|context(?: window)?(?: of)?|first|supports?|over|than) ?$|[≤<>~-] ?$/i.test(before)) continue;
    if (/^\p{L}{0,5} ?(?:of )?(?:context|window|per (?:minute|day|month)|\/ ?(?:min|day|month))/iu.test(after))
      continue;
    // "1,000 tokens ≈ 750 words" says how long a text is.
    if (/≈ ?$/.test(before) || /^s? ?[≈=~] ?\d[\d.,–~-]{0,9} ?(?!usd|eur|cny|rmb|美?元)\p{L}/iu.test(after)) continue;
    const { million, myriad, thousand } = match.groups ?? {};
    scale = million !== undefined ? 1 : myriad !== undefined ? 100 : thousand !== undefined ? 1000 : 1_000_000;
  }
  return scale;
}

/** Chinese pages write "元" and "美元" in a header for a column of bare numbers. */
export function currencyIn(words: string): string | undefined {
  return CURRENCIES.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Those whose sign or name holds another's come first: "R$", "日元". */
const CURRENCIES: readonly [string, RegExp][] = [
  ['USD', /美元|美金|\bUSD\b|US\$/i],
  ['BRL', /R\$|\bBRL\b|\breais\b/i],
  ['EUR', /€|\bEUR\b|欧元|歐元/i],
  ['JPY', /円|日元|\bJPY\b/i],
  ['CNY', /(?<![港台韩])元|\bCNY\b|\bRMB\b|人民币/i],
  ['GBP', /£|\bGBP\b/i],
  ['INR', /₹|\bINR\b/i],
  ['KRW', /₩|\bKRW\b/i],
  ['RUB', /₽|\bRUB\b/i],
  ['USD', /(?<![\p{L}])\$/u],
];

const BAND_WORDS =
  /(?:[≤≥<>]=?|\b(?:up to|over|above|under|below|beyond|more than|less than|greater than))\s?\d[\d,.]{0,9}\s?[km]?\b|\b\d[\d.,]{0,7}\s?[km]?\s?[-–~]\s?\d[\d.,]{0,7}\s?[km]\b|\b\d[\d.]{0,7}\s?[km]?\+(?!\w)/i;

const AFTER_BAND = /^\s?(?:(?:input|output|prompt|context) )?tokens?/i;

export function withoutBand(words: string): string {
  const band = BAND_WORDS.exec(words);
  const rest = band === null ? '' : words.slice(band.index + band[0].length);
  return band === null ? words : `${words.slice(0, band.index)}${rest.replace(AFTER_BAND, '')}`;
}

/** The stretch of context that words bind a rate to, as they put it: "prompts > 200k tokens". */
export function bandIn(words: string): string | undefined {
  const found = BAND_WORDS.exec(words);
  if (found === null) return undefined;
  const before =
    /(?:\b(?:prompts?|inputs?|context(?: length)?)|输入长度|输入|长度)\s?$/i.exec(words.slice(0, found.index))?.[0] ??
    '';
  const after = AFTER_BAND.exec(words.slice(found.index + found[0].length))?.[0] ?? '';
  return label(`${before}${found[0]}${after}`.replace(/<=/g, '≤').replace(/>=/g, '≥'), 80) || undefined;
}
