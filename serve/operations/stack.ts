/** What a stack of products costs today, line by line, and what became of its prices since a day. */
import * as z from 'zod';
import { isCatalogueEvent, LoggedChange } from '../../data/change.ts';
import { Day } from '../../data/product.ts';
import type { Billing } from '../../data/reading.ts';
import type { PricingRecord } from '../../data/record.ts';
import { TeamCost } from '../cost/cost-shape.ts';
import { type BothBillings, isYearly, StackTotal, stackTotals } from '../cost/stack-total.ts';
import { costForTeam } from '../cost/tier-choice.ts';
import { type Found, findAlias } from '../interface/lookup.ts';
import { operation } from '../interface/operation.ts';
import { dayParameter, seatsParameter, slugParameter, textParameter } from '../interface/parameters.ts';
import { Problem } from '../interface/problem.ts';
import { FEEDS } from '../interface/published-files.ts';
import { Envelope, homeUrl, listEnvelope } from '../record/envelope.ts';
import { type ImportedBy, importedBy, originsOf } from '../record/origins.ts';
import { PriceStability, priceStability } from '../record/price-history.ts';
import { EvidenceView, VerificationView } from '../record/shape.ts';
import { changeView, evidenceView, verificationView } from '../record/view.ts';
import type { Store } from '../store/store.ts';
import { changesOf } from './history.ts';

export const MOST_ITEMS = 50;
const MOST_CHANGES = 200;
const YEAR_MS = 365 * 86_400_000;
const GROUPS = ['tiers', 'hiddenCosts', 'history'] as const;
/** Why an item has no cost. */
const UNCOSTED = ['not_found', 'retired', 'unknown_tier', 'price_not_public', 'price_not_known'] as const;

const StackItem = z.object({
  slug: slugParameter,
  tier: textParameter(80).optional().meta({
    description: 'Id or name of a tier. Default: the cheapest paid tier for the number of seats.',
  }),
  seats: seatsParameter.default(1),
});
export type StackItem = z.infer<typeof StackItem>;

const StackLine = z.strictObject({
  slug: z.string(),
  name: z.string().optional(),
  seats: z.int(),
  costs: z
    .strictObject({ monthly: TeamCost, annual: TeamCost })
    .optional()
    .meta({ description: 'One tier billed monthly and annually; absent if `problem` says why.' }),
  problem: z
    .strictObject({
      code: z.enum(UNCOSTED),
      detail: z.string(),
      allowed: z.array(z.string()).optional().meta({ description: 'Similar slugs, or the tiers of the product.' }),
    })
    .optional(),
  priceStability: PriceStability.optional(),
  verification: VerificationView.optional(),
});
export type StackLine = z.infer<typeof StackLine>;

const StackView = z.strictObject({
  count: z.int(),
  items: z.array(StackLine).meta({ description: 'In the order of the request.' }),
  totals: z.array(StackTotal).meta({ description: 'One per currency; never converted.' }),
  notCounted: z
    .array(z.strictObject({ slug: z.string(), detail: z.string() }))
    .meta({ description: 'Items that are in no total, and why. Free items are not among them.' }),
  since: Day,
  changes: z
    .array(LoggedChange)
    .meta({ description: `Price changes since \`since\`, newest first, at most ${MOST_CHANGES}.` }),
  watch: z
    .strictObject({ atom: z.url(), jsonFeed: z.url() })
    .optional()
    .meta({ description: 'Feeds of the price changes of these products.' }),
  evidence: z.array(EvidenceView),
  ...Envelope.shape,
});

export const stack = operation({
  id: 'calculateStack',
  summary: 'Cost of a stack of products',
  description: `The cost of up to ${MOST_ITEMS} products for a team: each line with its proof, sums by currency under both billings, what is not known, what changed since a date, and how stable each price is. \`links.page\` is a page with this stack.`,
  tag: 'Costs',
  rest: { method: 'post', path: '/api/v2/stack' },
  params: z.object({
    items: z
      .array(StackItem)
      .min(1)
      .max(MOST_ITEMS)
      .meta({ description: 'Products with their seats. An item that occurs twice counts twice.' }),
    since: dayParameter
      .optional()
      .meta({ description: 'Changes seen on this date (UTC) or later. Default: a year ago.' }),
  }),
  response: StackView,
  problems: [],
  examples: {
    stack: {
      items: [{ slug: 'acme', tier: 'pro', seats: 10 }, { slug: 'delta', seats: 10 }, { slug: 'nobody' }],
      since: '2026-01-01',
    },
    empty: { items: [] },
  },
  run(store, { items, since }, now) {
    const { site, generation } = store;
    const from = since ?? new Date(now.getTime() - YEAR_MS).toISOString().slice(0, 10);
    const looked = items.map((item) => ({ item, sought: soughtOf(store, item.slug) }));
    const found = new Map(looked.flatMap(({ sought }) => ('product' in sought ? [[sought.product.slug, sought]] : [])));
    const logs = new Map(
      [...found.keys()].map((slug) => [slug, changesOf(generation, slug).filter(({ market }) => market === undefined)]),
    );
    const lines = looked.map(({ item, sought }): StackLine => {
      if (!('product' in sought)) return { slug: item.slug, seats: item.seats, problem: sought };
      const { slug, name } = sought.product;
      return {
        slug,
        name,
        seats: item.seats,
        ...costsOf(sought.record, item),
        priceStability: priceStability(generation.snapshots(slug), logs.get(slug) ?? [], now),
        verification: verificationView(sought.record.verification, now),
      };
    });
    const records = [...found.values()].map(({ record }) => record);
    const proofs = new Set(lines.flatMap(proofsOf));
    const changes = [...logs.values()]
      .flat()
      .filter((change) => !isCatalogueEvent(change) && change.observedAt >= from);
    return {
      count: lines.length,
      items: lines,
      totals: stackTotals(lines.flatMap(({ costs }) => costs ?? [])),
      notCounted: lines.flatMap(notCounted),
      since: from,
      changes: changes
        .toSorted((a, b) => b.seq - a.seq)
        .slice(0, MOST_CHANGES)
        .map(changeView),
      watch: feedsOf(site.baseUrl, [...found.keys()]),
      evidence: records.flatMap(({ evidence }) => evidence.filter(({ id }) => proofs.has(id)).map(evidenceView(site))),
      ...listEnvelope(site, generation, {
        page: homeUrl(site).slice(0, -1) + stackPath(lines.map(itemOf)),
        groups: GROUPS,
        origins: originsOf(GROUPS, together(records.map((record) => importedBy(record)))),
      }),
    };
  },
});

/** Where a stack is shown: its items as `slug:tier:seats`. */
export function stackPath(items: readonly StackItem[]): string {
  return `/stack?items=${items.map(({ slug, tier = '', seats }) => [slug, tier, seats].map(encodeURIComponent).join(':')).join(',')}`;
}

/** The item that a line answers; a tier that the product does not have is left out. */
export function itemOf({ slug, seats, costs }: StackLine): StackItem {
  return { slug, seats, ...(costs !== undefined && { tier: costs.monthly.tier }) };
}

type Failure = NonNullable<StackLine['problem']>;

function soughtOf(store: Store, slug: string): Found | Failure {
  try {
    return findAlias(store, slug);
  } catch (error) {
    return failureOf(error);
  }
}

/** Both billings are of the tier that the monthly one chooses. */
function costsOf(record: PricingRecord, { tier, seats }: StackItem): { costs: BothBillings } | { problem: Failure } {
  const costOf = (billing: Billing, named: string | undefined) =>
    costForTeam(record, { seats, billing, tier: named, termYears: 1 });
  try {
    const monthly = costOf('monthly', tier);
    return { costs: { monthly, annual: costOf('annual', monthly.tier) } };
  } catch (error) {
    return { problem: failureOf(error) };
  }
}

/** @throws what is no such problem */
function failureOf(error: unknown): Failure {
  const code = error instanceof Problem ? UNCOSTED.find((each) => each === error.code) : undefined;
  if (!(error instanceof Problem) || code === undefined) throw error;
  const { suggestions } = error.members;
  const allowed = Array.isArray(suggestions) ? suggestions.map(String) : error.errors[0]?.allowed;
  return { code, detail: error.message, ...(allowed !== undefined && { allowed: [...allowed] }) };
}

function proofsOf({ costs }: StackLine): string[] {
  return Object.values(costs ?? {}).flatMap(({ subscription, hiddenCosts }) =>
    [...subscription.lines, ...hiddenCosts].flatMap(({ evidence }) => evidence ?? []),
  );
}

/** Why a product is in no total; nothing where it is in one. */
export function notCounted({ slug, costs, problem }: StackLine): { slug: string; detail: string }[] {
  if (problem !== undefined) return [{ slug, detail: problem.detail }];
  const isCounted = costs !== undefined && isYearly(costs);
  return isCounted ? [] : [{ slug, detail: 'No cost per year is known: it is sold by usage or paid once' }];
}

function feedsOf(baseUrl: string, slugs: readonly string[]) {
  if (slugs.length === 0) return undefined;
  const query = `?slugs=${slugs.join(',')}`;
  return { atom: baseUrl + FEEDS.changes.path + query, jsonFeed: baseUrl + FEEDS.changesJson.path + query };
}

function together(all: readonly ImportedBy[]): ImportedBy {
  return Object.fromEntries(GROUPS.map((group) => [group, all.flatMap((each) => each[group] ?? [])]));
}
