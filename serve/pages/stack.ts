/** What all of a team's products cost together. The address holds the stack; there are no accounts. */
import * as z from 'zod';
import type { PricingRecord } from '../../data/record.ts';
import { counted } from '../../data/text/figures.ts';
import { moneyText, roundedText } from '../../data/text/price-text.ts';
import { type Html, html, options } from '../../web/html.ts';
import type { TeamCost } from '../cost/cost-shape.ts';
import { tierNamed } from '../cost/tier-choice.ts';
import { findAlias } from '../interface/lookup.ts';
import { page } from '../interface/page.ts';
import { dayParameter, integerParameter, seatsParameter, textParameter } from '../interface/parameters.ts';
import { invalidParameter } from '../interface/problem.ts';
import {
  itemOf,
  MOST_ITEMS,
  notCounted,
  type StackItem,
  type StackLine,
  stack,
  stackPath,
} from '../operations/stack.ts';
import { label } from '../record/vendor-text.ts';
import type { Store } from '../store/store.ts';
import { atLeast, costLines, sumText } from './calculators/cost-lines.ts';
import { changeTable } from './parts/change-table.ts';
import { PRODUCTS, storeLayout } from './parts/layout.ts';
import { productLink, wideTable } from './parts/markup.ts';
import {
  exampleProducts,
  fieldParameter,
  likelyOf,
  productField,
  productNamed,
  SEATS,
  unknownProduct,
} from './parts/product-choice.ts';
import { proofsOf } from './parts/proof.ts';
import { stabilityText } from './parts/steadiness.ts';
import { day, percent, statusBadge } from './parts/wording.ts';

type Answer = z.output<typeof stack.response>;

const EXAMPLES = 3;
/** `slug:tier:seats`, the last two optional. */
const ITEM = /^([^:]{1,200})(?::([^:]{0,80}))?(?::(\d{1,7}))?$/u;

export const stackPage = page({
  id: 'stack-page',
  path: '/stack',
  listed: true,
  params: z.object({
    items: fieldParameter(z.string().max(8_000)),
    add: fieldParameter(textParameter(100)),
    /** The place in `items`, from 0, of the one that `tier` and `seats` replace. */
    change: fieldParameter(integerParameter(0, MOST_ITEMS - 1)),
    tier: fieldParameter(textParameter(80)),
    seats: fieldParameter(seatsParameter),
    since: fieldParameter(dayParameter),
  }),
  render(store, { items: text = '', add = '', change, tier, seats, since }, { now }) {
    const given = itemsIn(text).map((item, at) =>
      at === change ? { slug: item.slug, tier, seats: seats ?? 1 } : item,
    );
    const added = productNamed(store, add);
    const isFull = given.length >= MOST_ITEMS;
    const chosen = added === undefined || isFull ? given : [...given, { slug: added.slug, seats: seats ?? SEATS }];
    const isExample = chosen.length === 0;
    const items = isExample ? exampleProducts(store, EXAMPLES).map(({ slug }) => ({ slug, seats: SEATS })) : chosen;
    const answer = items.length === 0 ? undefined : stack.run(store, { items: known(store, items), since }, now);
    return storeLayout(store, {
      title: 'Cost of your software stack',
      description:
        'What all your software costs together, a month and a year, with the source of each price and what is not known.',
      path: '/stack',
      crumbs: [PRODUCTS],
      noIndex: !isExample,
      scripts: ['suggest', 'copy'],
      main: html`
<h1>Cost of your stack</h1>
<p class="lead">What all your products cost together, with the source of each price. The address of this page holds your stack: bookmark it or share it.</p>
${adding(store, isExample ? [] : (answer?.items.map(itemOf) ?? []), isFull)}
${added === undefined && add !== '' && html`<div role="status">${unknownProduct(store, add, ({ slug, name }) => html`<a rel="nofollow" href="${stackPath([...given, { slug, seats: seats ?? SEATS }])}">${name}</a>`)}</div>`}
${isExample && answer !== undefined && html`<p><span class="badge">Example</span> Add your own products above, or <a rel="nofollow" href="${stackPath(answer.items.map(itemOf))}">start with this example</a>.</p>`}
${answer !== undefined && shown(store, answer, now)}
`,
    });
  },
});

/** @throws {Problem} `invalid_parameter` */
function itemsIn(text: string): StackItem[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length > MOST_ITEMS) throw invalidParameter('items', `Accepts at most ${MOST_ITEMS}; got ${parts.length}`);
  return parts.map((part) => {
    const [, slug, tier = '', seats = '1'] = ITEM.exec(part.trim()) ?? [];
    if (slug === undefined || Number(seats) < 1)
      throw invalidParameter('items', 'Must be slug:tier:seats, separated by commas; tier and seats may be omitted');
    return { slug, seats: Math.min(Number(seats), 1_000_000), ...(tier !== '' && { tier }) };
  });
}

/** Without tiers that the product no longer has: an old address still shows its stack. */
function known(store: Store, items: readonly StackItem[]): StackItem[] {
  return items.map(({ tier, ...item }) => {
    const found = productNamed(store, item.slug);
    const isThere = found !== undefined && tierNamed(findAlias(store, found.slug).record.tiers, tier) !== undefined;
    return isThere ? { ...item, tier } : item;
  });
}

function adding(store: Store, items: readonly StackItem[], isFull: boolean): Html {
  if (isFull) return html`<p class="quiet">A stack has at most ${MOST_ITEMS} products. Remove one to add another.</p>`;
  return html`<form class="search" action="/stack" method="get">${itemsField(items)}
${productField({ label: 'Product', name: 'add', value: '' }, likelyOf(store, undefined))}
<label class="figure">Seats<input type="number" name="seats" min="1" max="1000000" value="${SEATS}"></label><button>Add</button></form>`;
}

function itemsField(items: readonly StackItem[]): Html | false {
  const [, query = ''] = stackPath(items).split('items=');
  return items.length > 0 && html`<input type="hidden" name="items" value="${decodeURIComponent(query)}">`;
}

function shown(store: Store, answer: Answer, now: Date): Html {
  const { items, totals, changes, since, watch, links } = answer;
  const names = new Map(items.flatMap(({ slug, name }) => (name === undefined ? [] : [[slug, name] as const])));
  const all = items.map(itemOf);
  return html`<section aria-labelledby="today">
<h2 id="today">Cost today</h2>
${totals.length === 0 ? html`<p>No cost per year of these products is known yet.</p>` : totals.map(totalCard)}
<div class="costs">${items.map((line, at) => productCard(store, line, { all, at }))}</div>
</section>
<section aria-labelledby="changes">
<h2 id="changes">Price changes since ${day(since)}</h2>
<form class="search" action="/stack" method="get">${itemsField(all)}<label>Since<input type="date" name="since" value="${since}" max="${now.toISOString().slice(0, 10)}"></label><button>Show</button></form>
${changes.length === 0 ? html`<p>No changes recorded.</p>` : wideTable('Changes', changeTable(changes, names))}
</section>
<h2>Share and watch</h2>
<p class="share"><span class="quiet">Link to this stack</span> <code data-copy>${links.page}</code></p>
${watch !== undefined && html`<p>Price changes of these products: <a href="${watch.atom}">Atom feed</a> · <a href="${watch.jsonFeed}">JSON Feed</a></p>`}
<p><a href="/docs/calculateStack">Use the API</a></p>
<h2>Cite this</h2>
<pre class="cite" data-copy>${answer.attribution}</pre>`;
}

function totalCard({ currency, items, billedMonthly, billedAnnually }: Answer['totals'][number]): Html {
  const saving = savingOf(billedMonthly.annual, billedAnnually.annual);
  return html`<p class="total sum"><strong>${atLeast(billedMonthly)}${roundedText(billedMonthly.monthly, currency)} a month</strong> ${moneyText(billedMonthly.annual, currency)} a year for ${counted(items, 'product')}, billed monthly where it is sold so${saving !== undefined && html`. Billed annually: ${atLeast(billedAnnually)}${moneyText(billedAnnually.annual, currency)} a year, ${saving}`}.</p>`;
}

/** "20 % less"; undefined where it is not less. */
function savingOf(monthly: string | number, annual: string | number): string | undefined {
  const percentLess = Math.round((1 - Number(annual) / Number(monthly)) * 100);
  return percentLess > 0 ? `${percentLess} % less` : undefined;
}

interface Place {
  all: readonly StackItem[];
  at: number;
}

function productCard(store: Store, line: StackLine, place: Place): Html {
  const { slug, name, problem, costs, verification, priceStability } = line;
  const others = place.all.filter((_, at) => at !== place.at);
  const remove = html`<a rel="nofollow" href="${others.length === 0 ? '/stack' : stackPath(others)}" aria-label="Remove ${name ?? slug}">Remove</a>`;
  if (name === undefined)
    return html`<article class="cost"><h3>${label(slug, 80)}</h3><p class="sum"><strong>Unknown product</strong></p><p class="quiet">${problem?.detail}.</p><p>${remove}</p></article>`;
  const { record } = findAlias(store, slug);
  return html`<article class="cost"><h3>${productLink({ slug, name })}</h3>
${costs === undefined ? html`<p class="sum"><strong>${problem?.code === 'price_not_public' ? 'Contact sales' : 'Not known yet'}</strong></p>` : costOf(costs, record)}
${notCounted(line).map(({ detail }) => html`<p class="quiet">${detail}. It is in no total.</p>`)}
<p class="quiet">${costs !== undefined && verification?.confidence !== undefined && html`${statusBadge(verification.status ?? 'unverified')} ${percent(verification.confidence)} sure. `}${priceStability !== undefined && stabilityText(priceStability)}</p>
<details><summary>Change plan or seats</summary><form class="search" action="/stack" method="get">${itemsField(place.all)}<input type="hidden" name="change" value="${place.at}">${plan(record, place)}<label class="figure">Seats<input type="number" name="seats" min="1" max="1000000" value="${line.seats}"></label><button>Update</button></form></details>
<p>${remove}</p>
</article>
`;
}

function plan({ tiers }: PricingRecord, { all, at }: Place): Html {
  const plans = tiers.map(({ id, name }) => [id, label(name, 80)] as const);
  return html`<label>Plan<select name="tier">${options([['', 'Cheapest that fits'], ...plans], all[at]?.tier ?? '')}</select></label>`;
}

function costOf({ monthly, annual }: NonNullable<StackLine['costs']>, record: PricingRecord): Html {
  const { total, currency, tierName, billing } = monthly;
  const paid = total.annual ?? total.term;
  const sum = paid === undefined ? 'Not known yet' : html`${atLeast(total)}${sumText(paid, currency)}`;
  return html`<p class="sum"><strong>${sum}</strong>${paid !== undefined && (total.annual === undefined ? ' once' : ' a year')}</p>
<p class="quiet">${tierName}, ${counted(monthly.seats, 'seat')}${billing !== undefined && `, billed ${billing === 'annual' ? 'annually' : 'monthly'}`}${ifBilledAnnually(monthly, annual)}.</p>
${costLines(monthly, { tiers: record.tiers, proofs: proofsOf(record), period: total.annual === undefined ? 'term' : 'annual' })}`;
}

/** Nothing where it is not sold by the year, or costs the same. */
function ifBilledAnnually(monthly: TeamCost, annual: TeamCost): Html | false {
  const [before = 0, after = 0] = [monthly.total.annual, annual.total.annual];
  const saving = annual.billing === 'annual' && before > 0 ? savingOf(before, after) : undefined;
  return saving !== undefined && html`; billed annually ${sumText(after, annual.currency)} a year, ${saving}`;
}
