/**
 * Pages that state amounts and are no price list: articles, job ads, shops, comparisons, terms, changelogs.
 *
 * What a page is entitled, where it stands, what its lines say and what it declares in schema.org's words weigh against
 * what speaks for a price list. One sign is never enough: blogging software calls every page an article, and a pricing
 * page may compare itself with others.
 */
import type { PageConcept } from '../vocabulary/concepts.ts';
import genres from './genres.json' with { type: 'json' };
import { type Judgement, type PageFacts, pathOf, short } from './page-facts.ts';
import { isLed, isMentioned, isSaid, isWhole } from './page-says.ts';

interface Genre {
  name: string;
  /** Says that a title or the first heading is of this genre: in its words, or at their beginning. */
  title: (words: string) => boolean;
  /** A part of the address's path. */
  path: RegExp;
  /** Types of schema.org, and what each weighs. */
  types: Readonly<Record<string, number>>;
  /** Whole lines among the first ones of the page, or headings. */
  line: PageConcept;
}

type Stated = Pick<Genre, 'name' | 'types' | 'line'> &
  Record<'titles' | 'titleStarts', PageConcept[]> & {
    /** `*` stands for some characters. */
    paths: string[];
  };

/** What a heading says farther on is a slogan below its title: "… hosting backed by the best support". */
const MAX_TITLE = 80;

const GENRES = (genres as Stated[]).map(
  ({ titles, titleStarts, paths, ...genre }): Genre => ({
    ...genre,
    title: (words) =>
      (titles.some((concept) => isMentioned(concept, words.slice(0, MAX_TITLE))) && !comparesOwn(words)) ||
      (titleStarts.some((concept) => isLed(concept, words)) && !isMentioned('charges', words)),
    path: new RegExp(`^(?:${paths.map((path) => path.replaceAll('*', '.{1,60}')).join('|')})$`),
  }),
);

/** "Free vs Pro" compares a vendor's own plans, "Acme vs Globex" does not. */
function comparesOwn(words: string): boolean {
  const [left = '', right = ''] = words.split(/ (?:vs\.?|versus) /);
  return isMentioned('ownTier', left) && isMentioned('ownTier', right);
}

const DOCUMENTATION =
  /^(?:docs?|documentation|help|support|kb|knowledge-?base|api|api-reference|reference|developers?|dev|manual|tutorials?|sdk|faq)$/i;
const DOCUMENTATION_HOST = /^(?:docs|doc|help|support|developers?|api|kb|learn)\./i;
const ENOUGH = 4;
/** What lines can add at most. */
const BY_LINES = 4;

export function genreOf(facts: PageFacts): Judgement | undefined {
  const folders = [facts.url, facts.asked, facts.document.meta.get('canonical') ?? ''].flatMap(pathOf);
  const [best] = GENRES.map((genre) => weigh(genre, facts, folders)).sort((a, b) => b.weight - a.weight);
  if (best !== undefined && best.weight >= ENOUGH && best.weight > forPriceList(facts, best.genre))
    return { verdict: 'not_pricing', reason: `This is ${best.genre.name}: ${best.signs.slice(0, 4).join(', ')}` };
  return documentationOf(facts);
}

function weigh(
  genre: Genre,
  facts: PageFacts,
  folders: readonly string[],
): { genre: Genre; weight: number; signs: string[] } {
  const { types, titles, heads, opening, subheads } = facts;
  const signs: string[] = [];
  let weight = 0;
  const sign = (points: number, words: string) => {
    weight += points;
    signs.push(words);
  };
  const [head, title] = [heads.find(genre.title), titles.find(genre.title)];
  const called = head ?? title;
  if (called !== undefined)
    sign(head !== undefined && title !== undefined ? 6 : 4, `entitled "${short(called).slice(0, 50)}"`);
  const folder = folders.find((part) => genre.path.test(part));
  if (folder !== undefined) sign(3, `in /${folder.slice(0, 30)}`);
  const type = Object.keys(genre.types).find((each) => types.has(each));
  if (type !== undefined) sign(genre.types[type] ?? 0, `declared ${type}`);
  const said = new Set([...opening, ...subheads].filter((words) => isLineOf(genre, words, facts.hasDate)));
  if (genre.line === 'articleLine' && weight + said.size > 0) for (const words of frameSigns(facts)) sign(1, words);
  // What a page says in passing weighs where something stronger points the same way, or where it says much of it.
  if (said.size > (weight > 0 ? 0 : 2))
    sign(Math.min(BY_LINES, said.size * 2), `it says "${short([...said][0] ?? '').slice(0, 40)}"`);
  return { genre, weight, signs };
}

/** Somebody signs; where a date stands too, it is an article. */
const BYLINE = /^(?:by|von|par|por) \p{L}{2,20} \p{L}{1,20}(?: \p{L}{1,20})?(?:$|[,|·•(]| on )/iu;

function isLineOf({ line }: Genre, words: string, hasDate: boolean): boolean {
  return isWhole(line, words) || (line === 'articleLine' && (isSaid(line, words) || (hasDate && BYLINE.test(words))));
}

/** How its software frames a page says little where nothing else does. */
function frameSigns({ document: { meta }, types, articles, hasDate, prose, size }: PageFacts): string[] {
  const isDated = meta.has('article:published_time') || types.has('Article') || types.has('TechArticle');
  return [
    ...(meta.get('og:type') === 'article' ? ['og:type article'] : []),
    ...(isDated ? ['dated as an article'] : []),
    ...(articles === 1 ? ['one article element'] : []),
    ...(hasDate ? ['a date'] : []),
    ...(prose * 2 > size && size > 600 ? ['mostly sentences'] : []),
  ];
}

/** A title that names a comparison of prices speaks for no price list. */
function forPriceList({ heads, titles, isPriceList, priced, models }: PageFacts, { title }: Genre): number {
  const claims = (words: string, most: number) => words.split(' ').length <= most && isMentioned('priceList', words);
  return (
    (heads.some((words) => claims(words, 8) && !title(words)) ? 3 : 0) +
    (titles.some((words) => claims(words, 5)) && ![...heads, ...titles].some(title) ? 2 : 0) +
    (isPriceList.address ? 3 : 0) +
    (priced > 1 || models.length > 1 ? 1 : 0)
  );
}

/** Documentation in which nothing is headed as prices states amounts as examples. */
function documentationOf({ url, isPriceList, titles, heads, subheads, models }: PageFacts): Judgement | undefined {
  if (models.length > 0 || isPriceList.title || isPriceList.head || isPriceList.subhead || isPriceList.address)
    return undefined;
  const host = /^https?:\/\/([^/?#:]{1,200})/i.exec(url)?.[1] ?? '';
  const isDocumentation = DOCUMENTATION_HOST.test(host) || pathOf(url).some((part) => DOCUMENTATION.test(part));
  if (!isDocumentation || [...titles, ...heads, ...subheads].some((words) => isMentioned('sold', words)))
    return undefined;
  return { verdict: 'not_pricing', reason: 'Documentation, in which nothing is headed as prices' };
}
