/** Calibration: stated confidence against the share that was right. */
import { Calibration } from '../../data/dataset-quality.ts';
import type { Reliability } from '../../data/reliability.ts';
import { type Html, html } from '../../web/html.ts';
import { counted, number, percent } from '../view/wording.ts';
import type { ConsolePage } from './page.ts';

const SUFFICIENT_IN_BIN = 20;

export const calibration: ConsolePage = {
  path: '/calibration',
  show(installation) {
    const figures = Calibration.optional().parse(installation.generation()?.quality('calibration'));
    return {
      title: 'Calibration',
      place: '/calibration',
      main: html`<h1>Calibration</h1>
<p class="lead">A fact with a confidence of 0.9 should be right nine times in ten. Figures of the current generation${figures === undefined ? ': none yet.' : '.'}</p>
${figures?.field !== undefined && reliability('In the field', `Each new reading, correction or decision tests the confidence stated before it. Covers ${counted(figures.field.products, 'product')}.`, figures.field)}
${figures?.labelled !== undefined && reliability('On labelled pages', 'Predicted probability against pages labelled by people. The vendor under test is left out of the fit.', figures.labelled)}`,
    };
  },
};

const SIZE = 240;

function reliability(title: string, says: string, { n, brier, logLoss, bins }: Reliability): Html {
  return html`<section><h2>${title}</h2><p>${says}</p>
<p>${counted(n, 'forecast')}, Brier score ${brier.toFixed(4)}, log loss ${logLoss.toFixed(4)}.</p>
<div class="plotted">
<svg class="plot" viewBox="-30 -10 ${SIZE + 45} ${SIZE + 40}" role="img" aria-label="Predicted against observed share; on the diagonal, confidence is accurate">
<line class="axis" x1="0" y1="${SIZE}" x2="${SIZE}" y2="${SIZE}"/><line class="axis" x1="0" y1="0" x2="0" y2="${SIZE}"/>
<line class="diagonal" x1="0" y1="${SIZE}" x2="${SIZE}" y2="0"/>
${bins.map(({ given, came, low, high, n: of }) => html`<g class="${of < SUFFICIENT_IN_BIN ? 'few' : 'enough'}"><line x1="${(given * SIZE).toFixed(1)}" x2="${(given * SIZE).toFixed(1)}" y1="${((1 - low) * SIZE).toFixed(1)}" y2="${((1 - high) * SIZE).toFixed(1)}"/><circle cx="${(given * SIZE).toFixed(1)}" cy="${((1 - came) * SIZE).toFixed(1)}" r="4"><title>${`predicted ${given.toFixed(3)}, observed ${came.toFixed(3)}, n ${of}`}</title></circle></g>`)}
<text x="${SIZE / 2}" y="${SIZE + 24}" text-anchor="middle">predicted</text><text x="-12" y="${SIZE / 2}" text-anchor="middle" transform="rotate(-90 -12 ${SIZE / 2})">observed</text>
</svg>
<div class="scroll" tabindex="0"><table class="dense"><thead><tr><th>Confidence</th><th class="number">n</th><th class="number">Predicted</th><th class="number">Observed</th><th class="number">95 % interval</th></tr></thead><tbody>${bins.map(
    ({ from, to, n: of, given, came, low, high }) =>
      html`<tr><th scope="row">${from.toFixed(2)} to ${to.toFixed(2)}</th><td class="number">${number(of)}</td><td class="number">${percent(given)}</td><td class="number">${percent(came)}</td><td class="number quiet">${percent(low)} to ${percent(high)}</td></tr>`,
  )}</tbody></table></div></div></section>`;
}
