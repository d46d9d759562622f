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

const MAX_CURRENCIES = 20;
const SYMBOL_OF: Record<string, string> = { '€': 'EUR', '£': 'GBP', '₹': 'INR', '¥': 'JPY', $: 'USD' };

export function variantOf(
  document: Document,
  addresses: readonly string[],
  { tiers, models }: { tiers: readonly ReadTier[]; models: readonly ReadModel[] },
  page: Locale,
): PageVariant {
  const currencies = currenciesOf(tiers, models);
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

/** Of the prices that were read, those of most prices first. */
function currenciesOf(tiers: readonly ReadTier[], models: readonly ReadModel[]): Currency[] {
  const count = new Map<Currency, number>();
  const add = (currency: Currency) => count.set(currency, (count.get(currency) ?? 0) + 1);
  for (const { prices } of tiers) for (const { currency } of prices) add(currency);
  for (const { currency } of models) add(currency);
  return [...count.entries()]
    .sort(([, a], [, b]) => b - a)
    .map(([currency]) => currency)
    .slice(0, MAX_CURRENCIES);
}

/** A link to the page in another language. */
interface Alternate {
  locale: string;
  href: string;
}

function alternatesOf({ tagged }: Document): Alternate[] {
  const found: Alternate[] = [];
  for (const { attribs } of tagged.get('link') ?? []) {
    const locale = localeIn(attribs.hreflang ?? '');
    if (attribs.rel === 'alternate' && locale !== undefined && found.length < 300)
      found.push({ locale, href: (attribs.href ?? '').slice(0, 1000) });
  }
  return found;
}

/** What the root or the body itself says. */
function declaredCurrency({ tagged }: Document): string | undefined {
  for (const { attribs } of [...(tagged.get('html') ?? []), ...(tagged.get('body') ?? [])]) {
    const currency = attribs['data-currency'] ?? attribs['data-currency-code'];
    if (currency !== undefined) return currency.slice(0, 10);
  }
  return undefined;
}

/** Shown as chosen, by ARIA or as inputs are. */
function chosenIn({ root, format, source }: Document): PageElement[] {
  const chosen: PageElement[] = [];
  if (format !== 'html' || !CHOOSES.test(source)) return chosen;
  eachElement(root, (element) => {
    if (chosen.length < 500 && isChosen(element)) chosen.push(element);
  });
  return chosen;
}

/** What the source of every chosen element has. */
const CHOOSES = /aria-(?:selected|pressed|checked|current)|\schecked/i;
const NEVER_CHOSEN = new Set(['link', 'select', 'html', 'body']);

function isChosen({ name, attribs }: PageElement): boolean {
  if (NEVER_CHOSEN.has(name)) return false;
  return (
    attribs['aria-selected'] === 'true' ||
    attribs['aria-pressed'] === 'true' ||
    attribs['aria-checked'] === 'true' ||
    attribs['aria-current'] === 'true' ||
    (name === 'input' && attribs.checked !== undefined)
  );
}

/** "de-at" and "de_AT" as BCP 47 writes them; a language alone has no region. */
function localeIn(words: string): string | undefined {
  const [, language, region] = /^([a-z]{2,3})(?:[-_](?:[a-z]{4}[-_])?([a-z]{2}|\d{3}))?$/i.exec(words.trim()) ?? [];
  if (language === undefined) return undefined;
  const country = region?.toUpperCase() === 'UK' ? 'GB' : region?.toUpperCase();
  return country === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${country}`;
}

/** Language and region; a locale without a region is a language and nothing more. */
function servedLocale(
  document: Document,
  addresses: readonly string[],
  alternates: readonly Alternate[],
): Signed<string> | undefined {
  const own = [...addresses, document.meta.get('canonical') ?? ''].map(bare).filter(Boolean);
  const self = alternates.filter(({ href }) => own.includes(bare(href)));
  const language = localeIn(document.lang)?.split('-')[0];
  const social = localeIn(document.meta.get('og:locale') ?? '');
  const signs: Signed<string | undefined>[] = [
    // A page that is the alternate for several regions is of none.
    { value: self.length === 1 ? self[0]?.locale : undefined, sign: 'its hreflang link' },
    { value: own.map(pathLocale).find(Boolean), sign: 'its address' },
    { value: localeIn(document.lang), sign: 'its lang attribute' },
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
  document: Document,
  locale: Signed<string> | undefined,
  shownLanguage: string,
): Signed<string> | undefined {
  const declared = localeIn(document.lang)?.split('-')[0];
  if (declared !== undefined) return { value: declared, sign: 'its lang attribute' };
  const [value] = locale?.value.split('-') ?? [];
  if (value !== undefined && locale !== undefined) return { value, sign: locale.sign };
  const shown = localeIn(shownLanguage)?.split('-')[0];
  return shown === undefined
    ? undefined
    : { value: shown, sign: document.meta.has('og:locale') ? 'og:locale' : 'its script' };
}

interface Context {
  currencies: readonly Currency[];
  tiers: readonly ReadTier[];
  page: Locale;
}

function ownCurrency(
  document: Document,
  addresses: readonly string[],
  { currencies, tiers, page }: Context,
): Signed<Currency> | undefined {
  const { meta } = document;
  const [only, second] = currencies;
  // In the order of how much they say; what costs a walk over the page is asked only where nothing before it says.
  const signs: Signed<() => string | undefined>[] = [
    { value: () => (second === undefined ? only : undefined), sign: 'all prices that were read' },
    { value: () => addresses.map(askedCurrency).find(Boolean), sign: 'the address' },
    { value: () => selectedCurrency(document), sign: 'what is selected' },
    { value: () => codeIn(declaredCurrency(document) ?? ''), sign: "the page's root" },
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

function askedCurrency(address: string): string | undefined {
  const [, code = ''] = /[?&](?:currency|cur|ccy)=([a-z]{3})(?:&|#|$)/i.exec(address.slice(0, 2000)) ?? [];
  return codeIn(code);
}

/** An option that is selected, or the first of a list of currencies where none is; a button that is pressed. */
function selectedCurrency(document: Document): string | undefined {
  const said = new Set<string>();
  for (const select of (document.tagged.get('select') ?? []).slice(0, 100)) {
    const options = optionsOf(select);
    const currencies = options.map((option) => codeIn(option.attribs.value ?? '') ?? codeIn(textOf(document, option)));
    if (new Set(currencies.filter(Boolean)).size < 2) continue;
    const at = options.findIndex(({ attribs }) => attribs.selected !== undefined);
    const code = currencies[Math.max(0, at)];
    if (code !== undefined) said.add(code);
  }
  for (const element of chosenIn(document)) {
    const code = codeIn(element.attribs.value ?? '') ?? codeIn(textOf(document, element));
    if (code !== undefined) said.add(code);
  }
  const [only, ...others] = said;
  return others.length === 0 ? only : undefined;
}

function optionsOf(select: PageElement): PageElement[] {
  return childrenOf(select)
    .flatMap((child) => (child.name === 'optgroup' ? childrenOf(child) : [child]))
    .filter(({ name }) => name === 'option')
    .slice(0, 300);
}

function textOf({ visible }: Document, { start, end }: PageElement): string {
  return start < 0 ? '' : visible.slice(start, Math.min(end, start + 40)).trim();
}

/** "EUR", "€ EUR", "Euro (EUR)", "€": words that are a currency and little else. */
function codeIn(words: string): Currency | undefined {
  if (words.length > 30) return undefined;
  const symbol = SYMBOL_OF[words.trim()];
  if (symbol !== undefined) return symbol;
  const codes = (words.match(/(?<![\p{L}\d])[a-z]{3}(?![\p{L}\d])/giu) ?? [])
    .map((code) => code.toUpperCase())
    .filter(isCode);
  return codes.length === 1 ? codes[0] : undefined;
}

/** Where a switch hides the prices in all other currencies. */
function shownCurrency(document: Document, tiers: readonly ReadTier[]): Currency | undefined {
  const shown = new Set<Currency>();
  for (const { prices } of tiers) {
    for (const { currency, evidence } of prices) {
      if (evidence.scope !== 'text') continue;
      if (runAt(document, evidence.textStart)?.element.hidden === false) shown.add(currency);
    }
  }
  const [only, ...others] = shown;
  return others.length === 0 ? only : undefined;
}
