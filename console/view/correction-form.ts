/** The form that corrects a reading: a part per tier, a row per price. Unchanged fields are not submitted as values. Pure. */
import { StatedValues } from '../../data/pipeline/review-decision.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { Per } from '../../data/reading.ts';
import type { Price, Rate, Tier } from '../../data/record.ts';
import { type Html, html, options } from '../../web/html.ts';
import { field } from '../http/form.ts';
import { ConsoleProblem } from '../http/problem.ts';
import { vendorText } from './wording.ts';

const STATES = {
  same: 'as read',
  priced: 'has these prices',
  free: 'is free',
  custom: 'is contact sales',
  gone: 'is no longer sold',
} as const;

const RATES = [
  ['inputPerMTok', 'Input'],
  ['outputPerMTok', 'Output'],
  ['cachedInputPerMTok', 'Cached input'],
  ['batchInputPerMTok', 'Batch input'],
  ['batchOutputPerMTok', 'Batch output'],
] as const;

const MOST_TIERS = 30;
const MOST_RATES = 40;
const MOST_PRICES = 8;

export function correctionFields({ tiers, rates }: Pick<Statement, 'tiers' | 'rates'>): Html {
  const shown = rates.slice(0, MOST_RATES);
  return html`${tiers.slice(0, MOST_TIERS).map((tier, at) => tierFields(`t${at}`, tier))}
${tierFields(`t${Math.min(tiers.length, MOST_TIERS)}`, undefined)}
${
  shown.length > 0 &&
  html`<div class="scroll"><table class="dense"><thead><tr><th>Model, per 1M tokens</th>${RATES.map(([, words]) => html`<th>${words}</th>`)}</tr></thead>
<tbody>${shown.map((rate, at) => rateRow(`r${at}`, rate))}</tbody></table></div>`
}`;
}

function tierFields(at: string, tier: Tier | undefined): Html {
  const name = tier === undefined ? 'Another tier' : vendorText(tier.name, 80);
  const prices: (Price | undefined)[] = [...(tier?.prices ?? []).slice(0, MOST_PRICES - 1), undefined];
  return html`<fieldset><legend>${name}</legend>
${tier === undefined ? html`<label>Name <input name="${at}.tier" maxlength="80"></label>` : html`<input type="hidden" name="${at}.tier" value="${tier.id}">`}
<label>State <select name="${at}.state">${options(Object.entries(tier === undefined ? { ...STATES, same: 'none' } : STATES))}</select></label>
${prices.map(
  (
    price,
    n,
  ) => html`<div class="price" role="group" aria-label="${price === undefined ? 'Another price' : `Price ${n + 1}`}">
<label>Amount <input name="${at}.p${n}.amount" inputmode="decimal" value="${price?.amount}" size="8"></label>
<label>Currency <input name="${at}.p${n}.currency" maxlength="3" value="${price?.currency}" size="4"></label>
<label>Per <select name="${at}.p${n}.per">${options(Per.options, price?.per ?? 'month')}</select></label>
<label>Billing <select name="${at}.p${n}.billing">${options(['', 'monthly', 'annual'], price?.billing)}</select></label>
<label>Unit <input name="${at}.p${n}.unit" maxlength="40" value="${price?.unit}" size="10"></label>
</div>`,
)}</fieldset>`;
}

function rateRow(at: string, rate: Rate): Html {
  const { model, band, currency } = rate;
  return html`<tr><th scope="row">${vendorText(model, 120)}${band !== undefined && html` <span class="quiet">${vendorText(band, 80)}</span>`}<input type="hidden" name="${at}.model" value="${model}"><input type="hidden" name="${at}.band" value="${band}"><input type="hidden" name="${at}.currency" value="${currency}"></th>${RATES.map(
    ([name, words]) =>
      html`<td><input name="${at}.${name}" inputmode="decimal" value="${rate[name]}" size="7" aria-label="${words} of ${vendorText(model, 80)}"><input type="hidden" name="${at}.${name}.was" value="${rate[name]}"></td>`,
  )}</tr>`;
}

/** @throws {ConsoleProblem} nothing is stated, or not in the form of a price */
export function statedIn(form: FormData): StatedValues {
  const tiers = rowsIn(form, 't', MOST_TIERS + 1).flatMap(({ at, sent }) => {
    const state = sent('state');
    if (state === '' || state === 'same') return [];
    const is = { ...(state === 'gone' && { isGone: true }), ...(state === 'free' && { isFree: true }) };
    const prices = state === 'priced' ? pricesIn(form, at) : [];
    return [{ tier: sent('tier'), ...is, ...(state === 'custom' && { isCustom: true }), prices }];
  });
  const rates = rowsIn(form, 'r', MOST_RATES).flatMap(({ sent }) => {
    const changed = RATES.map(([name]) => [name, sent(name), sent(`${name}.was`)])
      .filter(([, now, was]) => now !== was && now !== '')
      .map(([name, now]) => [name, now]);
    if (changed.length === 0) return [];
    const band = sent('band') === '' ? {} : { band: sent('band') };
    return [{ model: sent('model'), ...band, currency: sent('currency'), ...Object.fromEntries(changed) }];
  });
  const parsed = StatedValues.safeParse({ tiers, rates });
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: '' }] = parsed.error.issues;
  const [list, at] = path;
  const row = list === 'rates' ? rates[Number(at)]?.model : tiers[Number(at)]?.tier;
  const where = row === undefined ? '' : `${vendorText(row, 80) || 'Another tier'}, ${String(path.at(-1))}: `;
  throw new ConsoleProblem(422, `Cannot apply the correction: ${where}${message}`);
}

function pricesIn(form: FormData, at: string) {
  return rowsIn(form, `${at}.p`, MOST_PRICES).flatMap(({ sent }) => {
    const [amount, billing, unit] = [sent('amount'), sent('billing'), sent('unit')];
    if (amount === '') return [];
    const optional = { ...(billing !== '' && { billing }), ...(unit !== '' && { unit }) };
    return [{ amount, currency: sent('currency').toUpperCase(), per: sent('per'), ...optional }];
  });
}

/** Numbered groups of fields. `sent`: a field of the group, empty if it was not sent. */
function rowsIn(form: FormData, prefix: string, count: number) {
  return Array.from({ length: count }, (_, n) => {
    const at = `${prefix}${n}`;
    return { at, sent: (name: string) => field(form, `${at}.${name}`) };
  });
}
