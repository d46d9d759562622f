/** The field for the reason of a decision, with the last reasons offered: as a list, and by digits where script runs. */
import { lastReasons } from '../../data/store/ledger-queries/audit-log.ts';
import { type Html, html } from '../../web/html.ts';
import type { Installation } from '../installation/installation.ts';
import { vendorText } from './wording.ts';

const OFFERED = 6;

export function reasonField(installation: Pick<Installation, 'ledger'>, who: string): Html {
  const reasons = installation.ledger((ledger) => lastReasons(ledger, who, OFFERED)) ?? [];
  return html`<div class="reason"><label class="wide">Reason <input name="reason" required maxlength="300" list="reasons" autocomplete="off" placeholder="one line, published with your name"></label>
<datalist id="reasons">${reasons.map((reason) => html`<option value="${vendorText(reason)}"></option>`)}</datalist></div>`;
}
