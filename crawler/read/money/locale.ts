/** What a page says about where it is read from and in what money it counts. */

import { defined } from '../../../data/defined.ts';
import type { Document } from '../page/document.ts';
import { languagesOf } from '../vocabulary/vocabulary.ts';
import { isCode, type Locale } from './currency.ts';

/** Structured data stands near the top of a page; beyond this it is not looked for. */
const MAX_SOURCE = 2_000_000;

export function localeOf(document: Document, url = ''): Locale {
  const stated = statedCurrency(document.visible);
  const country = countryOf(document, url);
  const hint = declaredCurrency(document.source);
  return { lang: languageOf(document), ...defined({ country, stated, hint }) };
}

/** What the page declares, else what its script and words show: kana is Japanese, Han without kana Chinese. */
function languageOf(document: Document): string {
  const social = (document.meta.get('og:locale') ?? '').replace('_', '-').toLowerCase();
  const declared = document.lang.replace('_', '-');
  // "en" by the page's root and "en_AU" for those who share it: one says more than the other.
  if (declared !== '') return !declared.includes('-') && social.startsWith(`${declared}-`) ? social : declared;
  if (social !== '') return social;
  const sample = document.visible.slice(0, 4000);
  if (/[\u3041-\u30ff]/.test(sample)) return 'ja';
  if ((sample.match(/[\u4e00-\u9fff]/g)?.length ?? 0) > 3) return 'zh';
  return languagesOf(document.visible, '')[0] ?? '';
}

/** Not the domains of small countries that the whole world uses: .io, .co, .ai, .me, .tv. */
function countryOf({ meta }: Document, url: string): string | undefined {
  const address = meta.get('canonical') ?? meta.get('og:url') ?? url;
  if (!MAY_HAVE_COUNTRY.test(address)) return undefined;
  return COUNTRY.exec(URL.parse(address)?.hostname ?? '')?.[1];
}

const COUNTRY = /\.(au|ca|nz|sg|hk|tw|mx|cl|ar|uy|se|no|dk|is|za|ch|uk|jp|cn|in|pk|lk|np|bo|ve|gt|ba|eg|sa|ma|ae)$/;
/** Of an address as it stands; one in other than printable ASCII is for the runtime to read. */
const MAY_HAVE_COUNTRY = new RegExp(`[^!-~]|%|${COUNTRY.source.replace('$', '(?:[/:?#\\\\]|$)')}`, 'i');

/** The currency of all the offers in the page's structured data, where they have one. */
function declaredCurrency(source: string): string | undefined {
  // A capital is found fastest.
  if (!source.includes('Currency') || !source.includes('priceCurrency')) return undefined;
  const found = new Set<string>();
  for (const match of source
    .slice(0, MAX_SOURCE)
    .matchAll(/priceCurrency\\?["']\s{0,4}(?::|content=)\s{0,4}\\?["']([A-Z]{3})/g))
    if (match[1] !== undefined && found.size < 2) found.add(match[1]);
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 && isCode(only) ? only : undefined;
}

const ABOUT_PRICES =
  /(?:prices?|pricing|amounts|fees|charges|preise|beträge|prix|tarifs|precios|importes|prezzi|preços|valores|prijzen|ceny|priser|цены|价格|價格|価格|料金)(?!\p{L})/giu;
const IN_CODE = /^[^.!?\n$€£¥\d]{0,40}?(?<![A-Z])([A-Z]{3})(?![A-Z])/;
const IN_WORDS: [RegExp, string][] = [
  [/^[^.!?\n]{0,40}\b(?:US|U\.S\.|United States|American) dollars\b/i, 'USD'],
  [/^[^.!?\n]{0,40}\b(?:Australian|AU) dollars\b/i, 'AUD'],
  [/^[^.!?\n]{0,40}\b(?:Canadian|CA) dollars\b/i, 'CAD'],
  [/^[^.!?\n]{0,40}\bNew Zealand dollars\b/i, 'NZD'],
  [/^[^.!?\n]{0,40}\bSingapore dollars\b/i, 'SGD'],
  [/^[^.!?\n]{0,40}\bHong Kong dollars\b/i, 'HKD'],
  [/^[^.!?\n]{0,40}\b(?:dólares (?:estadounidenses|americanos)|US-Dollar|dollars américains)/i, 'USD'],
  [/^[^.!?\n]{0,40}\bpesos mexicanos\b/i, 'MXN'],
];
/** What all of those have. */
const IN_WORDS_HINT = /dollar|dólares|pesos/i;
const MAX_MENTIONS = 400;

/** The currency that the page states for all its prices; undefined where it states two. */
export function statedCurrency(text: string): string | undefined {
  const found = new Set<string>();
  let mentions = 0;
  for (const match of text.matchAll(ABOUT_PRICES)) {
    // Looked at here rather than by the pattern, which would look at every letter of the page.
    if (isLetter(text.charAt(match.index - 1))) continue;
    mentions += 1;
    if (mentions > MAX_MENTIONS) break;
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 60);
    const code = IN_CODE.exec(after)?.[1];
    if (code !== undefined && isCode(code) && isStatement(after.slice(0, after.indexOf(code)))) found.add(code);
    const words = IN_WORDS_HINT.test(after) ? IN_WORDS.find(([pattern]) => pattern.test(after))?.[1] : undefined;
    if (words !== undefined) found.add(words);
  }
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

/** "are in", "shown in", "(": what stands between says that the code is theirs. */
function isStatement(between: string): boolean {
  return /(?<!\p{L})(?:in|en|em|w|i|are|sind|są|:)\s?(?:the )?$|\($|[：:（]\s?$|以$|は$/iu.test(between);
}
