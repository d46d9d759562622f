/**
 * Price changes as an Atom feed (RFC 4287), newest first, of all products or of one; the log without entries of the
 * catalogue. An entry's id is a permanent URL that answers with that event.
 */
import * as z from 'zod';
import type { LoggedChange } from '../../../data/change.ts';
import { type Html, html } from '../../../web/html.ts';
import { page } from '../../interface/page.ts';
import { integerParameter, slugParameter } from '../../interface/parameters.ts';
import { FEEDS, productFeedPath } from '../../interface/published-files.ts';
import { changedProduct } from '../../operations/changes.ts';
import { changeWords } from '../../record/change-words.ts';
import { evidenceUrl, homeUrl, productPageUrl, USE } from '../../record/envelope.ts';
import { changeView } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';

const ENTRIES = 100;

export const changesFeed = page({
  ...FEEDS.changes,
  params: z.object({
    slug: slugParameter.optional().meta({ description: 'Only the changes of this product.' }),
    before: integerParameter(1, Number.MAX_SAFE_INTEGER).optional(),
  }),
  render(store, { slug: asked, before }) {
    const { site, generation } = store;
    const slug = asked === undefined ? undefined : changedProduct(store, asked);
    const id = `${site.baseUrl}${slug === undefined ? FEEDS.changes.path : productFeedPath(slug)}`;
    const pageBefore = (seq: number) => `${id}${slug === undefined ? '?' : '&'}before=${seq}`;
    // One more than shown tells whether there are older ones.
    const found = generation.latestPriceChanges({
      before: before ?? Number.MAX_SAFE_INTEGER,
      limit: ENTRIES + 1,
      slug,
    });
    const changes = found.slice(0, ENTRIES);
    const oldest = found.length > ENTRIES ? changes.at(-1)?.seq : undefined;
    const names = new Map(store.listed.map(({ slug, name }) => [slug, name]));
    return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${id}</id>
<title>${site.brand}: ${slug === undefined ? 'software price changes' : `price changes of ${names.get(slug) ?? slug}`}</title>
<updated>${changes[0]?.recordedAt ?? generation.publishedAt}</updated>
<author><name>${site.brand}</name><uri>${homeUrl(site)}</uri></author>
<link rel="self" type="application/atom+xml" href="${before === undefined ? id : pageBefore(before)}"/>
<link rel="alternate" type="text/html" href="${slug === undefined ? homeUrl(site) : productPageUrl(site, slug)}"/>
<link rel="license" type="text/html" href="${`${site.baseUrl}/terms`}"/>
<rights>${USE}</rights>
${oldest !== undefined && html`<link rel="next" type="application/atom+xml" href="${pageBefore(oldest)}"/>\n`}${changes.map((change) => entry(store, changeView(change), names.get(change.slug) ?? change.slug))}</feed>
`;
  },
});

function entry({ site }: Store, change: LoggedChange, product: string): Html {
  const { seq, type, slug, observedAt, recordedAt, imported, reason, evidence } = change;
  return html`<entry>
<id>${`${site.baseUrl}/api/v2/changes?cursor=${seq - 1}&limit=1`}</id>
<title>${`${product}: ${changeWords(change)}`}</title>
<updated>${recordedAt}</updated>
<published>${recordedAt}</published>
<category term="${type}"/>
<link rel="alternate" type="text/html" href="${productPageUrl(site, slug)}"/>
${evidence.map((id) => html`<link rel="related" type="text/html" href="${evidenceUrl(site, id)}" title="Evidence"/>\n`)}<summary>${`Seen ${observedAt.slice(0, 10)}${imported === undefined ? '' : `, according to ${imported.dataset} (${imported.license})`}${reason === undefined ? '' : `; ${reason}`}.`}</summary>
</entry>
`;
}
