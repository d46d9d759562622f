/**
 * The changes of prices as an Atom feed (RFC 4287), the newest first; the log without entries of the catalogue. An entry's id is a permanent URL that answers with
 * that event.
 */
import * as z from 'zod';
import type { LoggedChange } from '../../../data/change.ts';
import { type Html, html } from '../../../web/html.ts';
import { page } from '../../interface/page.ts';
import { integerParameter } from '../../interface/parameters.ts';
import { FEEDS } from '../../interface/published-files.ts';
import { changeWords } from '../../record/change-words.ts';
import { homeUrl, productPageUrl, USE } from '../../record/envelope.ts';
import { changeView } from '../../record/view.ts';
import type { Store } from '../../store/store.ts';

const ENTRIES = 100;

export const changesFeed = page({
  ...FEEDS.changes,
  params: z.object({ before: integerParameter(1, Number.MAX_SAFE_INTEGER).optional() }),
  render(store, { before }) {
    const { site, generation } = store;
    const self = `${site.baseUrl}${FEEDS.changes.path}`;
    // One more than shown tells whether there are older ones.
    const found = generation.latestPriceChanges(before ?? Number.MAX_SAFE_INTEGER, ENTRIES + 1);
    const changes = found.slice(0, ENTRIES);
    const oldest = found.length > ENTRIES ? changes.at(-1)?.seq : undefined;
    const names = new Map(store.listed.map(({ slug, name }) => [slug, name]));
    return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${self}</id>
<title>${site.brand}: changes of software prices</title>
<updated>${changes[0]?.recordedAt ?? generation.publishedAt}</updated>
<author><name>${site.brand}</name><uri>${homeUrl(site)}</uri></author>
<link rel="self" type="application/atom+xml" href="${before === undefined ? self : `${self}?before=${before}`}"/>
<link rel="alternate" type="text/html" href="${homeUrl(site)}"/>
<link rel="license" type="text/html" href="${`${site.baseUrl}/terms`}"/>
<rights>${USE}</rights>
${oldest !== undefined && html`<link rel="next" type="application/atom+xml" href="${`${self}?before=${oldest}`}"/>\n`}${changes.map((change) => entry(store, changeView(change), names.get(change.slug) ?? change.slug))}</feed>
`;
  },
});

function entry({ site }: Store, change: LoggedChange, product: string): Html {
  const { seq, type, slug, observedAt, recordedAt, imported, reason } = change;
  return html`<entry>
<id>${`${site.baseUrl}/api/v2/changes?cursor=${seq - 1}&limit=1`}</id>
<title>${`${product}: ${changeWords(change)}`}</title>
<updated>${recordedAt}</updated>
<published>${recordedAt}</published>
<category term="${type}"/>
<link rel="alternate" type="text/html" href="${productPageUrl(site, slug)}"/>
<summary>${`Seen ${observedAt.slice(0, 10)}${imported === undefined ? '' : `, as ${imported.dataset} (${imported.license}) has it`}${reason === undefined ? '' : `; ${reason}`}.`}</summary>
</entry>
`;
}
