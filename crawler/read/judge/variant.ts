/**
 * Which of a page's variants was served. Vendors answer by the visitor's language, country and currency, so a price
 * that differs from yesterday's may be the same list in other money; whoever compares two readings asks this first.
 *
 * Each value has the sign that it was taken from; where signs name several, or none, it is absent.
 */
import { defined } from '../../../data/defined.ts';
import type { Currency } from '../../../data/money.ts';
import type { PageVariant, ReadModel, ReadTier } from '../../../data/reading.ts';
import { onlyOf } from '../../../data/text/only.ts';
import { isCode, type Locale } from '../money/currency.ts';
import type { Document } from '../page/document.ts';
import { label } from '../page/label.ts';

interface Signed<T> {
  value: T;
  sign: string;
}

const MAX_CURRENCIES = 20;
const MAX_ALTERNATES = 300;

export function variantOf(
  document: Document,
  addresses: readonly string[],
  { tiers, models, page }: { tiers: readonly ReadTier[]; models: readonly ReadModel[]; page: Locale },
): PageVariant {
  const priced = [...tiers.flatMap(({ prices }) => prices), ...models];
  const currencies = [...Map.groupBy(priced, ({ currency }) => currency)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_CURRENCIES)
    .map(([currency]) => currency);
  const alternates = alternatesOf(document);
  const locale = servedLocale(document, addresses, alternates);
  const language = languageOf(document, locale, page.lang);
  const currency = ownCurrency(document, addresses, { currencies, page });
  const reasons = [
    locale !== undefined ? `locale ${locale.value} by ${locale.sign}` : '',
    locale === undefined && language !== undefined ? `language ${language.value} by ${language.sign}` : '',
    alternates.length > 1 ? `one of ${alternates.length} alternates` : '',
    currency !== undefined ? `${currency.value} by ${currency.sign}` : '',
    currencies.length > 1 ? `prices in ${currencies.join(', ')}` : '',
  ].filter(Boolean);
  return {
    ...defined({ language: language?.value, locale: locale?.value, currency: currency?.value }),
    currencies,
    reason: label(reasons.join('; ') || 'the page does not say', 200),
  };
}

/** A link to the page in another language. */
interface Alternate {
  locale: string;
  href: string;
}

function alternatesOf({ tagged }: Document): Alternate[] {
  return (tagged.get('link') ?? [])
    .flatMap(({ attribs: { rel, hreflang = '', href = '' } }): Alternate[] => {
      const locale = rel === 'alternate' ? localeIn(hreflang) : undefined;
      return locale === undefined ? [] : [{ locale, href: href.slice(0, 1000) }];
    })
    .slice(0, MAX_ALTERNATES);
}

/** "de-at" and "de_AT" as BCP 47 writes them; a language alone has no region. */
function localeIn(words: string): string | undefined {
  const [, language, region] = /^([a-z]{2,3})(?:[-_](?:[a-z]{4}[-_])?([a-z]{2}|\d{3}))?$/i.exec(words.trim()) ?? [];
  if (language === undefined) return undefined;
  const country = region?.toUpperCase().replace('UK', 'GB');
  return country === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${country}`;
}

/** Language and region; a locale without a region is a language and nothing more. */
function servedLocale(
  { lang, meta }: Document,
  addresses: readonly string[],
  alternates: readonly Alternate[],
): Signed<string> | undefined {
  const own = [...addresses, meta.get('canonical') ?? ''].map(bare).filter(Boolean);
  const self = alternates.filter(({ href }) => own.includes(bare(href)));
  const language = localeIn(lang)?.split('-')[0];
  const social = localeIn(meta.get('og:locale') ?? '');
  const signs: Signed<string | undefined>[] = [
    // A page that is the alternate for several regions is of none.
    { value: onlyOf(self)?.locale, sign: 'its hreflang link' },
    { value: own.map(pathLocale).find(Boolean), sign: 'its address' },
    { value: localeIn(lang), sign: 'its lang attribute' },
    // Site builders put their own "en_US" here until somebody changes it.
    { value: language === undefined || social?.startsWith(`${language}-`) ? social : undefined, sign: 'og:locale' },
  ];
  for (const { value, sign } of signs) if (value?.includes('-')) return { value, sign };
  return undefined;
}

/** Host and path, as two spellings of one address have them in common. */
function bare(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:/, '')
    .replace(/[?#].*/s, '')
    .replace(/\/$/, '');
}

function pathLocale(address: string): string | undefined {
  const part = address.replace(/^\/\/[^/]{0,300}/, '').split('/')[1] ?? '';
  return /^[a-z]{2}[-_][a-z]{2}$/.test(part) ? localeIn(part) : undefined;
}

function languageOf(
  { lang, meta }: Document,
  locale: Signed<string> | undefined,
  shown: string,
): Signed<string> | undefined {
  const signs: [string, string][] = [
    [lang, 'its lang attribute'],
    [locale?.value ?? '', locale?.sign ?? ''],
    [shown, meta.has('og:locale') ? 'og:locale' : 'its script'],
  ];
  for (const [words, sign] of signs) {
    const value = localeIn(words)?.split('-')[0];
    if (value !== undefined) return { value, sign };
  }
  return undefined;
}

/** By the first sign that names a currency in which there are prices. */
function ownCurrency(
  { meta }: Document,
  addresses: readonly string[],
  { currencies, page }: { currencies: readonly Currency[]; page: Locale },
): Signed<Currency> | undefined {
  const only = onlyOf(currencies);
  if (only !== undefined) return { value: only, sign: 'all prices that were read' };
  const asked = addresses.map((each) => /[?&](?:currency|cur|ccy)=([a-z]{3})(?:&|#|$)/i.exec(each.slice(0, 2000))?.[1]);
  const signs: Signed<string | undefined>[] = [
    { value: asked.find(Boolean), sign: 'the address' },
    { value: page.stated, sign: 'its own words' },
    { value: meta.get('og:price:currency') ?? meta.get('product:price:currency'), sign: 'its metadata' },
    { value: page.hint, sign: 'its structured data' },
  ];
  for (const { value = '', sign } of signs) {
    const code = value.toUpperCase();
    if (isCode(code) && (currencies.length === 0 || currencies.includes(code))) return { value: code, sign };
  }
  return undefined;
}
