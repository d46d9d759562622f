/**
 * Pages that state amounts and are no price list: articles, job ads, shops, comparisons, terms, changelogs.
 *
 * What a page is entitled, where it stands, what its lines say and what it declares in schema.org's words weigh against
 * what speaks for a price list. One sign is never enough: blogging software calls every page an article, and a pricing
 * page may compare itself with others.
 */
import type { PageConcept } from '../vocabulary/concepts.ts';
import { type Judgement, type PageFacts, pathOf, short } from './page-facts.ts';
import { isLed, isMentioned, isSaid, isWhole } from './page-says.ts';

interface Genre {
  name: string;
  /** In the title or the first heading. */
  title: (words: string) => boolean;
  /** A part of the address's path. */
  path: RegExp;
  /** Types of schema.org, and what each weighs. */
  types: Record<string, number>;
  /** Whole lines among the first ones of the page, or headings. */
  line?: PageConcept;
}

const GENRES: readonly Genre[] = [
  {
    name: 'an article',
    title: (words) => (isLed('articleStart', words) && !isMentioned('charges', words)) || isMentioned('article', words),
    path: /^(?:blogs?|news|newsroom|press|press-releases?|articles?|stories|posts?|insights|magazine|aktuelles|actualites|noticias|guides?|learn|academy|newsletter|podcast|webinars?|events?|(?:19|20)\d\d)$/,
    types: { BlogPosting: 3, NewsArticle: 3, LiveBlogPosting: 3, PodcastEpisode: 3, Event: 1 },
    line: 'articleLine',
  },
  {
    name: 'a job ad',
    title: (words) => isMentioned('job', words) || /\([mfwdx]\/[mfwdx](?:\/[mfwdx])?\)/.test(words),
    path: /^(?:jobs?|careers?|vacanc(?:y|ies)|karriere|stellen(?:angebote)?|emplois?|empleo|join-us|work-with-us|openings|positions)$/,
    types: { JobPosting: 5 },
    line: 'jobLine',
  },
  {
    name: 'a comparison or a review',
    title: isComparison,
    path: /^(?:compare|comparisons?|alternatives?|vs|versus|reviews?|vergleich|.{1,60}-vs-.{1,60}|.{1,60}-alternatives?|best-.{1,60})$/,
    types: { Review: 1, ItemList: 1 },
    line: 'comparisonLine',
  },
  {
    name: 'a case study',
    title: (words) => isMentioned('caseStudy', words) || (/^how /.test(words) && isMentioned('caseVerb', words)),
    path: /^(?:case-stud(?:y|ies)|customers?|customer-stor(?:y|ies)|success-stor(?:y|ies)|referenzen|temoignages)$/,
    types: {},
    line: 'caseStudyLine',
  },
  {
    name: 'terms or a policy',
    title: (words) => isMentioned('terms', words),
    path: /^(?:terms.{0,30}|tos|legal|privacy.{0,20}|policies|eula|agb|impressum|sla|dpa|cgu|cgv|refund-policy)$/,
    types: {},
    line: 'termsLine',
  },
  {
    name: 'a changelog',
    title: (words) => isLed('changelog', words) || /\d\.\d+ release notes$/.test(words),
    path: /^(?:changelog|changes|release-notes|releases|whats-new|updates|roadmap|history)$/,
    types: {},
    line: 'changelogLine',
  },
  {
    name: 'a shop',
    title: (words) => isMentioned('shop', words),
    path: /^(?:shop|store|merch|cart|collections|products?|products?-catalog|p|item|dp)$/,
    types: {},
    line: 'shopLine',
  },
  {
    name: 'a call for money',
    title: (words) => isLed('donationStart', words),
    path: /^(?:donate|donations?|sponsors?|sponsorship|spenden|give)$/,
    types: {},
    line: 'donationLine',
  },
];

/** "Acme vs Globex", "7 alternatives to Acme"; "Free vs Pro" compares a vendor's own plans. */
function isComparison(words: string): boolean {
  const [left, right] = words.split(/ (?:vs\.?|versus) /);
  if (right !== undefined) return !(isMentioned('ownTier', left ?? '') && isMentioned('ownTier', right));
  return (
    isMentioned('comparison', words) || (isMentioned('review', words) && /reviews?(?:$|[:,]| of| 20\d\d)/.test(words))
  );
}

/** Somebody signs; where a date stands too, it is an article. */
const BYLINE = /^(?:by|von|par|por) \p{L}{2,20} \p{L}{1,20}(?: \p{L}{1,20})?(?:$|[,|·•(]| on )/iu;
const DOCUMENTATION =
  /^(?:docs?|documentation|help|support|kb|knowledge-?base|api|api-reference|reference|developers?|dev|manual|tutorials?|sdk|faq)$/i;
const DOCUMENTATION_HOST = /^(?:docs|doc|help|support|developers?|api|kb|learn)\./i;
const PURE_PRICE_LIST = /^\S+(?: \S+)?$|^plans? (?:&|and) pricing$|^pricing (?:&|and) plans?$/;
const ENOUGH = 4;
/** What lines can add at most. */
const BY_LINES = 4;
const SHOP_LINE = 40;
const MAX_LINES = 2000;
const MAX_TERM = 80;

export function genreOf(facts: PageFacts): Judgement | undefined {
  const folders = [facts.url, facts.asked, facts.document.meta.get('canonical') ?? ''].flatMap(pathOf);
  const weighed = GENRES.map((genre) => {
    const { weight, signs, isTitled } = weigh(genre, facts, folders);
    return { genre, weight, signs, against: forPriceList(facts, isTitled) };
  });
  const [best] = weighed.toSorted((a, b) => b.weight - a.weight);
  if (best !== undefined && best.weight >= ENOUGH && best.weight > best.against)
    return { verdict: 'not_pricing', reason: `This is ${best.genre.name}: ${best.signs.slice(0, 4).join(', ')}` };
  return documentationOf(facts);
}

function weigh(
  genre: Genre,
  facts: PageFacts,
  folders: readonly string[],
): { weight: number; signs: string[]; isTitled: { title: boolean; head: (words: string) => boolean } } {
  const { types, titles, heads } = facts;
  const signs: string[] = [];
  let weight = 0;
  const sign = (points: number, words: string) => {
    weight += points;
    signs.push(words);
  };
  const [head, title] = [heads.find(genre.title), titles.find(genre.title)];
  // What a title says beside "Pricing" is the vendor's slogan.
  const isPure = titles.some((words) => PURE_PRICE_LIST.test(words) && isMentioned('priceList', words));
  const called = head ?? (isPure ? undefined : title);
  const isTitled = { title: title !== undefined || head !== undefined, head: genre.title };
  if (called !== undefined)
    sign(head !== undefined && title !== undefined ? 6 : 4, `entitled "${short(called).slice(0, 50)}"`);
  const folder = folders.find((part) => genre.path.test(part));
  if (folder !== undefined) sign(3, `in /${folder.slice(0, 30)}`);
  const type = Object.keys(genre.types).find((each) => types.has(each));
  if (type !== undefined) sign(genre.types[type] ?? 0, `declared ${type}`);
  const said = saidLines(genre, facts);
  if (genre.name === 'a shop' && weight + said.size > 0 && isPaidByTime(facts))
    return { weight: 0, signs: [], isTitled };
  if (genre.name === 'an article' && weight + said.size > 0) for (const words of frameSigns(facts)) sign(1, words);
  // What a page says in passing weighs where something stronger points the same way, or where it says much of it.
  if (said.size > (weight > 0 ? 0 : 2))
    sign(Math.min(BY_LINES, said.size * 2), `it says "${short([...said][0] ?? '').slice(0, 40)}"`);
  return { weight, signs, isTitled };
}

/** What is paid by the month is no shop's. */
function isPaidByTime({ document: { lines, visible } }: PageFacts): boolean {
  return lines
    .slice(0, MAX_LINES)
    .some(({ start, end }) => end - start < MAX_TERM && isMentioned('perPeriod', visible.slice(start, end)));
}

function saidLines({ name, line }: Genre, { opening, subheads, document, hasDate }: PageFacts): Set<string> {
  const isOf = (words: string) =>
    (line !== undefined && (isWhole(line, words) || (line === 'articleLine' && isSaid(line, words)))) ||
    (name === 'an article' && hasDate && BYLINE.test(words));
  const said = new Set([...opening, ...subheads].filter(isOf));
  // Words of a shop stand beside each of its goods, and not among the first lines.
  const goods = name === 'a shop' ? document.lines.slice(0, MAX_LINES) : [];
  for (const { start, end, hidden } of goods) {
    const words = hidden || end - start > SHOP_LINE ? '' : document.visible.slice(start, end).trim().toLowerCase();
    if (words !== '' && said.size < 4 && isOf(words)) said.add(words);
  }
  return said;
}

/** How its software frames a page says little where nothing else does. */
function frameSigns({ document: { meta }, types, articles, hasDate, prose, size }: PageFacts): string[] {
  return [
    ...(meta.get('og:type') === 'article' ? ['og:type article'] : []),
    ...(meta.has('article:published_time') || types.has('Article') || types.has('TechArticle')
      ? ['dated as an article']
      : []),
    ...(articles === 1 ? ['one article element'] : []),
    ...(hasDate ? ['a date'] : []),
    ...(prose * 2 > size && size > 600 ? ['mostly sentences'] : []),
  ];
}

/** A title that names a comparison of prices speaks for no price list. */
function forPriceList(
  { heads, titles, isPriceList, priced, models }: PageFacts,
  other: { title: boolean; head: (words: string) => boolean },
): number {
  const claims = (words: string, most: number) => words.split(' ').length <= most && isMentioned('priceList', words);
  return (
    (heads.some((words) => claims(words, 8) && !other.head(words)) ? 3 : 0) +
    (!other.title && titles.some((words) => claims(words, 5)) ? 2 : 0) +
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
