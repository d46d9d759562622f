/** The words of token pricing: which rate a column is, per how many tokens, in what currency. */
import type { ReadModel } from '../../data/reading.ts';

export type RateField =
  | 'inputPerMTok'
  | 'outputPerMTok'
  | 'cachedInputPerMTok'
  | 'batchInputPerMTok'
  | 'batchOutputPerMTok';
export type Role = RateField | 'model' | 'band' | 'unit' | 'other';

export const RATE_FIELDS = [
  'inputPerMTok',
  'outputPerMTok',
  'cachedInputPerMTok',
  'batchInputPerMTok',
  'batchOutputPerMTok',
] as const satisfies readonly (keyof ReadModel)[];

const INPUT = /\binputs?\b|\bprompt\b|输入|輸入|入力|입력/i;
const OUTPUT = /\boutputs?\b|\bcompletions?\b|\bgenerated\b|输出|輸出|出力|출력/i;
const CACHED = /\bcach|缓存|緩存|キャッシュ|캐시/i;
const CACHE_MISS = /\bmiss|未命中/i;
const CACHE_WRITE = /\bwrites?\b|\bcreat|\bstorage\b|\bstore|写入|创建|存储/i;
const BATCH = /\bbatch\b|批量|批处理|バッチ/i;
const OTHER_MODE =
  /\btrain|fine-?tun|\baudio\b|\bimages?\b|\bvideo\b|\blength\b|\blimit\b|\bwindow\b|\bmax\b|最大|长度(?!.*[元$])|窗口|限制|字数|调优|训练/i;
const MODEL = /^(?:\S+ )?models?(?: names?| ids?| family)?$|^model\b|模型(?:名称|id)?$|^模型|モデル|모델/i;
const BAND =
  /阶梯|条件|长度|\bcondition|\bprompt (?:length|size)|\binput (?:length|size)|\bcontext (?:length|band|range)|\brange\b|\bthreshold|计费区间/i;
const UNIT = /^(?:billing )?units?$|计费单位|^单位$/i;
const MONEY = /[$€£¥￥元]|\b(?:usd|eur|cny|rmb|price|cost)\b|单价|价格/i;

export function roleOf(header: string): Role {
  if (MODEL.test(header) && !INPUT.test(header) && !OUTPUT.test(header)) return 'model';
  if (UNIT.test(header)) return 'unit';
  if (BAND.test(header) && !MONEY.test(header)) return 'band';
  const isInput = INPUT.test(header);
  const isOutput = OUTPUT.test(header);
  if (CACHED.test(header)) {
    if (CACHE_MISS.test(header)) return isInput || !isOutput ? 'inputPerMTok' : 'other';
    return CACHE_WRITE.test(header) || isOutput ? 'other' : 'cachedInputPerMTok';
  }
  if (OTHER_MODE.test(header) || isInput === isOutput) return 'other';
  if (BATCH.test(header)) return isInput ? 'batchInputPerMTok' : 'batchOutputPerMTok';
  return isInput ? 'inputPerMTok' : 'outputPerMTok';
}

const PER_MILLION =
  /(?:1 ?m\b|\bm\b|\bmillion|1,?000,?000|1 000 000|百万|百萬|100万|million)[\s-]{0,3}(?:of )?(?:(?:input|output|cached|text|输入|输出)[\s-]{0,3}){0,2}(?:tok|词元|トークン|토큰)|\/ ?mtok\b|\bmtok\b|\/ ?1?m\b/i;
const PER_THOUSAND =
  /(?:1 ?k\b|\bk\b|\bthousand|1,?000\b|千|1 000)[\s-]{0,3}(?:of )?(?:(?:input|output|cached|text|输入|输出)[\s-]{0,3}){0,2}(?:tok|词元|トークン)|\/ ?ktok\b|\/ ?1k\b/i;

/** What one rate must be multiplied by to be a rate per million tokens; undefined where the words don't say. */
export function perMillion(words: string): 1 | 1000 | undefined {
  if (PER_MILLION.test(words)) return 1;
  if (PER_THOUSAND.test(words)) return 1000;
  return undefined;
}

/** Chinese pages write "元" and "美元" in a header for a column of bare numbers. */
export function currencyIn(words: string): string | undefined {
  if (/美元|美金|\bUSD\b|US\$/i.test(words)) return 'USD';
  if (/元|\bCNY\b|\bRMB\b|人民币/i.test(words)) return 'CNY';
  if (/€|\bEUR\b/i.test(words)) return 'EUR';
  if (/£|\bGBP\b/i.test(words)) return 'GBP';
  if (/\$/.test(words)) return 'USD';
  return undefined;
}
