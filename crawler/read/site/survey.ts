/** What a page says of its site: where its links lead, and whose it is. Pure and bounded, for hostile pages too. */
import { TooDeep } from '../../../data/text/html.ts';
import { type Document, eachElement } from '../page/document.ts';
import { htmlDocument } from '../page/html-document.ts';

export interface Link {
  url: string;
  words: string;
}

export interface Survey {
  links: Link[];
  title: string;
  /** As the page declares it for others to show (Open Graph). */
  siteName?: string;
  /** Names in its JSON-LD, by type. */
  organisations: string[];
  products: string[];
  /** What it says of itself: title, description and first headings. */
  about: string;
}

const MAX_LINKS = 3_000;
const MAX_WORDS = 120;
const MAX_URL = 500;
const MAX_NAMES = 10;
const MAX_ABOUT = 2_000;
const MAX_JSON = 200_000;

export const NO_SURVEY: Survey = { links: [], title: '', organisations: [], products: [], about: '' };

/** @param url where the page was found */
export function surveyOf(source: string, url: string): Survey {
  try {
    return surveyed(htmlDocument(source), url);
  } catch (error) {
    if (error instanceof TooDeep) return NO_SURVEY;
    throw error;
  }
}

function surveyed(document: Document, url: string): Survey {
  const links = new Map<string, Link>();
  const headings: string[] = [];
  let base = url;
  eachElement(document.root, ({ name, attribs, start, end, heading }) => {
    if (name === 'base' && attribs.href !== undefined) base = resolved(attribs.href, url) ?? base;
    if (heading === 1 && start >= 0) headings.push(document.text.slice(start, Math.min(end, start + 200)));
    if (name !== 'a' || attribs.href === undefined || links.size >= MAX_LINKS) return;
    const found = resolved(attribs.href, base);
    const said = start < 0 ? '' : document.text.slice(start, Math.min(end, start + MAX_WORDS));
    const words = plain(said) || plain(attribs['aria-label'] ?? attribs.title ?? '');
    // Of several links to one page, the one that says most briefly where it leads.
    const known = found === undefined ? undefined : links.get(found);
    if (found === undefined || (known !== undefined && (words === '' || known.words.length <= words.length))) return;
    links.set(found, { url: found, words: words.slice(0, MAX_WORDS) });
  });
  const siteName = plain(document.meta.get('og:site_name') ?? '').slice(0, MAX_WORDS);
  const description = document.meta.get('description') ?? document.meta.get('og:description') ?? '';
  return {
    links: [...links.values()],
    title: plain(document.title).slice(0, 200),
    ...(siteName !== '' && { siteName }),
    ...declaredNames(document),
    about: plain([document.title, description, ...headings].join('. ')).slice(0, MAX_ABOUT),
  };
}

/** An http(s) address without its fragment. */
function resolved(href: string, base: string): string | undefined {
  const url = href.length > MAX_URL ? null : URL.parse(href.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > MAX_URL) return undefined;
  url.hash = '';
  return url.href;
}

function plain(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

const ORGANISATION = /^(?:Organization|Corporation|LocalBusiness|Brand)$/;
const PRODUCT = /^(?:WebSite|Product|SoftwareApplication|WebApplication|MobileApplication|Service)$/;

function declaredNames({ scripts, source }: Document): Pick<Survey, 'organisations' | 'products'> {
  const found = { organisations: new Set<string>(), products: new Set<string>() };
  for (const { type, start, end } of scripts) {
    if (!/^application\/ld\+json/i.test(type) || end - start > MAX_JSON) continue;
    for (const { types, name } of namedIn(parsed(source.slice(start, end)))) {
      if (types.some((each) => ORGANISATION.test(each))) found.organisations.add(name);
      else if (types.some((each) => PRODUCT.test(each))) found.products.add(name);
    }
  }
  const first = (names: Set<string>) => [...names].slice(0, MAX_NAMES);
  return { organisations: first(found.organisations), products: first(found.products) };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Things with a type and a name, wherever they are. */
function* namedIn(json: unknown): Generator<{ types: string[]; name: string }> {
  const open = [json];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    open.push(...Object.values(value));
    if (!('@type' in value && 'name' in value && typeof value.name === 'string')) continue;
    const name = plain(value.name).slice(0, 80);
    const types = [value['@type']].flat().filter((each) => typeof each === 'string');
    if (name !== '') yield { types, name };
  }
}
