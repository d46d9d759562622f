/**
 * The log of changes as an Atom feed (RFC 4287): the newest first, a page at a time, the older ones behind `next`.
 *
 * An entry's id is the address that answers with that event alone, for ever.
 */
import * as z from 'zod';
import type { LoggedChange } from '../../data/change.ts';
import { moneyText } from '../../data/price-text.ts';
import { homeUrl, productPageUrl } from '../envelope.ts';
import { FEED_PATH } from '../http/headers.ts';
import { page } from '../page.ts';
import { integerParameter } from '../parameters.ts';
import { changeView } from '../record/view.ts';
import type { Store } from '../store.ts';
import { type Html, html } from './html.ts';

const ENTRIES = 100;

export const changesFeed = page({
  id: 'changesFeed',
  path: FEED_PATH,
  contentType: 'application/atom+xml; charset=utf-8',
  summary: 'Changes of prices as Atom, the newest first',
  params: z.object({ before: integerParameter(1, Number.MAX_SAFE_INTEGER).optional() }),
  render(store, { before }) {
    const { site, generation } = store;
    const self = `${site.baseUrl}${FEED_PATH}`;
    const last = Math.min(generation.lastChangeSeq(), before === undefined ? Number.MAX_SAFE_INTEGER : before - 1);
    const after = Math.max(0, last - ENTRIES);
    // The log has no gaps, so that so many numbers are so many events.
    const changes = last === 0 ? [] : generation.changes({ after, limit: last - after }).toReversed();
    const names = new Map(store.listed.map(({ slug, name }) => [slug, name]));
    return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${self}</id>
<title>${site.brand}: changes of software prices</title>
<updated>${changes[0]?.recordedAt ?? generation.publishedAt}</updated>
<author><name>${site.brand}</name><uri>${homeUrl(site)}</uri></author>
<link rel="self" type="application/atom+xml" href="${before === undefined ? self : `${self}?before=${before}`}"/>
<link rel="alternate" type="text/html" href="${homeUrl(site)}"/>
${after > 0 && html`<link rel="next" type="application/atom+xml" href="${`${self}?before=${after + 1}`}"/>\n`}${changes.map((change) => entry(store, changeView(change), names.get(change.slug) ?? change.slug))}</feed>
`;
  },
});

function entry({ site }: Store, change: LoggedChange, product: string): Html {
  const { seq, type, slug, observedAt, recordedAt, imported, reason } = change;
  return html`<entry>
<id>${`${site.baseUrl}/api/v2/changes?cursor=${seq - 1}&limit=1`}</id>
<title>${`${product}: ${saidOf(change)}`}</title>
<updated>${recordedAt}</updated>
<published>${recordedAt}</published>
<category term="${type}"/>
<link rel="alternate" type="text/html" href="${productPageUrl(site, slug)}"/>
<summary>${`Seen ${observedAt.slice(0, 10)}${imported === undefined ? '' : `, as ${imported.dataset} (${imported.license}) has it`}${reason === undefined ? '' : `; ${reason}`}.`}</summary>
</entry>
`;
}

/** "Pro: $10 per user/month, was $8 per user/month". */
function saidOf({ type, subject = '', before, after }: LoggedChange): string {
  const name = after?.name ?? before?.name ?? subject;
  const [was, is] = [priceText(before), priceText(after)];
  const of = [name, after?.rate ?? before?.rate].filter((word) => word !== undefined && word !== '').join(', ');
  const moved = [is, was === undefined ? undefined : `was ${was}`].filter((word) => word !== undefined).join(', ');
  const from = after?.effectiveFrom === undefined ? '' : ` from ${after.effectiveFrom} on`;
  switch (type) {
    case 'product_added':
      return 'in the catalogue';
    case 'product_retired':
      return 'no longer sold';
    case 'tier_renamed':
      return `${before?.name ?? subject} is now called ${after?.name ?? subject}`;
    case 'correction':
      return `our correction of ${of}${moved === '' ? '' : `: ${moved}`}`;
    case 'announced':
      return `announced: ${of}${is === undefined ? '' : `, ${is}`}${from}`;
    case 'announcement_retracted':
      return `no longer announced: ${of}${is === undefined ? '' : `, ${is}`}${from}`;
    default:
      return `${type.replaceAll('_', ' ')}: ${of}${moved === '' ? '' : `, ${moved}`}`;
  }
}

function priceText(side: LoggedChange['before']): string | undefined {
  if (side?.isCustom === true) return 'on request';
  if (side?.amount === undefined || side.currency === undefined) return undefined;
  const { amount, currency, per, unit, billing } = side;
  const terms = [unit, per].filter((word) => word !== undefined).join('/');
  const billed = billing === 'annual' ? ', billed annually' : '';
  return `${moneyText(amount, currency)}${terms === '' ? '' : ` per ${terms}`}${billed}`;
}
