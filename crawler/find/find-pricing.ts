/**
 * Finds the page on which a vendor states its prices, from any address of its site: the page itself, links whose words or
 * paths say so, sitemaps, usual paths. Each candidate is read as a visit would read it; the one read best is proposed.
 */
import { POLITENESS } from '../../config/politeness.ts';
import { registrableDomain } from '../../data/catalogue/fact-domains.ts';
import { pageKey } from '../../data/catalogue/known-products.ts';
import type { PageReading } from '../../data/reading.ts';
import { priceLinkScore, priceLinks } from '../read/site/price-links.ts';
import { sitemapOf } from '../read/site/sitemap.ts';
import type { Survey } from '../read/site/survey.ts';
import { type SiteNames, siteNames } from './site-names.ts';
import { type TrialPage, type TrialTools, type Tried, tryFile, tryPage } from './trial.ts';

export interface Candidate {
  url: string;
  by: 'given' | 'homepage' | 'link' | 'sitemap' | 'usual path';
  /** Of the link that leads there. */
  words?: string;
  tried: Tried<TrialPage>;
}

type ReadCandidate = Candidate & { tried: TrialPage };

export function isRead(candidate: Candidate): candidate is ReadCandidate {
  return 'reading' in candidate.tried;
}

export interface SiteFound extends SiteNames {
  /** As it was given, made https. */
  given: string;
  homepage: string;
  /** In the order in which they were tried. */
  candidates: Candidate[];
  /** The one to propose; absent where none states a price. */
  best?: ReadCandidate;
  /** Pages and sitemaps that were asked for. */
  requests: number;
  /** Why nothing was found. */
  fault?: string;
}

const MOST_LINKS = 3;
const MOST_SITEMAPS = 3;
const MOST_OF_SITEMAP = 2;
const USUAL_PATHS = ['/pricing', '/plans', '/prices'];
const MOST_USUAL = 2;
/** Sitemaps that list pages of the site itself rather than its articles. */
const LIKELY_SITEMAP = /page|main|core|static|marketing|site(?!map)|pricing|default|root|en\b/i;
const UNLIKELY_SITEMAP = /blog|post|news|article|doc|help|support|template|author|tag|categor|community|image|video/i;

export async function findPricing(
  given: string,
  tools: TrialTools,
  onStep: (words: string) => void = () => {},
): Promise<SiteFound> {
  const search = new Search(given, tools, onStep);
  await search.run();
  return search.found();
}

class Search {
  readonly #given: string;
  readonly #tools: TrialTools;
  readonly #onStep: (words: string) => void;
  readonly #candidates: Candidate[] = [];
  readonly #surveys: Survey[] = [];
  readonly #asked = new Set<string>();
  #home: string;
  #requests = 0;

  constructor(given: string, tools: TrialTools, onStep: (words: string) => void) {
    this.#given = given;
    this.#tools = tools;
    this.#onStep = onStep;
    this.#home = given;
  }

  async run(): Promise<void> {
    await this.#try({ url: this.#given, by: 'given' });
    if (this.#best() !== undefined && priceLinkScore({ url: this.#given, words: '' }) > 0) return;
    const root = new URL('/', this.#home).href;
    if (this.#links().length === 0) await this.#try({ url: root, by: 'homepage' });
    for (const { url, words } of this.#links().slice(0, MOST_LINKS)) await this.#try({ url, by: 'link', words });
    if (this.#best() !== undefined || !this.#candidates.some(isRead)) return;
    await this.#trySitemaps();
    if (this.#best() !== undefined) return;
    const usual = USUAL_PATHS.map((path) => new URL(path, this.#home).href).filter(
      (url) => !this.#asked.has(pageKey(url)),
    );
    for (const url of usual.slice(0, MOST_USUAL))
      if (this.#best() === undefined) await this.#try({ url, by: 'usual path' });
  }

  found(): SiteFound {
    const best = this.#best();
    const page = (best ?? this.#candidates.slice(0, 1).find(isRead))?.tried;
    const fault = best === undefined ? (this.#whyNot() ?? 'No page with prices found') : undefined;
    return {
      given: this.#given,
      homepage: new URL(this.#home).origin,
      ...siteNames(this.#surveys, page?.page.finalUrl ?? this.#given),
      candidates: this.#candidates,
      ...(best && { best }),
      requests: this.#requests,
      ...(fault !== undefined && { fault }),
    };
  }

  /** The first failure, where no page was brought at all. */
  #whyNot(): string | undefined {
    const failures = this.#candidates.map(({ tried }) => ('failed' in tried ? tried.failed : undefined));
    return failures.every((failure) => failure !== undefined) ? failures[0] : undefined;
  }

  #best(): ReadCandidate | undefined {
    const useful = this.#candidates.filter(isRead).filter((candidate) => worthOf(candidate) > 0);
    return useful.sort((a, b) => worthOf(b) - worthOf(a))[0];
  }

  /** Likely price lists of the same site that were not asked for yet. */
  #links() {
    const domain = registrableDomain(this.#home);
    return priceLinks(this.#surveys.flatMap(({ links }) => links)).filter(
      ({ url }) => registrableDomain(url) === domain && !this.#asked.has(pageKey(url)),
    );
  }

  #mayAsk(url: string): boolean {
    if (this.#requests >= POLITENESS.requestsToFind || this.#asked.has(pageKey(url))) return false;
    this.#requests += 1;
    this.#asked.add(pageKey(url));
    return true;
  }

  async #try({ url: address, ...how }: Omit<Candidate, 'tried'>): Promise<void> {
    const url = address.replace(/^http:/, 'https:');
    if (!this.#mayAsk(url)) return;
    this.#onStep(`Reading ${url}`);
    const { reader } = this.#tools;
    const tried = await tryPage({ url, render: 'http', kind: 'pricing' }, this.#tools);
    this.#candidates.push({ url, ...how, tried });
    if ('failed' in tried) return;
    const { page, bytes } = tried;
    this.#asked.add(pageKey(page.finalUrl));
    if (how.by === 'given' || how.by === 'homepage') {
      this.#home = page.finalUrl;
      this.#surveys.push(await reader.survey({ ...page, bytes, url: page.finalUrl }));
    }
  }

  async #trySitemaps(): Promise<void> {
    const { robots } = this.#tools.web;
    const home = new URL(this.#home);
    const { sitemaps } = await robots.admit(home).catch(() => ({ sitemaps: [] as string[] }));
    const open = likelySitemaps(sitemaps.length > 0 ? sitemaps : [new URL('/sitemap.xml', home).href]);
    const pages: string[] = [];
    for (let read = 0; read < MOST_SITEMAPS; read += 1) {
      const next = open.shift();
      if (next === undefined || pages.length > 0) break;
      const found = await this.#sitemap(next);
      open.unshift(...likelySitemaps(found.sitemaps));
      const likely = priceLinks(found.pages.map((url) => ({ url, words: '' })));
      pages.push(...likely.map(({ url }) => url).filter((url) => this.#isOwn(url)));
    }
    for (const url of pages.filter((each) => !this.#asked.has(pageKey(each))).slice(0, MOST_OF_SITEMAP))
      await this.#try({ url, by: 'sitemap' });
  }

  async #sitemap(url: string): Promise<ReturnType<typeof sitemapOf>> {
    const none = { pages: [], sitemaps: [] };
    if (!URL.canParse(url) || !this.#isOwn(url) || !this.#mayAsk(url)) return none;
    this.#onStep(`Reading the sitemap ${url}`);
    const tried = await tryFile(url, this.#tools);
    return 'failed' in tried ? none : sitemapOf(new TextDecoder().decode(tried.bytes));
  }

  #isOwn(url: string): boolean {
    return registrableDomain(url) === registrableDomain(this.#home);
  }
}

/** How much its reading says of prices; 0 where it is of no use. */
function worthOf({ url, tried }: Pick<Candidate, 'url' | 'tried'>): number {
  if ('failed' in tried || tried.reading.verdict !== 'pricing') return 0;
  const { tiers, models } = tried.reading;
  const priced = tiers.filter(({ prices }) => prices.length > 0).length;
  if (priced === 0 && models.length === 0) return 0;
  // Of two pages that say the same, the price list.
  return priced * 2 + tiers.length + models.length + Math.min(priceLinkScore({ url, words: '' }), 1) / 2;
}

/** "Pro 12.00 USD, Team 24.00 USD" */
export function plansOf({ tiers, models }: PageReading): string {
  const plans = tiers.map(({ name, prices: [price], isFree }) => {
    if (price !== undefined) return `${name} ${price.amount} ${price.currency}`;
    return isFree ? `${name} free` : name;
  });
  return [...plans, ...(models.length > 0 ? [`${models.length} rates`] : [])].join(', ');
}

function likelySitemaps(urls: readonly string[]): string[] {
  const rank = (url: string) => {
    const { pathname } = URL.parse(url) ?? { pathname: '' };
    return Number(LIKELY_SITEMAP.test(pathname)) - 2 * Number(UNLIKELY_SITEMAP.test(pathname));
  };
  return urls.toSorted((a, b) => rank(b) - rank(a)).slice(0, MOST_SITEMAPS);
}
