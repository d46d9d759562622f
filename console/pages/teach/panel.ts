/** The panel beside a page that is taught: what to point at next, the plans so far, and what follows from them. Pure. */
import type { Chosen } from '../../../crawler/read/explain/picker-copy.ts';
import { Per } from '../../../data/reading.ts';
import type { Place, TaughtPrice } from '../../../data/recipe.ts';
import { type Html, html, options } from '../../../web/html.ts';
import { badge, counted, vendorText } from '../../view/wording.ts';
import { type Draft, type DraftPlan, isComplete, type Slot } from './draft.ts';

const SLOT_WORDS: Readonly<Record<Slot, [key: string, words: string]>> = {
  auto: ['Esc', 'automatic'],
  name: ['n', 'plan name'],
  price: ['p', 'price'],
  free: ['f', 'free'],
  contact: ['s', 'contact sales'],
  addon: ['a', 'add-on'],
  ignore: ['x', 'block to ignore'],
};

interface PanelState {
  draft: Draft;
  slot: Slot;
  /** The trial stands above: its button is the first. */
  isTried: boolean;
}

export function teachPanel({ draft, slot, isTried }: PanelState): Html {
  const { plans, ignored, proposedBy, confirmed } = draft;
  const isOpen = plans.length > confirmed;
  return html`<div id="panel" class="panel card">
${plans.length > 0 && html`<p class="actions"><button name="do" value="confirm"${!isTried && html` data-primary autofocus`}${isTried && html` class="plain"`}>${confirmWords(draft)}</button>${isOpen && proposedBy === 'readers' && html` <button name="do" value="more" class="plain">Find more like these</button> <button name="do" value="restart" class="plain">Start over</button>`}${isOpen && proposedBy === 'siblings' && html` <button name="do" value="accept" class="plain">Accept ${counted(plans.length - confirmed, 'proposed plan')}</button>`}</p>`}
<fieldset class="slots"><legend>Type of the next selection</legend>${Object.entries(SLOT_WORDS).map(
    ([value, [key, words]]) =>
      html`<label><input type="radio" name="slot" value="${value}" data-key="${key}"${value === slot && html` checked`}> ${words} <kbd>${key}</kbd></label>`,
  )}</fieldset>
${plans.length === 0 ? html`<p class="calm-note">No plan yet. Select the name of one plan, then its price. The other plans are proposed.</p>` : html`<ol class="taught">${plans.map((plan, n) => planItem(plan, n, draft))}</ol>`}
${ignored.length > 0 && html`<p class="quiet">${counted(ignored.length, 'block')} ignored <button name="do" value="unignore" class="plain small">Ignore none</button></p>`}
</div>`;
}

function confirmWords({ plans, confirmed }: Draft): string {
  const all = counted(plans.length, 'plan');
  return plans.length > confirmed ? `Confirm ${all} and try` : `Try with ${all}`;
}

function planItem(plan: DraftPlan, n: number, { confirmed, current, proposedBy }: Draft): Html {
  const isProposed = n >= confirmed;
  const places = placesOf(plan).map(({ start, end }) => `${start}-${end}`);
  const name = plan.name === '' ? `plan ${n + 1}` : vendorText(plan.name, 80);
  const state = isProposed
    ? html`<span class="badge calm">${proposedBy === 'readers' ? 'as read' : 'proposed'}</span>`
    : badge('confirmed');
  return html`<li class="${isProposed ? 'proposed' : 'sure'}${n === current && ' current'}" data-name="${plan.name}" data-places="${places.join(' ')}"${n === current && html` aria-current="true"`}>
<div class="plan-head"><input name="p${n}.name" value="${plan.name}" maxlength="80" aria-label="Name of ${name}" placeholder="no name yet"> ${state}${plan.isAddOn === true && html` ${badge('add-on')}`}
<button name="do" value="current.${n}" class="plain small" aria-label="Edit ${name}">Edit</button><button name="do" value="drop.${n}" class="plain small" aria-label="Drop ${name}">×</button></div>
${plan.isFree === true && html`<p>free</p>`}${plan.isCustom === true && html`<p>contact sales</p>`}
${plan.prices.map((price, m) => priceRow(price, { n, m, name }))}
${!isComplete(plan) && plan.name !== '' && html`<p class="quiet">Select its price, or the words for free or contact sales.</p>`}
</li>`;
}

const TERMS = Per.options.map((per) => [per, per === 'once' || per === 'usage' ? per : `per ${per}`] as const);
const BILLINGS = [
  ['', 'billing not stated'],
  ['monthly', 'billed monthly'],
  ['annual', 'billed annually'],
] as const;

function priceRow(
  { amount, currency, per, billing, unit }: TaughtPrice,
  { n, m, name }: { n: number; m: number; name: string },
): Html {
  const of = `${amount} ${currency} of ${name}`;
  return html`<div class="taught-price"><b>${amount} ${currency}</b>
<select name="p${n}.${m}.per" aria-label="Term of ${of}">${options(TERMS, per)}</select>
<select name="p${n}.${m}.billing" aria-label="Billing of ${of}">${options(BILLINGS, billing)}</select>
<input name="p${n}.${m}.unit" value="${unit}" maxlength="40" size="8" placeholder="unit" aria-label="Unit of ${of}">
<button name="do" value="unprice.${n}.${m}" class="plain small" aria-label="Remove ${of}">×</button></div>`;
}

/** Where the plan's facts stand, to mark them in the page. */
function placesOf({ stateAt, prices }: DraftPlan): Place[] {
  return [stateAt, ...prices.map(({ at }) => at)].filter((at) => at !== undefined);
}

export function chosenIn({ plans }: Draft): Chosen {
  return { places: plans.flatMap(placesOf), names: plans.map(({ name }) => name).filter(Boolean) };
}
