/** Pages of any size: one offer among what makes vendors' pages large. Equal options give equal pages. */
import { addAmounts } from '../../data/money.ts';
import type { Layout } from '../vendor-web/layout.ts';
import { LAYOUTS, layOut, layoutNamed, suits } from '../vendor-web/layouts.ts';
import type { Offer } from '../vendor-web/offer.ts';
import { type Random, seeded } from '../vendor-web/random.ts';
import { randomOffer, randomRates } from '../vendor-web/random-offer.ts';

export interface SizedPage {
  source: string;
  format: Layout['format'];
  url: string;
}

export interface SizedPageOptions {
  layout?: string;
  /** At least. */
  bytes: number;
  seed?: number;
  /** Another edition has the same offer among other words. */
  edition?: number;
  /** Added to every price per month. */
  dearer?: number;
}

/** Layouts that plain HTTP shows whole. */
export const HTTP_LAYOUTS = LAYOUTS.filter(({ render }) => render === 'http').map(({ name }) => name);

export function sizedPage({
  layout = 'div-cards',
  bytes,
  seed = 1,
  edition = 1,
  dearer = 0,
}: SizedPageOptions): SizedPage {
  const { body, format } = laidOut(layoutNamed(layout), seed, dearer);
  const random = seeded(`${layout} ${seed} ${edition}`);
  const filler = format === 'html' ? htmlFiller : markdownFiller;
  const parts: string[] = [];
  for (let size = body.length; size < bytes; size += parts.at(-1)?.length ?? 0) parts.push(`\n${filler(random)}`);
  const end = body.indexOf('</main>');
  const cut = end < 0 ? body.length : end;
  const source = [body.slice(0, cut), ...parts, body.slice(cut)].join('');
  return { source, format, url: 'https://acme.example/pricing' };
}

/** By the first seed from `seed` on with an offer that suits the layout. */
function laidOut(layout: Layout, seed: number, dearer: number): ReturnType<typeof layOut> {
  for (let at = seed; at < seed + 1000; at += 1) {
    const offer = layout.of === 'tiers' ? randomOffer(at) : randomRates(at);
    if (suits(layout, offer)) return layOut(withDearer(offer, dearer), layout, at);
  }
  throw new RangeError(`Cannot find an offer that suits the layout ${layout.name}`);
}

function withDearer(offer: Offer, dearer: number): Offer {
  if (dearer === 0) return offer;
  const tiers = offer.tiers.map((tier) => ({
    ...tier,
    prices: tier.prices.map((price) => {
      const by = String(price.per === 'year' ? 12 * dearer : dearer);
      return { ...price, amount: addAmounts(price.amount, by) };
    }),
  }));
  return { ...offer, tiers };
}

const WORDS =
  'team project board workflow calendar report invite member guest access secure backup export import share comment review approve release deploy monitor alert budget sprint backlog roadmap template library search filter sort archive restore webhook token region cluster storage bandwidth'.split(
    ' ',
  );
const CLASSES = [
  'flex items-center justify-between gap-x-4',
  'mt-6 text-sm leading-6 text-gray-600',
  'relative isolate overflow-hidden rounded-2xl shadow-lg',
  'grid grid-cols-1 md:grid-cols-3 lg:grid-cols-4',
  'w-full max-w-7xl mx-auto px-6 py-12',
];

function sentence(random: Random, words: number): string {
  const text = Array.from({ length: words }, () => random.pick(WORDS)).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function icon(random: Random): string {
  const points = Array.from({ length: random.int(6, 30) }, () => `${random.int(0, 23)}.${random.int(100, 999)}`);
  return `<svg width="24" height="24" viewBox="0 0 24 24" fill="none"><path d="M${points.join(' ')}z" stroke="currentColor" stroke-width="1.5"/></svg>`;
}

const FILLERS: readonly ((random: Random, style: () => string) => string)[] = [
  (random, style) =>
    `<div class="${style()}"><div class="${style()}"><span class="${style()}">${icon(random)}</span><p class="${style()}">${sentence(random, random.int(4, 12))}</p></div></div>`,
  (random, style) =>
    `<details class="${style()}"><summary><h3>${sentence(random, 6)}</h3></summary><p>${sentence(random, random.int(20, 60))} <a href="/docs/${random.pick(WORDS)}">${random.pick(WORDS)}</a></p></details>`,
  (random, style) => {
    const cell = () =>
      `<td class="${style()}">${random.chance(0.6) ? icon(random) : random.pick(['—', 'Unlimited', '10 GB', '5 users', '30 days'])}</td>`;
    const row = () => `<tr><th scope="row">${sentence(random, 3)}</th>${cell()}${cell()}${cell()}</tr>`;
    return `<table class="${style()}"><tbody>${Array.from({ length: 6 }, row).join('\n')}</tbody></table>`;
  },
  (random, style) =>
    `<ul>${Array.from({ length: 8 }, () => `<li class="${style()}"><a href="/${random.pick(WORDS)}/${random.pick(WORDS)}" data-track="footer-${random.int(1, 99)}">${random.pick(WORDS)} ${random.pick(WORDS)}</a></li>`).join('')}</ul>`,
  (random) =>
    `<script>window.__state=(window.__state||[]).concat(${JSON.stringify(Array.from({ length: 6 }, (_, id) => ({ id, key: random.pick(WORDS), text: sentence(random, 10), on: random.chance(0.5), rank: random.int(1, 500) })))})</script>`,
];

function htmlFiller(random: Random): string {
  return random.pick(FILLERS)(random, () => random.pick(CLASSES));
}

function markdownFiller(random: Random): string {
  return random.chance(0.3)
    ? `\n## ${sentence(random, 4)}\n\n${sentence(random, random.int(20, 60))}\n`
    : `- ${sentence(random, random.int(4, 10))} [${random.pick(WORDS)}](/docs/${random.pick(WORDS)})`;
}
