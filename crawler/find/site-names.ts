/** What a site calls itself and its vendor, for a person to confirm. Pure. */
import { registrableDomain } from '../../data/catalogue/fact-domains.ts';
import { domainWord } from '../../data/catalogue/known-products.ts';
import { wordsKey } from '../../data/text/name-key.ts';
import { isMentioned } from '../read/judge/page-says.ts';
import type { Survey } from '../read/site/survey.ts';

export interface SiteNames {
  name: string;
  vendor: string;
  /** What the site says of itself, for the proposal of a category. */
  about: string;
}

const MAX_NAME = 80;
/** A longer part of a title is a slogan. */
const BRIEF_WORDS = 3;
/** Titles have single spaces. */
const SEPARATOR = /[|·•»]| [–—-] |: /;

/** @param surveys of its pages, the first one before others */
export function siteNames(surveys: readonly Survey[], url: string): SiteNames {
  const word = domainWord(registrableDomain(url));
  const declared = surveys.flatMap(({ siteName, products, organisations }) => [
    siteName ?? '',
    ...products,
    ...organisations,
  ]);
  const titled = surveys.flatMap(({ title }) => title.split(SEPARATOR).toReversed());
  const [declaredNames, titledNames] = [declared, titled].map((names) =>
    names.map((name) => name.trim()).filter((name) => isName(name)),
  );
  const names = [...(declaredNames ?? []), ...(titledNames ?? [])];
  // Of names that agree with the domain the shortest: "Acme", not "Acme, the CRM for all".
  const [own] = names.filter((name) => isOfDomain(name, word)).sort((a, b) => a.length - b.length);
  const isBrief = (name: string) => name.split(' ').length <= BRIEF_WORDS;
  const name = own ?? declaredNames?.[0] ?? titledNames?.find(isBrief) ?? capitalised(word);
  const vendor = surveys.flatMap(({ organisations }) => organisations)[0] ?? name;
  return { name, vendor, about: surveys.map(({ about }) => about).join(' ') };
}

/** Not "Acme pricing". */
function isName(name: string): boolean {
  return name !== '' && name.length <= MAX_NAME && !isMentioned('priceList', name);
}

function isOfDomain(name: string, word: string): boolean {
  const key = wordsKey(name).replaceAll(' ', '');
  return key !== '' && (key.includes(wordsKey(word).replaceAll(' ', '')) || (key.length > 3 && word.includes(key)));
}

function capitalised(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}
