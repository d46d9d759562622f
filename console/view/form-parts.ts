/** Parts of forms that several pages have. */
import { lastReasons } from '../../data/store/ledger-queries/audit-log.ts';
import { type Html, html, options } from '../../web/html.ts';
import type { Installation } from '../installation/installation.ts';
import { vendorText } from './wording.ts';

const OFFERED = 6;

/**
 * For the reason of a decision, with the last reasons offered: as a list, and by digits where script runs.
 * @param isOnly the form has nothing else to fill in
 */
export function reasonField(installation: Pick<Installation, 'ledger'>, who: string, isOnly = false): Html {
  const reasons = installation.ledger((ledger) => lastReasons(ledger, who, OFFERED)) ?? [];
  return html`<div class="reason"><label class="wide">Reason <input name="reason" required maxlength="300" list="reasons" placeholder="One line, published with your name"${isOnly && html` autofocus`}></label>
<datalist id="reasons">${options(reasons.map((reason) => [vendorText(reason), '']))}</datalist></div>`;
}

export function hiddenFields(fields: Readonly<Record<string, string>>): Html {
  return html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
}

/** Why something can't be done. @param most characters */
export function faultNote(words: string, most: number): Html {
  return html`<div class="faults" role="alert"><p>${vendorText(words, most)}</p></div>`;
}
