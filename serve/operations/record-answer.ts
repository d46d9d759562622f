/** One product's record as an answer: today's or a past day's, whole or narrowed, in its envelope. */
import * as z from 'zod';
import { defined } from '../../data/defined.ts';
import { recordCurrency } from '../../data/prices/record-currency.ts';
import { Market } from '../../data/product.ts';
import { datasetName, type PricingRecord, type Snapshot } from '../../data/record.ts';
import { standingAt } from '../../data/store/ledger/snapshot-intervals.ts';
import type { Found } from '../interface/lookup.ts';
import { dayParameter, integerParameter, namesParameter, probabilityParameter } from '../interface/parameters.ts';
import { invalidParameter, Problem } from '../interface/problem.ts';
import { GROUP_OF_FIELD, GROUPS, type Group, productEnvelope } from '../record/envelope.ts';
import { importedBy } from '../record/origins.ts';
import { isCurrent, RESEARCH_FIELDS, researchData } from '../record/research.ts';
import {
  KEPT_FIELDS,
  RECORD_FIELDS,
  type RecordData,
  type RecordView,
  type VerificationView,
} from '../record/shape.ts';
import {
  type Depth,
  marketView,
  pick,
  type Rating,
  ratingOf,
  recordData,
  type Stated,
  verificationThen,
  verificationView,
} from '../record/view.ts';
import { type Demands, heldTo } from '../record/withheld.ts';
import type { Store } from '../store/store.ts';

const FIELD_NAMES = [...RECORD_FIELDS, ...KEPT_FIELDS] as unknown as readonly [string, ...string[]];

/** The parameters that say of which day a record is wanted, and how sure and fresh. */
export const recordDemands = {
  asOf: dayParameter.optional().meta({ description: 'The record as of the end of this date (UTC).' }),
  recordedBefore: dayParameter.optional().meta({
    description:
      'The record as stored at the end of this date (UTC), without later corrections. Without asOf, the record of this date.',
  }),
  minConfidence: probabilityParameter().optional().meta({
    description:
      'Withholds prices, free and contact-us tiers and rates with a lower confidence, with the reason; other fields by the record’s confidence. Past records have no confidence.',
  }),
  maxAgeDays: integerParameter(0, 36_500).optional().meta({
    description:
      'Withholds fields last confirmed more than this number of days ago, or never, with the reason. With asOf, days before that date.',
  }),
};

/** The parameters that say how much of a record is wanted, of which day, how sure and fresh. */
export const recordChoice = {
  depth: z.enum(['summary', 'full']).default('full').meta({
    description: 'summary: numbers, ranges and sources; no features, advice or evidence.',
  }),
  fields: namesParameter(FIELD_NAMES).optional().meta({
    description: 'Fields to return. Product, verification and envelope are always returned.',
  }),
  ...recordDemands,
};

/** Whose prices are wanted. */
export const marketParameter = Market.meta({
  description:
    'Prices of this market, where the vendor states them apart: ISO 3166-1 alpha-2 or EU. Default: the default market.',
  examples: ['DE'],
});

interface Choice extends Demands {
  market?: string | undefined;
  depth: Depth;
  fields?: readonly string[] | undefined;
  asOf?: string | undefined;
  recordedBefore?: string | undefined;
}

/** `undefined`: nothing was known of the product on the day that is asked for. */
export function recordAnswer(store: Store, found: Found, choice: Choice & { now: Date }): RecordView | undefined {
  const standing = standingOf(store, found, choice);
  return standing && standingAnswer(store, { ...found, standing }, choice);
}

export function standingAnswer(
  store: Store,
  { product, standing }: Pick<Found, 'product'> & { standing: Standing },
  choice: Choice,
): RecordView {
  const { depth, fields, recordedBefore } = choice;
  const { verification, interval, day } = standing;
  const all = recordFields(store, { slug: product.slug, standing }, { depth, fields });
  const chosen =
    fields === undefined
      ? all
      : pick(
          all,
          RECORD_FIELDS.filter((name) => fields.includes(name)),
        );
  const { data, withheld } = heldTo(choice, chosen, { verification, day, record: all });
  const { slug, category } = product;
  const { source } = verification;
  return {
    slug,
    name: product.name,
    category,
    market: choice.market,
    asOf: choice.asOf ?? recordedBefore,
    recordedBefore,
    interval,
    withheld,
    ...data,
    verification,
    source,
    ...productEnvelope(store, product, {
      verifiedAt: verification.verifiedAt,
      groups: groupsOfRecords([data], choice),
      imported: importedBy(standing.stated, data.positioning),
    }),
  };
}

/** All data fields, worked out once; those of research only where they are wanted. Picking them is left to the caller. */
export function recordFields(
  store: Store,
  { slug, standing }: { slug: string; standing: Standing },
  { depth, fields }: Pick<Choice, 'depth' | 'fields'>,
): RecordData {
  const facts = factsOf(store, { slug, standing }, depth);
  const research = researchOf(store, slug, { standing, facts, choice: { depth, fields } });
  return research === undefined ? facts : { ...facts, ...research };
}

/** What is stated, without research. It is one object for all answers that state it. */
function factsOf(
  { site, derived, market }: Store,
  { slug, standing: { stated, interval, day, fading } }: { slug: string; standing: Standing },
  depth: Depth,
): RecordData {
  if (interval !== undefined || fading === undefined)
    return derived.of(stated, depth, () => recordData(stated, { site, depth }));
  const { category, markets } = stated;
  const { rating, now } = fading;
  // The other products' prices are of the default market.
  const place = stated.market === undefined ? { market, slug, category, today: day } : undefined;
  return derived.of(stated, `${depth} ${day}`, () => ({
    ...recordData(stated, { site, depth, place, rating }),
    markets: markets?.map((each) => marketView(each, { site, depth, category, now })),
  }));
}

/** What is said of the record today, where it is wanted: one object for all answers that say it. */
function researchOf(
  { generation, derived }: Store,
  slug: string,
  { standing, facts, choice }: { standing: Standing; facts: RecordData; choice: Pick<Choice, 'depth' | 'fields'> },
): Partial<RecordData> | undefined {
  const { depth, fields } = choice;
  const { stated, verification, interval, day } = standing;
  const isWanted = fields === undefined || RESEARCH_FIELDS.some((field) => fields.includes(field));
  if (depth !== 'full' || interval !== undefined || stated.market !== undefined || !isWanted) return undefined;
  const { status } = verification;
  return derived.of(stated, `research ${isCurrent(status)} ${day}`, () => {
    const found = generation.research(slug);
    return found === undefined ? {} : researchData(found, { status, positioning: facts.positioning });
  });
}

/** The groups that answers contain, in the order of the list of licences. */
export function groupsOf(answers: readonly Readonly<Record<string, unknown>>[]): Group[] {
  return GROUPS.filter((name) => answers.some((answer) => answer[name] !== undefined));
}

/** The groups of records that are whole, or narrowed to `fields`: each has its group, and a null has no licence. */
export function groupsOfRecords(
  answers: readonly Readonly<Record<string, unknown>>[],
  { fields }: Pick<Choice, 'fields'>,
): Group[] {
  if (fields === undefined) return groupsOf(answers);
  const there = fields.filter((name) => answers.some((answer) => answer[name] != null));
  const groups = new Set(there.map((name) => GROUP_OF_FIELD.get(name) ?? name));
  return GROUPS.filter((name) => groups.has(name));
}

/** The problem to throw where nothing was known of the product on the day that is asked for. */
export function notYetKnown(
  { generation }: Store,
  { product, record }: Found,
  { market, asOf, recordedBefore }: Pick<Choice, 'market' | 'asOf' | 'recordedBefore'>,
): Problem {
  if (market !== undefined) {
    const known = record.markets?.map((each) => each.market).join(', ');
    const detail = `No price of ${product.name} in the market ${market} is known${asOf === undefined ? '' : ` for ${asOf}`}`;
    return new Problem('not_found', `${detail}. Known markets: the default one${known ? `, ${known}` : ''}`);
  }
  const said = recordedBefore === undefined ? 'is known' : `was recorded by ${recordedBefore}`;
  const day = asOf === undefined ? '' : ` for ${asOf}`;
  const first = generation.snapshots(product.slug)[0]?.validFrom.slice(0, 10);
  const since = first === undefined ? 'No history is known' : `History begins on ${first}`;
  return new Problem('not_found', `No price of ${product.name} ${said}${day}. ${since}`);
}

/** A record as it stands, or as it stood on a past day: then `interval` says over which time. */
export interface Standing {
  stated: Stated;
  verification: VerificationView;
  /** The day that it is asked about. */
  day: string;
  /** Of a record as it stands: how sure its facts are on that day. */
  fading?: { rating: Rating; now: Date };
  interval?: NonNullable<RecordView['interval']>;
}

/** `undefined`: nothing was known of the product on the day that is asked for. @throws {Problem} a day to come */
export function standingOf(
  store: Store,
  { record }: Found,
  { now, market, asOf, recordedBefore }: Pick<Choice, 'market' | 'asOf' | 'recordedBefore'> & { now: Date },
): Standing | undefined {
  const today = now.toISOString().slice(0, 10);
  const isPast = (day: string | undefined) => day !== undefined && day < today;
  const known = isPast(recordedBefore) ? recordedBefore : undefined;
  for (const [name, asked] of Object.entries({ asOf, recordedBefore }))
    if (asked !== undefined && asked > today) throw invalidParameter(name, `Must not be after today, ${today} UTC`);
  const day = asOf ?? recordedBefore;
  if (day !== undefined && (isPast(day) || known !== undefined)) return past(store, record, { market, day, known });
  if (market === undefined) return standingToday(store, record, now);
  const stated = recordIn(store, record, market);
  return stated && standingToday(store, stated, now);
}

export function standingToday(
  { derived }: Store,
  record: Stated & Pick<PricingRecord, 'verification'>,
  now: Date,
): Standing {
  const day = now.toISOString().slice(0, 10);
  const verification = derived.of(record, `verification ${day}`, () => verificationView(record.verification, now));
  return { stated: record, verification, day, fading: { rating: ratingOf(record.verification, now), now } };
}

/** What is known of a market besides the default one. Hidden costs are known of the default one alone. */
function recordIn({ derived }: Store, { category, markets = [] }: PricingRecord, market: string) {
  const found = markets.find((each) => each.market === market);
  return found && derived.of(found, 'record', () => ({ ...found, category, hiddenCosts: [] }));
}

function past(
  { generation, derived }: Store,
  record: PricingRecord,
  { market, day, known }: { market: string | undefined; day: string; known: string | undefined },
): Standing | undefined {
  const end = endOf(day);
  const { slug } = record;
  const today = market === undefined ? generation.snapshots(slug) : generation.snapshotsIn(market, slug);
  const snapshots = known === undefined ? today : generation.snapshotsKnownBy(slug, endOf(known), market);
  const [snapshot, ...others] = standingAt(snapshots, end);
  if (snapshot === undefined) return undefined;
  const { tiers, rates, absent, evidence, validFrom, validTo, lastSeenAt, recordedAt, origin } = snapshot;
  const said = others.map(alsoSaid);
  // All that counts of the day is whether it was seen again by then, and who else speaks of it.
  const verification = derived.of(snapshot, [lastSeenAt <= end, ...said].join('\n'), () => {
    const then = verificationThen(snapshot, end);
    return { ...then, reasons: [...then.reasons, ...said] };
  });
  return {
    stated: derived.of(snapshot, 'stated', () => ({
      ...defined({ market }),
      category: record.category,
      tiers,
      rates,
      absent,
      evidence,
      // Hidden costs are kept for today only.
      hiddenCosts: [],
      currency: recordCurrency(tiers, rates),
    })),
    verification,
    day,
    interval: { validFrom, validTo, lastSeenAt, recordedAt, origin },
  };
}

/** Datasets disagree: which of them is shown is not to hide the others. */
function alsoSaid({ imported }: Snapshot): string {
  return `${datasetName(imported?.dataset ?? 'another dataset')} also has data for this date; see the history`.slice(
    0,
    160,
  );
}

/** The last instant of a day, UTC. */
export function endOf(day: string): string {
  return `${day}T23:59:59.999Z`;
}
