/** Events of the log as a table, with badges by origin. */
import type { ChangeType, LoggedChange } from '../../../data/change.ts';
import { changeSubject, inMarket, sideText } from '../../../data/text/change-words.ts';
import { percentOf, signedPercent } from '../../../data/watch/percent.ts';
import { type Html, html } from '../../../web/html.ts';
import { separated, table } from './markup.ts';
import { datasetLine, evidencePath } from './proof.ts';
import { day, dayText } from './wording.ts';

type Side = 'vendor' | 'unknown' | 'ours' | 'announced' | 'catalogue';

export const CHANGE_WORDS: Readonly<Record<ChangeType, { words: string; side: Side }>> = {
  price_changed: { words: 'Price changed', side: 'vendor' },
  tier_added: { words: 'Plan added', side: 'vendor' },
  tier_removed: { words: 'Plan removed', side: 'vendor' },
  tier_renamed: { words: 'Plan renamed', side: 'vendor' },
  free_tier_added: { words: 'Free plan added', side: 'vendor' },
  free_tier_removed: { words: 'Free plan removed', side: 'vendor' },
  currency_changed: { words: 'Currency changed', side: 'vendor' },
  unit_changed: { words: 'Unit changed', side: 'vendor' },
  rate_changed: { words: 'Rate changed', side: 'vendor' },
  model_added: { words: 'Model added', side: 'vendor' },
  model_removed: { words: 'Model removed', side: 'vendor' },
  changed_with_redesign: { words: 'Changed with a redesign', side: 'unknown' },
  product_added: { words: 'Added to the catalogue', side: 'catalogue' },
  product_retired: { words: 'No longer sold', side: 'catalogue' },
  correction: { words: 'Our correction', side: 'ours' },
  announced: { words: 'Announced', side: 'announced' },
  announcement_retracted: { words: 'Announcement withdrawn', side: 'announced' },
};

/** @param names by slug; absent on the page of one product */
export function changeTable(changes: readonly LoggedChange[], names?: ReadonlyMap<string, string>): Html {
  const rows = changes.map((change) => {
    const { type, slug, after, observedAt } = change;
    const { words, side } = CHANGE_WORDS[type];
    return html`<tr>
<td class="when">${day(observedAt)}</td>
${names !== undefined && html`<th scope="row"><a href="/tools/${slug}/history">${names.get(slug) ?? slug}</a></th>`}
<td class="event"><span class="badge event-${side}">${words}</span>${subjectOf(change)}</td>
<td class="moved">${beforeAndAfter(change)}${after?.effectiveFrom !== undefined && html` from ${dayText(after.effectiveFrom)} on`}</td>
<td class="proof">${proofOf(change)}</td>
</tr>
`;
  });
  const product = names === undefined ? [] : ['Product'];
  return table('changes', ['Date', ...product, 'Change', 'Before → after', 'Evidence'], rows);
}

function subjectOf(change: LoggedChange): Html | false {
  const { type, subject, before, after } = change;
  if (CHANGE_WORDS[type].side === 'catalogue') return false;
  if (type === 'tier_renamed')
    return html` <span>${inMarket(`${before?.name ?? subject} → ${after?.name ?? subject}`, change.market)}</span>`;
  return html` <span>${changeSubject(change)}</span>`;
}

/** "$10 → $12 per user/month +20 %". */
function beforeAndAfter(change: LoggedChange): Html | string {
  const { type, before, after } = change;
  const [was, is] = [sideText(before), sideText(after) ?? (type === 'free_tier_added' ? 'free' : undefined)];
  if (was === undefined) return is === undefined ? '' : html`<ins>${is}</ins>`;
  const percent = percentOf(change);
  if (percent === undefined)
    return html`<del>${was}</del> → ${is === undefined ? 'no longer listed' : html`<ins>${is}</ins>`}`;
  const money = sideText({ amount: before?.amount, currency: before?.currency });
  return html`<del>${money}</del> → <ins>${is}</ins> <span class="badge">${signedPercent(percent)}</span>`;
}

function proofOf({ evidence, imported, reason, type, after }: LoggedChange): Html {
  const quotes = evidence.map(
    (id, index) => html`<a href="${evidencePath(id)}">${index === 0 ? 'quote' : index + 1}</a>`,
  );
  const why = reason ?? (type === 'correction' ? 'our earlier reading was wrong' : undefined);
  return html`${separated(quotes)}${imported && datasetLine(imported, imported.asOf !== after?.effectiveFrom)}${why !== undefined && html` <span class="quiet">${why}</span>`}`;
}
