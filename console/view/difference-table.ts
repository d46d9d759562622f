/** Two statements beside each other, fact by fact. Pure. */
import type { Statement } from '../../data/pipeline/verdict.ts';
import { differences } from '../../verifier/review/differences.ts';
import { type Html, html } from '../../web/html.ts';
import { quote } from './reading-view.ts';
import { counted, vendorText } from './wording.ts';

/** @param headings of both sides */
export function differenceTable(
  before: Statement | undefined,
  after: Statement,
  headings: readonly [before: string, after: string],
): Html {
  const all = differences(before, after);
  const differing = all.filter(({ isSame }) => !isSame);
  const same = all.length - differing.length;
  const isRated = differing.some(({ confidence }) => confidence !== undefined);
  return html`${
    differing.length > 0 &&
    html`<div class="scroll" tabindex="0"><table><thead><tr><th>Fact</th><th class="number">${headings[0]}</th><th class="number">${headings[1]}</th>${isRated && html`<th class="number">Confidence</th>`}<th>Quotes</th></tr></thead><tbody>${differing.map(
      ({ subject, terms, before, after, confidence, quoteBefore, quoteAfter }) =>
        html`<tr><th scope="row">${vendorText(subject, 120)}${terms !== '' && html` <span class="quiet">${vendorText(terms, 80)}</span>`}</th><td class="number">${before === undefined ? '–' : html`<del>${vendorText(before, 60)}</del>`}</td><td class="number">${after === undefined ? '–' : html`<ins>${vendorText(after, 60)}</ins>`}</td>${isRated && html`<td class="number">${confidence?.toFixed(2)}</td>`}<td>${quoteBefore !== undefined && quote(quoteBefore)}${quoteAfter !== undefined && quoteAfter !== quoteBefore && html`<br>${quote(quoteAfter)}`}</td></tr>`,
    )}</tbody></table></div>`
  }${same > 0 && html`<p class="quiet">${counted(same, 'fact')} ${same === 1 ? 'is' : 'are'} unchanged.</p>`}`;
}
