/** What a site calls itself and its vendor, for a person to confirm. Pure. */
import { registrableDomain } from '../../data/catalogue/fact-domains.ts';
import { domainWord } from '../../data/catalogue/known-products.ts';
import { wordsKey } from '../../data/text/name-key.ts';
import type { Survey } from '../read/site/survey.ts';

export interface SiteNames {
  name: string;
  vendor: string;
  /** What the site says of itself, for the proposal of a category. */
  about: string;
}

const MAX_NAME = 80;
/** Titles have single spaces. */
const SEPARATOR = /[|·•»]| [–—-] |: /;

/** @param surveys of its pages, the first one before others */
export function siteNames(surveys: readonly Survey[], url: string): SiteNames {
  const word = domainWord(registrableDomain(url));
  const names = [
    ...surveys.flatMap(({ siteName }) => siteName ?? []),
    ...surveys.flatMap(({ products, organisations }) => [...products, ...organisations]),
    ...surveys.flatMap(({ title }) => title.split(SEPARATOR)),
  ].flatMap((each) => each.trim().slice(0, MAX_NAME) || []);
  const isOfDomain = (name: string) => {
    const key = wordsKey(name).replaceAll(' ', '');
    return key !== '' && (key.includes(wordsKey(word)) || (key.length > 3 && word.includes(key)));
  };
  // Of names that agree with the domain the shortest: "Acme", not "Acme, the CRM for all".
  const own = names.filter(isOfDomain).sort((a, b) => a.length - b.length);
  const name = own[0] ?? surveys[0]?.siteName ?? capitalised(word);
  const vendor = surveys.flatMap(({ organisations }) => organisations)[0] ?? name;
  return { name, vendor, about: surveys.map(({ about }) => about).join(' ') };
}

function capitalised(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
