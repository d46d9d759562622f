/** A reading as tables: tiers and models with their quotes and readers, and what was rejected. Pure. */
import { findersOf, notTaken, priceWords, readersSay } from '../../crawler/read/explain/explain.ts';
import { factWords } from '../../crawler/read/explain/explain-facts.ts';
import { type PageReading, RATE_FIELDS, type ReadModel, type ReadPrice, type ReadTier } from '../../data/reading.ts';
import { type Html, html } from '../../web/html.ts';
import { badge, counted, vendorText } from './wording.ts';

const SHOWN_QUOTES = 3;
const SHOWN_MODELS = 60;
const SHOWN_FACTS = 40;

export function readingView(reading: PageReading): Html {
  const { verdict, reason, tiers, models, facts = [], recipe, model } = reading;
  return html`<p>${badge(verdict)} ${vendorText(reason)}</p>
${recipe !== undefined && html`<p>Recipe ${badge(recipe.outcome)} ${vendorText(recipe.faults.join('; '))}</p>`}
${model !== undefined && html`<p>Language model ${badge(model.model)} ${model.isMeasured ? 'measured' : 'not measured'}, instructions ${model.prompt}, ${counted(model.dropped, 'claim')} dropped</p>`}
${tiers.length > 0 && tierTable(reading)}
${models.length > 0 && modelTable(models)}
${
  facts.length > 0 &&
  html`<details><summary>${counted(facts.length, 'fact')} in addition to prices</summary><ul>${facts
    .slice(0, SHOWN_FACTS)
    .map(
      (fact) =>
        html`<li>${'tier' in fact && fact.tier !== undefined && `${vendorText(fact.tier, 80)}: `}${vendorText(factWords(fact))} ${quote(fact.evidence.quote)}</li>`,
    )}</ul></details>`
}
${readersTable(reading)}`;
}

function tierTable(reading: PageReading): Html {
  return html`<div class="scroll" tabindex="0"><table class="dense"><thead><tr><th>Tier</th><th class="number">Price</th><th>Billing</th><th>Unit</th><th>Found by</th><th>Quote</th></tr></thead>
<tbody>${reading.tiers.map((tier) => tierRows(reading, tier))}</tbody></table></div>`;
}

function tierRows(reading: PageReading, tier: ReadTier): Html[] {
  const { name, prices, evidence } = tier;
  const state = stateOf(tier);
  const cells = [
    ...(state === undefined
      ? []
      : [{ price: state, billing: '', unit: '', by: evidence?.method ?? '', quote: evidence?.quote }]),
    ...prices.map((price) => ({
      price: priceOf(price),
      billing: assumed(price, 'billing'),
      unit: assumed(price, 'unit'),
      by: findersOf(reading, tier, price).join(', '),
      quote: price.evidence.quote,
    })),
  ];
  return cells.map(
    ({ price, billing, unit, by, quote: words }, at) =>
      html`<tr>${at === 0 && html`<th scope="rowgroup" rowspan="${cells.length}">${vendorText(name, 80)}</th>`}<td class="number">${price}</td><td>${billing}</td><td>${unit}</td><td class="quiet">${by}</td><td>${words !== undefined && quote(words)}</td></tr>`,
  );
}

function stateOf({ isFree, isCustom, prices }: ReadTier): string | undefined {
  if (isFree) return 'free';
  if (isCustom) return 'contact sales';
  return prices.length === 0 ? 'no price' : undefined;
}

function priceOf(price: ReadPrice): string {
  const until = price.until === undefined ? '' : ` until ${price.until}`;
  return `${priceWords(price)}${price.kind === 'list' ? '' : ` (${price.kind}${until})`}`;
}

/** Marks a value that a rule supplied and the page does not state. */
function assumed(price: ReadPrice, what: 'billing' | 'unit'): string {
  return `${price[what] ?? ''}${price.assumed?.includes(what) === true ? ' (assumed)' : ''}`;
}

function modelTable(models: readonly ReadModel[]): Html {
  const fields = RATE_FIELDS.filter(([field]) => models.some((model) => model[field] !== undefined));
  return html`<div class="scroll" tabindex="0"><table class="dense"><thead><tr><th>Model, per 1M tokens</th>${fields.map(([, words]) => html`<th class="number">${words}</th>`)}<th>Currency</th><th>Quote</th></tr></thead>
<tbody>${models
    .slice(0, SHOWN_MODELS)
    .map(
      (model) =>
        html`<tr><th scope="row">${vendorText(model.model, 120)}${model.band !== undefined && html` <span class="quiet">${vendorText(model.band, 80)}</span>`}</th>${fields.map(([field]) => html`<td class="number">${model[field]}</td>`)}<td>${model.currency}</td><td>${quote((model.evidence.input ?? model.evidence.output)?.quote ?? '')}</td></tr>`,
    )}</tbody></table></div>${models.length > SHOWN_MODELS && html`<p class="quiet">${models.length - SHOWN_MODELS} more models</p>`}`;
}

function readersTable(reading: PageReading): Html | undefined {
  if (reading.readings.length === 0) return undefined;
  const rejected = notTaken(reading);
  const amounts = rejected.reduce((sum, { count }) => sum + count, 0);
  return html`<h3>Results by reader</h3>
<div class="scroll" tabindex="0"><table class="dense"><tbody>${readersSay(reading).map(
    ({ reader, says }) => html`<tr><th scope="row">${reader}</th><td>${vendorText(says.join('; '), 600)}</td></tr>`,
  )}</tbody></table></div>
${
  rejected.length > 0 &&
  html`<details><summary>${counted(amounts, 'amount')} rejected</summary>
<ul>${rejected.map(
    ({ reason, count, readers, quotes }) =>
      html`<li>${count} × ${vendorText(reason, 120)} <span class="quiet">(${readers.join(', ')})</span>: ${quotes.slice(0, SHOWN_QUOTES).map((each) => html`${quote(each)} `)}${quotes.length > SHOWN_QUOTES && html`<span class="quiet">and ${quotes.length - SHOWN_QUOTES} more</span>`}</li>`,
  )}</ul></details>`
}`;
}

export function quote(words: string): Html {
  return words === '' ? html`` : html`<q>${vendorText(words, 240)}</q>`;
}
