/**
 * Which of a page's variants was served. Vendors answer by the visitor's language, country and currency, so a price
 * that differs from yesterday's may be the same list in other money; whoever compares two readings asks this first.
 *
 * Each value has the sign that it was taken from; where signs name several, or none, it is absent.
 */
import type { Currency } from '../../../data/money.ts';
import type { PageVariant, ReadModel, ReadTier } from '../../../data/reading.ts';
import { isCode, type Locale } from '../money/currency.ts';
import { childrenOf, type Document, eachElement, type PageElement, runAt } from '../page/document.ts';
import { label } from '../page/label.ts';

interface Signed<T> {
  value: T;
  sign: string;
}

interface Offered {
  tiers: readonly ReadTier[];
  models: readonly ReadModel[];
}

const MAX_CURRENCIES = 20;
const MAX_ALTERNATES = 300;
const MAX_CHOSEN = 500;
const MAX_OPTIONS = 300;
const SYMBOL_OF: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₹': 'INR', '¥': 'JPY', $: 'USD' };
/** What the source of every chosen element has. */
const CHOOSES = /aria-(?:selected|pressed|checked|current)|\schecked/i;
const CHOSEN = ['aria-selected', 'aria-pressed', 'aria-checked', 'aria-current'];

export function variantOf(
  document: Document,
  addresses: readonly string[],
  offered: Offered,
  page: Locale,
): PageVariant {
  const { tiers, models } = offered;
  const count = new Map<Currency, number>();
  for (const { currency } of [...tiers.flatMap(({ prices }) => prices), ...models])
    count.set(currency, (count.get(currency) ?? 0) + 1);
  const currencies = [...count]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_CURRENCIES)
    .map(([currency]) => currency);
  const alternates = alternatesOf(document);
  const locale = servedLocale(document, addresses, alternates);
  const language = languageOf(document, locale, page.lang);
  const currency = ownCurrency(document, addresses, { currencies, tiers, page });
  const reasons = [
    locale !== undefined ? `locale ${locale.value} by ${locale.sign}` : '',
    locale === undefined && language !== undefined ? `language ${language.value} by ${language.sign}` : '',
    alternates.length > 1 ? `one of ${alternates.length} alternates` : '',
    currency !== undefined ? `${currency.value} by ${currency.sign}` : '',
    currencies.length > 1 ? `prices in ${currencies.join(', ')}` : '',
  ].filter(Boolean);
  return {
    ...(language !== undefined && { language: language.value }),
    ...(locale !== undefined && { locale: locale.value }),
    ...(currency !== undefined && { currency: currency.value }),
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
    { value: self.length === 1 ? self[0]?.locale : undefined, sign: 'its hreflang link' },
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

interface Context {
  currencies: readonly Currency[];
  tiers: readonly ReadTier[];
  page: Locale;
}

/** By the first sign that names a currency in which there are prices; a walk over the page is the last resort. */
function ownCurrency(
  document: Document,
  addresses: readonly string[],
  { currencies, tiers, page }: Context,
): Signed<Currency> | undefined {
  const { meta } = document;
  const [only, second] = currencies;
  const asked = (address: string) =>
    codeIn(/[?&](?:currency|cur|ccy)=([a-z]{3})(?:&|#|$)/i.exec(address.slice(0, 2000))?.[1] ?? '');
  const signs: Signed<() => string | undefined>[] = [
    { value: () => (second === undefined ? only : undefined), sign: 'all prices that were read' },
    { value: () => addresses.map(asked).find(Boolean), sign: 'the address' },
    { value: () => selectedCurrency(document), sign: 'what is selected' },
    { value: () => codeIn(declaredCurrency(document)), sign: "the page's root" },
    { value: () => page.stated, sign: 'its own words' },
    { value: () => shownCurrency(document, tiers), sign: 'the prices in sight' },
    {
      value: () => codeIn(meta.get('og:price:currency') ?? meta.get('product:price:currency') ?? ''),
      sign: 'its metadata',
    },
    { value: () => page.hint, sign: 'its structured data' },
  ];
  for (const { value: said, sign } of signs) {
    const value = said();
    if (value !== undefined && (only === undefined || currencies.includes(value))) return { value, sign };
  }
  return undefined;
}

/** What the root or the body itself says. */
function declaredCurrency({ tagged }: Document): string {
  const roots = [...(tagged.get('html') ?? []), ...(tagged.get('body') ?? [])];
  const said = roots.map(({ attribs }) => attribs['data-currency'] ?? attribs['data-currency-code']);
  return said.find((each) => each !== undefined)?.slice(0, 10) ?? '';
}

/** An option that is selected, or the first of a list of currencies where none is; a button that is pressed. */
function selectedCurrency(document: Document): string | undefined {
  const codeOf = (element: PageElement) => codeIn(element.attribs.value ?? '') ?? codeIn(textOf(document, element));
  const said = (document.tagged.get('select') ?? []).slice(0, 100).flatMap((select) => {
    const options = childrenOf(select)
      .flatMap((child) => (child.name === 'optgroup' ? childrenOf(child) : [child]))
      .filter(({ name }) => name === 'option')
      .slice(0, MAX_OPTIONS);
    const codes = options.map(codeOf);
    if (new Set(codes.filter(Boolean)).size < 2) return [];
    return (
      codes[
        Math.max(
          0,
          options.findIndex(({ attribs }) => attribs.selected !== undefined),
        )
      ] ?? []
    );
  });
  return onlyOf([...said, ...chosenIn(document).flatMap((element) => codeOf(element) ?? [])]);
}

/** Shown as chosen, by ARIA or as inputs are. */
function chosenIn({ root, format, source }: Document): PageElement[] {
  const chosen: PageElement[] = [];
  if (format !== 'html' || !CHOOSES.test(source)) return chosen;
  eachElement(root, (element) => {
    const { name, attribs } = element;
    const isChosen =
      CHOSEN.some((each) => attribs[each] === 'true') || (name === 'input' && attribs.checked !== undefined);
    if (isChosen && chosen.length < MAX_CHOSEN) chosen.push(element);
  });
  return chosen;
}

function textOf({ visible }: Document, { start, end }: PageElement): string {
  return start < 0 ? '' : visible.slice(start, Math.min(end, start + 40)).trim();
}

/** "EUR", "€ EUR", "Euro (EUR)", "€": words that are a currency and little else. */
function codeIn(words: string): Currency | undefined {
  if (words.length > 30) return undefined;
  const symbol = SYMBOL_OF[words.trim()];
  if (symbol !== undefined) return symbol;
  const codes = (words.match(/(?<![\p{L}\d])[a-z]{3}(?![\p{L}\d])/giu) ?? []).map((code) => code.toUpperCase());
  return onlyOf(codes.filter(isCode));
}

/** Where a switch hides the prices in all other currencies. */
function shownCurrency(document: Document, tiers: readonly ReadTier[]): Currency | undefined {
  const shown = tiers
    .flatMap(({ prices }) => prices)
    .filter(
      ({ evidence: { scope, textStart } }) => scope === 'text' && runAt(document, textStart)?.element.hidden === false,
    );
  return onlyOf(shown.map(({ currency }) => currency));
}

function onlyOf<T>(values: readonly T[]): T | undefined {
  const [only, ...others] = new Set(values);
  return others.length === 0 ? only : undefined;
}
