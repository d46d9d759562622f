/**
 * The cheapest token rates of models with a context window of at least so many tokens, by month: a frontier of minimum prices,
 * which moves when a model enters or leaves; no index of matched models. In US dollars, for a prompt as long as the window
 * asked for. A model counts only with both rates and a known window. Pure.
 */
import * as z from 'zod';
import { Amount } from '../money.ts';
import { boundsOf, holds } from '../prices/context-band.ts';
import { Slug } from '../product.ts';
import { type ContextWindow, datasetName } from '../record.ts';
import type { Steps } from '../store/steps.ts';
import { modelKey } from '../text/name-key.ts';
import { monthName, monthOf } from './months.ts';
import { type Amounts, isRateKey, type PricedProduct, rateTermsOf } from './price-lines.ts';
import { type Basis, isImported, isOf, isSufficient, standingMonths } from './standing.ts';

/** Tokens. At 8,000 and 32,000 the rates of the imported history are those at 128,000. */
export const CONTEXTS = [128_000, 200_000, 1_000_000] as const;

const Cheapest = z.strictObject({ amount: Amount, slug: Slug, model: z.string() });

const CheapestMonth = z.strictObject({
  month: z.string().meta({ description: 'Calendar month in UTC, e.g. 2026-10; rates are those at its end.' }),
  input: Cheapest.meta({ description: 'Cheapest input rate, in US dollars per million tokens.' }),
  output: Cheapest.meta({ description: 'Cheapest output rate, maybe of another model.' }),
  models: z.int().min(1).meta({ description: 'Models with such a window and both rates.' }),
  vendors: z.int().min(1).meta({ description: 'Vendors of these models.' }),
  sufficient: z.boolean().meta({ description: 'True from 30 models of 20 vendors.' }),
});
export type CheapestMonth = z.infer<typeof CheapestMonth>;

export const CheapestRates = z.strictObject({
  context: z.int().meta({ description: 'Least context window, in tokens.' }),
  datasets: z.array(z.string()).meta({ description: 'Datasets that state the windows.' }),
  months: z.array(CheapestMonth).meta({ description: 'Oldest first, without months that have no such model.' }),
});
export type CheapestRates = z.infer<typeof CheapestRates>;

/** What a vendor asks for one model at prompts of some length. */
interface Offer {
  slug: string;
  vendor: string;
  model: string;
  window: ContextWindow;
  holdsFor(context: number): boolean;
  input: string;
  output: string;
}

export interface CheapestQuery {
  basis: Basis;
  /** Only months that ended before it. */
  until: string;
  windowOf(slug: string, model: string): ContextWindow | undefined;
}

export function* cheapestRates(
  products: readonly (PricedProduct & { slug: string })[],
  { basis, until, windowOf }: CheapestQuery,
): Steps<CheapestRates[]> {
  const last = monthOf(until) - 1;
  /** By month. */
  const offers = new Map<number, Offer[]>();
  for (const { slug, vendor, lines } of products) {
    for (const line of lines) {
      const stated = line.intervals.filter((each) => isOf(each, basis));
      if ((line.dataset !== undefined) !== isImported(basis) || stated.length === 0) continue;
      const first = Math.min(...stated.map(({ from }) => monthOf(from)));
      const standings = standingMonths(line, { first, last, basis });
      for (const [at, standing] of standings.entries()) {
        if (standing?.isSeen !== true) continue;
        const known = offers.get(first + at) ?? [];
        offers.set(first + at, known);
        const around = { before: standings[at - 1]?.amounts, after: standings[at + 1]?.amounts };
        for (const each of offersIn(lasting(standing.amounts, around))) {
          const window = windowOf(slug, each.model);
          if (window !== undefined) known.push({ slug, vendor, window, ...each });
        }
      }
    }
    yield;
  }
  const months = [...offers].sort(([a], [b]) => a - b);
  return CONTEXTS.map((context) => frontierAt(context, months)).filter((series) => series.months.length > 0);
}

/** Without what stood at the end of one month only and went back: a mistake of the source, or a promotion. */
function lasting(
  amounts: Amounts,
  { before, after }: { before?: Amounts | undefined; after?: Amounts | undefined },
): Amounts {
  const wentBack = ([key, amount]: [string, string]) => {
    const was = before?.[key];
    return was !== undefined && was !== amount && was === after?.[key];
  };
  return Object.fromEntries(Object.entries(amounts).filter((entry) => !wentBack(entry)));
}

function offersIn(amounts: Amounts): Omit<Offer, 'slug' | 'vendor' | 'window'>[] {
  const rates = Map.groupBy(
    Object.entries(amounts).filter(([key]) => isRateKey(key)),
    ([key]) => key.slice(0, key.lastIndexOf('|')),
  );
  return [...rates].flatMap(([terms, own]) => {
    const { model, band, currency } = rateTermsOf(terms);
    const [input, output] = ['input', 'output'].map((kind) => own.find(([key]) => key === `${terms}|${kind}`)?.[1]);
    if (currency !== 'USD' || input === undefined || output === undefined) return [];
    const bounds = boundsOf(band);
    const holdsFor = (context: number) => band === '' || (bounds !== undefined && holds(bounds, context));
    return [{ model, holdsFor, input, output }];
  });
}

function frontierAt(context: number, months: readonly (readonly [month: number, Offer[]])[]): CheapestRates {
  const datasets = new Set<string>();
  const shown = months.flatMap(([month, offers]): CheapestMonth[] => {
    const eligible = offers.filter(({ window, holdsFor }) => (window.tokens ?? 0) >= context && holdsFor(context));
    const [input, output] = [least(eligible, 'input'), least(eligible, 'output')];
    if (input === undefined || output === undefined) return [];
    for (const { window } of eligible)
      for (const { imported } of window.statements) datasets.add(datasetName(imported.dataset));
    const models = new Set(eligible.map(({ slug, model }) => `${slug} ${modelKey(model)}`)).size;
    const vendors = new Set(eligible.map(({ vendor }) => vendor)).size;
    const sufficient = isSufficient({ prices: models, vendors });
    return [{ month: monthName(month), input, output, models, vendors, sufficient }];
  });
  return { context, datasets: [...datasets].sort(), months: shown };
}

function least(offers: readonly Offer[], kind: 'input' | 'output'): CheapestMonth['input'] | undefined {
  const [first, ...others] = offers;
  if (first === undefined) return undefined;
  const found = others.reduce((best, each) => (Number(each[kind]) < Number(best[kind]) ? each : best), first);
  return { amount: found[kind], slug: found.slug, model: found.model };
}
