/** How sure the record is, and why. */

import { type Html, html } from '../../../web/html.ts';
import { addressLink } from '../parts/markup.ts';
import { day, percent, statusMeaning } from '../parts/wording.ts';
import type { Shown } from './shown.ts';

const UNVERIFIED = {
  true: 'Read on the vendor’s page with low confidence',
  false: 'Not yet confirmed on the vendor’s page',
};

export function confidenceBox({ record: { verification, rateCard, startingPrice } }: Shown): Html {
  const { status = 'unverified', confidence, confirmedAt, checkedAt, outcome, reasons, source } = verification;
  const subject =
    startingPrice == null && rateCard !== undefined
      ? 'the rates of the median model'
      : 'the starting price and the free plan';
  return html`<section class="trust" aria-labelledby="sure">
<h2 id="sure">How sure${confidence !== undefined && html`: ${percent(confidence)}`}</h2>
${confidence !== undefined && html`<p>The probability that ${subject} still match the vendor’s page. <a href="/quality">How we measure it</a></p>`}
<dl>
<div><dt>Confirmed</dt><dd>${confirmedAt === undefined ? 'never' : day(confirmedAt)}</dd></div>
<div><dt>Last checked</dt><dd>${checkedAt === undefined ? 'never' : day(checkedAt)}${outcome && ` (${outcome})`}</dd></div>
${source !== undefined && html`<div><dt>Source</dt><dd>${addressLink(source)}</dd></div>`}
</dl>
<p>${status === 'unverified' ? UNVERIFIED[`${confirmedAt !== undefined}`] : statusMeaning(status)}.</p>
${reasons.length > 0 && html`<details><summary>Reasons</summary><ul class="reasons">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul></details>`}
</section>`;
}
