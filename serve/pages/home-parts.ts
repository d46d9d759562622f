/** What the front page says of the whole: how much is known, what changed lately, which categories there are. */
import type * as z from 'zod';
import { type ChangeType, type LoggedChange, PRICE_MOVES } from '../../data/change.ts';
import { moneyText, rounded } from '../../data/text/price-text.ts';
import { type Html, html } from '../../web/html.ts';
import { categories } from '../operations/categories.ts';
import type { quality } from '../operations/quality.ts';
import { changeWords } from '../record/change-words.ts';
import { grouped } from '../record/counts.ts';
import { changeView } from '../record/view.ts';
import type { Store } from '../store/store.ts';
import { STATUSES } from '../store/trust-figures.ts';
import { termsText } from './charts/strip.ts';
import { day, percent, statusBadge, statusMeaning } from './parts/wording.ts';

type Quality = z.infer<typeof quality.response>;

export function knowledge({ records, confirmedAge, publishedAt }: Quality): Html {
  const { count, byStatus } = records;
  const confirmed = confirmedAge?.sampleSize ?? 0;
  return html`<section class="knowledge" aria-labelledby="knowledge">
<h2 id="knowledge">How much is known</h2>
<dl class="figures">
<div><dt>products</dt><dd><a href="/?page=1">${grouped(count)}</a></dd></div>
<div><dt>confirmed by us on the vendor’s page</dt><dd>${grouped(confirmed)}</dd></div>
${confirmedAge !== undefined && html`<div><dt>days, the middle age of those confirmations</dt><dd>${Math.round(confirmedAge.medianDays)}</dd></div>`}
<div><dt>published</dt><dd>${day(publishedAt)}</dd></div>
</dl>
${count > 0 && statusBar(byStatus, count)}
<p class="quiet">What is unverified comes from named public datasets, each with its date, or is not known. <a href="/quality">How good this data is</a>, measured.</p>
</section>`;
}

function statusBar(byStatus: Quality['records']['byStatus'], count: number): Html {
  const present = STATUSES.flatMap((status) => {
    const n = byStatus[status]?.count ?? 0;
    return n === 0 ? [] : [{ status, n, share: n / count }];
  });
  let from = 0;
  const parts = present.map(({ status, share }) => {
    const x = from;
    from += share * 100;
    return html`<rect class="${status}" x="${x.toFixed(2)}%" width="${(share * 100).toFixed(2)}%" height="10"/>`;
  });
  const said = present.map(({ status, n }) => `${grouped(n)} ${status}`).join(', ');
  return html`<svg class="shares" role="img" aria-label="Records by status: ${said}" width="100%" height="10">${parts}</svg>
<ul class="legend">${present.map(({ status, n, share }) => html`<li title="${statusMeaning(status)}">${statusBadge(status)} ${grouped(n)} <span class="quiet">${percent(share)}</span></li>`)}</ul>`;
}

const SHOWN = 8;
/** How far back the log is looked through for them; a product that is added is an event too. */
const LOOKED_AT = 5_000;
const A_LOOK = 500;
const TOLD: readonly ChangeType[] = [...PRICE_MOVES, 'tier_added', 'tier_renamed', 'correction', 'announced'];

export function changedLately(store: Store): Html {
  const names = new Map(store.listed.map(({ slug, name }) => [slug, name]));
  const latest = latestChanges(store);
  return html`<section aria-labelledby="lately">
<h2 id="lately">What changed lately</h2>
${
  latest.length === 0
    ? html`<p>No price has changed since we began to watch.</p>`
    : html`<ol class="lately">${latest.map(
        ([first, ...others]) =>
          html`<li><span class="quiet">${day(first.observedAt)}</span> <a href="/tools/${first.slug}/pricing">${names.get(first.slug) ?? first.slug}</a> ${changeWords(changeView(first))}${others.length > 0 && html` <span class="quiet">and ${others.length} more</span>`}</li>`,
      )}</ol>`
}
<p class="quiet">Dated by the day that we saw it. <a href="/feed.xml">As a feed</a></p>
</section>`;
}

/** The last that was recorded first; what changed of a product on one day is together. */
function latestChanges({ generation }: Store): [LoggedChange, ...LoggedChange[]][] {
  const found = new Map<string, [LoggedChange, ...LoggedChange[]]>();
  const last = generation.lastChangeSeq();
  const end = Math.max(0, last - LOOKED_AT);
  // The log has no gaps, so that so many numbers are so many events.
  for (let until = last; until > end && found.size <= SHOWN; until -= A_LOOK) {
    const after = Math.max(end, until - A_LOOK);
    for (const change of generation.changes({ after, limit: until - after }).toReversed()) {
      if (!TOLD.includes(change.type)) continue;
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
      html`<li><a href="/category/${id}">${name}</a> <span class="quiet">${count}</span>${
        sufficient && median !== undefined && currency !== undefined && billing !== undefined
          ? html`<span class="quiet median" title="Median of the starting prices ${termsText({ currency, billing, unit })}">median ${moneyText(rounded(String(median), currency), currency)}${unit !== undefined && unit !== 'flat' && ` per ${unit}`}</span>`
          : false
      }</li>`,
  )}</ul>
</section>`;
}
