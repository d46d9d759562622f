/** The parts of the home page: coverage, recent changes, and the categories. */
import type * as z from 'zod';
import { type ChangeType, type LoggedChange, PRICE_MOVES } from '../../data/change.ts';
import { type Html, html } from '../../web/html.ts';
import { categories } from '../operations/categories.ts';
import type { quality } from '../operations/quality.ts';
import { changeWords } from '../record/change-words.ts';
import { grouped } from '../record/counts.ts';
import { changeView } from '../record/view.ts';
import type { Store } from '../store/store.ts';
import { STATUSES } from '../store/trust-figures.ts';
import { termsText } from './charts/price-strip.ts';
import { productLink, quiet } from './parts/markup.ts';
import { day, percent, roundedText, statusBadge, statusMeaning } from './parts/wording.ts';

type Quality = z.infer<typeof quality.response>;

export function coverage({ records, confirmedAge, publishedAt }: Quality): Html {
  return html`<section class="knowledge" aria-labelledby="knowledge">
<h2 id="knowledge">How much is known</h2>
<dl class="figures">
<div><dt>products</dt><dd><a href="/?page=1">${grouped(records.count)}</a></dd></div>
<div><dt>confirmed by us on the vendor’s page</dt><dd>${grouped(confirmedAge?.sampleSize ?? 0)}</dd></div>
${confirmedAge !== undefined && html`<div><dt>days, the middle age of those confirmations</dt><dd>${Math.round(confirmedAge.medianDays)}</dd></div>`}
<div><dt>published</dt><dd>${day(publishedAt)}</dd></div>
</dl>
${records.count > 0 && statusBar(records)}
<p class="quiet">What is unverified comes from named public datasets, each with its date, or is not known. <a href="/quality">How good this data is</a>, measured.</p>
</section>`;
}

function statusBar({ byStatus, count }: Quality['records']): Html {
  const present = STATUSES.map((status) => {
    const n = byStatus[status]?.count ?? 0;
    return { status, n, share: n / count };
  }).filter(({ n }) => n > 0);
  let from = 0;
  const parts = present.map(({ status, share }) => {
    const x = from;
    from += share * 100;
    return html`<rect class="${status}" x="${x.toFixed(2)}%" width="${(share * 100).toFixed(2)}%" height="10"/>`;
  });
  const words = present.map(({ status, n }) => `${grouped(n)} ${status}`).join(', ');
  return html`<svg class="shares" role="img" aria-label="Records by status: ${words}" width="100%" height="10">${parts}</svg>
<ul class="legend">${present.map(({ status, n, share }) => html`<li title="${statusMeaning(status)}">${statusBadge(status)} ${grouped(n)} ${quiet(percent(share))}</li>`)}</ul>`;
}

const SHOWN = 8;
/** How many events of the log are looked through for them, and how many are read at a time. */
const LOOKED_AT = 5_000;
const WINDOW = 500;
const SHOWN_TYPES: readonly ChangeType[] = [...PRICE_MOVES, 'tier_added', 'tier_renamed', 'correction', 'announced'];

export function recentChanges(store: Store): Html {
  const names = new Map(store.listed.map(({ slug, name }) => [slug, name]));
  const items = latestChanges(store).map(([first, ...others]) => {
    const { slug, observedAt } = first;
    return html`<li>${quiet(day(observedAt))} ${productLink({ slug, name: names.get(slug) ?? slug })} ${changeWords(changeView(first))}${others.length > 0 && html` ${quiet(`and ${others.length} more`)}`}</li>`;
  });
  return html`<section aria-labelledby="lately">
<h2 id="lately">What changed lately</h2>
${items.length === 0 ? html`<p>No price has changed since we began to watch.</p>` : html`<ol class="lately">${items}</ol>`}
<p class="quiet">Dated by the day that we saw it. <a href="/feed.xml">As a feed</a></p>
</section>`;
}

/** The last recorded first; changes of a product on one day are together. */
function latestChanges({ generation }: Store): [LoggedChange, ...LoggedChange[]][] {
  const found = new Map<string, [LoggedChange, ...LoggedChange[]]>();
  const last = generation.lastChangeSeq();
  const end = Math.max(0, last - LOOKED_AT);
  // The log has no gaps in its numbers.
  for (let until = last; until > end && found.size <= SHOWN; until -= WINDOW) {
    const after = Math.max(end, until - WINDOW);
    for (const change of generation.changes({ after, limit: until - after }).toReversed()) {
      if (!SHOWN_TYPES.includes(change.type)) continue;
      const key = `${change.slug} ${change.observedAt.slice(0, 10)}`;
      const together = found.get(key);
      if (together === undefined) found.set(key, [change]);
      else together.push(change);
    }
  }
  return [...found.values()].slice(0, SHOWN);
}

export function categoryList(store: Store, now: Date): Html {
  const list = categories.run(store, {}, now).categories.filter(({ count }) => count > 0);
  return html`<section aria-labelledby="categories">
<h2 id="categories">Categories</h2>
<ul class="categories">${list.map(
    ({ id, name, count, median, currency, billing, unit, sufficient }) =>
      html`<li><a href="/category/${id}">${name}</a> ${quiet(count)}${
        sufficient &&
        median !== undefined &&
        currency !== undefined &&
        billing !== undefined &&
        html`<span class="quiet median" title="Median of the starting prices ${termsText({ currency, billing, unit })}">median ${roundedText(String(median), currency)}${unit !== undefined && unit !== 'flat' && ` per ${unit}`}</span>`
      }</li>`,
  )}</ul>
</section>`;
}
