/**
 * Price changes as Atom (RFC 4287) and as JSON Feed 1.1, newest first, of all products or of those that the filter of
 * `GET /api/v2/changes` selects; without entries of the catalogue. An entry's id is a permanent URL that answers with that event.
 */
import * as z from 'zod';
import { LoggedChange } from '../../../data/change.ts';
import { changeWords } from '../../../data/text/change-words.ts';
import { type Html, html } from '../../../web/html.ts';
import { changeFilter, selectChanges } from '../../interface/change-filter.ts';
import { namesOf } from '../../interface/lookup.ts';
import { page } from '../../interface/page.ts';
import { integerParameter } from '../../interface/parameters.ts';
import { FEEDS } from '../../interface/published-files.ts';
import { pathWith } from '../../pages/parts/markup.ts';
import { evidenceUrl, homeUrl, productPageUrl, USE } from '../../record/envelope.ts';
import { changeView } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';

const ENTRIES = 100;

const params = z.object({
  ...changeFilter,
  before: integerParameter(1, Number.MAX_SAFE_INTEGER).optional().meta({ description: 'Older than this entry.' }),
});

interface Feed {
  /** With the filter, without the place in the log. */
  id: string;
  title: string;
  self: string;
  next: string | undefined;
  page: string;
  entries: { change: LoggedChange; product: string; id: string; summary: string }[];
}

/** @throws {Problem} a product or the category is unknown */
function feedOf(store: Store, path: string, { before, ...filter }: z.output<typeof params>): Feed {
  const { site } = store;
  const range = { before, limit: ENTRIES, isNewestFirst: true, isOfPrices: true };
  const { changes, next } = selectChanges(store, filter, range);
  const names = namesOf(store, filter.slug, changes);
  const given = { ...filter, slugs: filter.slugs?.join(',') };
  const addressOf = (seq?: number) => site.baseUrl + pathWith(path, { ...given, before: seq });
  const { slug, category } = filter;
  const within = store.generation.categories().find(({ id }) => id === category)?.name ?? 'software';
  return {
    id: addressOf(),
    title: `${site.brand}: ${slug === undefined ? `${within} price changes` : `price changes of ${names.get(slug) ?? slug}`}`,
    self: addressOf(before),
    next: next === undefined ? undefined : addressOf(next),
    page: slug === undefined ? homeUrl(site) : productPageUrl(site, slug),
    entries: changes.map(changeView).map((change) => ({
      change,
      product: names.get(change.slug) ?? change.slug,
      id: `${site.baseUrl}/api/v2/changes?cursor=${change.seq - 1}&limit=1`,
      summary: summaryOf(change),
    })),
  };
}

export const changesFeed = page({
  ...FEEDS.changes,
  params,
  render(store, asked) {
    const { id, title, self, next, page: about, entries } = feedOf(store, FEEDS.changes.path, asked);
    const { site, generation } = store;
    return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${id}</id>
<title>${title}</title>
<updated>${entries[0]?.change.recordedAt ?? generation.publishedAt}</updated>
<author><name>${site.brand}</name><uri>${homeUrl(site)}</uri></author>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${about}"/>
<link rel="license" type="text/html" href="${site.baseUrl}/terms"/>
<rights>${USE}</rights>
${next !== undefined && html`<link rel="next" type="application/atom+xml" href="${next}"/>\n`}${entries.map((each) => entry(store, each))}</feed>
`;
  },
});

/** @see https://www.jsonfeed.org/version/1.1/ */
const JsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  next_url: z.url().optional(),
  authors: z.array(z.strictObject({ name: z.string(), url: z.url() })),
  items: z.array(
    z.strictObject({
      id: z.url(),
      url: z.url(),
      title: z.string(),
      content_text: z.string(),
      date_published: z.string(),
      tags: z.array(z.string()),
      _change: LoggedChange,
    }),
  ),
});

export const changesJsonFeed = page({
  ...FEEDS.changesJson,
  params,
  response: JsonFeed,
  render(store, asked) {
    const { title, self, next, page: about, entries } = feedOf(store, FEEDS.changesJson.path, asked);
    const { site } = store;
    const feed: z.output<typeof JsonFeed> = {
      version: 'https://jsonfeed.org/version/1.1',
      title,
      home_page_url: about,
      feed_url: self,
      next_url: next,
      authors: [{ name: site.brand, url: homeUrl(site) }],
      items: entries.map(({ change, product, id, summary }) => ({
        id,
        url: productPageUrl(site, change.slug),
        title: `${product}: ${changeWords(change)}`,
        content_text: summary,
        date_published: change.recordedAt,
        tags: [change.type],
        _change: change,
      })),
    };
    return JSON.stringify(feed);
  },
});

function summaryOf({ observedAt, imported, reason }: LoggedChange): string {
  const source = imported === undefined ? '' : `, according to ${imported.dataset} (${imported.license})`;
  return `Seen ${observedAt.slice(0, 10)}${source}${reason === undefined ? '' : `; ${reason}`}.`;
}

function entry({ site }: Store, { change, product, id, summary }: Feed['entries'][number]): Html {
  const { type, slug, recordedAt } = change;
  return html`<entry>
<id>${id}</id>
<title>${product}: ${changeWords(change)}</title>
<updated>${recordedAt}</updated>
<published>${recordedAt}</published>
<category term="${type}"/>
<link rel="alternate" type="text/html" href="${productPageUrl(site, slug)}"/>
${change.evidence.map((cited) => html`<link rel="related" type="text/html" href="${evidenceUrl(site, cited)}" title="Evidence"/>\n`)}<summary>${summary}</summary>
</entry>
`;
}
