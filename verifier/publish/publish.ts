/**
 * Publishes the next generation from the ledger and the catalogue; only changed products are computed anew.
 *
 * The staging database is derived: it catches up, or is rebuilt where it does not continue the ledger or the rules changed.
 * A generation that fails a gate is not published, and the previous one stays. Failed visits alone change no fact: their
 * `checkedAt` and outcome are published with the next fact, or after a day.
 */

import { TRUST } from '../../config/trust.ts';
import { wellKnownPlace } from '../../config/well-known.ts';
import type { Catalogue } from '../../data/catalogue/catalogue.ts';
import { isMissing } from '../../data/catalogue/live-catalogue.ts';
import type { Change } from '../../data/change.ts';
import type { ReaderHealth } from '../../data/pipeline/reader-health.ts';
import { priceIndices } from '../../data/price-index/price-index.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { PricingRecord } from '../../data/record.ts';
import { type Reliability, talliesOf } from '../../data/reliability.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import type { CatalogueDigests } from '../../data/store/generation/catalogue-digests.ts';
import type { PublishedProduct } from '../../data/store/generation/content.ts';
import { type Current, publishedPointer } from '../../data/store/generation/current.ts';
import type { Published } from '../../data/store/generation/publish.ts';
import type { Staging } from '../../data/store/generation/staging.ts';
import { generationSummary } from '../../data/store/generation/summary.ts';
import type { Ledger } from '../../data/store/ledger/ledger.ts';
import { atOnce, collected, cooperativeYield, each, inSlices, type Pause, type Steps } from '../../data/store/steps.ts';
import { evidenceContexts, type WordsAround } from '../judge/evidence-context.ts';
import { apiReferenceOf } from '../record/api-reference.ts';
import type { ReliabilityOf } from '../record/imported.ts';
import { recordOf } from '../record/record.ts';
import { researchOf } from '../research/research.ts';
import { calibrationOf } from './calibration-figures.ts';
import { catalogueDigests, type Difference, differenceOf } from './catalogue-digests.ts';
import { importedFigures, reliabilityIn } from './dataset-agreement.ts';
import { healthAt } from './reader-health.ts';
import { forecastsOf } from './track-record.ts';

export interface PublishInput {
  ledger: Ledger;
  staging: Staging;
  archive: Archive;
  catalogue: Catalogue;
  dir: string;
  around: WordsAround;
  copiesDir: string;
  labelled?: Reliability | undefined;
  now: Date;
}

/** A condition that a generation meets before it replaces the published one. */
export interface Gate {
  gate: 'products' | 'records' | 'changes' | 'copy';
  /** What was found, for people. */
  said: string;
}

export interface PublishReport extends Published {
  products: number;
  recomputed: number;
  /** Change events that this publication is the first to hold. */
  changes: number;
  health: ReaderHealth;
  /** All gates; where one fails, `PublishRefused` is thrown instead. */
  gates: Gate[];
}

/** Of a slice of a publication. */
const SLICE_MS = 20;
const ITEMS_PER_STEP = 100;
/** Of a rebuild. */
const PRODUCTS_PER_COMMIT = 10_000;
/** Failed visits alone make a generation this long after the last one. */
const FAILURES_WAIT_MS = 86_400_000;

/** The new generation would lose or break published data; the previous one stays. */
export class PublishRefused extends Error {
  override name = 'PublishRefused';
}

/** @throws {PublishRefused} a gate failed @throws {Error} the disk is full; the old generation stays */
export function publishNow(input: PublishInput): PublishReport {
  const prepared = atOnce(prepare(input));
  const made = input.staging.publish(input.dir, input);
  atOnce(input.staging.saveCatalogueDigests(prepared.digests));
  return reportOf(prepared, input, made);
}

/** Pauses of a publication. */
export function slices(): Pause {
  return cooperativeYield({ momentMs: SLICE_MS });
}

/** The same in slices, between which observations are judged, and with the copy made in a thread of its own. */
export async function publishInSlices(input: PublishInput, pause = slices()): Promise<PublishReport> {
  const prepared = await inSlices(prepare(input), pause);
  const made = await input.staging.publishAside(input.dir, input);
  await inSlices(input.staging.saveCatalogueDigests(prepared.digests), pause);
  return reportOf(prepared, input, made);
}

type Prepared = Pick<PublishReport, 'recomputed' | 'changes' | 'health'> & {
  digests: CatalogueDigests;
  /** Products that were published before. */
  replaced: number;
};

function reportOf(
  { digests: _, replaced, ...prepared }: Prepared,
  { staging, catalogue }: PublishInput,
  made: Published,
): PublishReport {
  const { length: products } = catalogue.products;
  return {
    ...made,
    ...prepared,
    products,
    gates: [
      { gate: 'products', said: `${products} where ${replaced} were published` },
      { gate: 'records', said: `${prepared.recomputed} recomputed, all match the schema` },
      { gate: 'changes', said: `${staging.position().changes} in the log, without gaps` },
      { gate: 'copy', said: 'intact, all rows as written' },
    ],
  };
}

/**
 * Brings the staging database up to date, in one transaction: after a crash it is as it was, and a rebuild begins again.
 * What is judged between two steps is taken in before the last, so that records and log are of one instant.
 */
function* prepare(input: PublishInput): Steps<Prepared> {
  const { ledger, staging, catalogue, dir, now } = input;
  const current = publishedPointer(dir);
  const replaced = mayReplace(catalogue, current?.products ?? 0);
  const before = staging.position();
  const digests = yield* catalogueDigests(catalogue);
  const continues = ledger.continues(before);
  const isSame = before.catalogue === digests.whole;
  const difference = continues ? yield* differenceSince(staging, digests, isSame) : undefined;
  const isWhole = difference === undefined;
  // Those of other products were recorded when they were first published.
  yield* recordCatalogueEvents(ledger, chosen(catalogue, difference && new Set(difference.other)), now);
  const { waits, slugs } = saidSince(input, { position: before, isSame, published: continues ? current : undefined });
  let position = ledger.position();
  const touched = difference && new Set([...slugs, ...difference.other]);
  let recomputed = 0;
  staging.begin();
  try {
    if (isWhole) staging.reset();
    // All are removed before any is put, since an alias may move between products.
    else yield* each([...difference.gone, ...difference.other], staging.remove);
    recomputed += yield* putProducts(input, touched);
    const changes = isWhole ? 0 : before.changes;
    yield* appendChanges(staging, ledger, { after: changes, last: position.changes });
    const figures = waits ? undefined : yield* figuresOf(input);
    const appended = position.changes;
    for (let { entries } = position; ; { entries } = position) {
      position = ledger.position();
      if (position.entries === entries) break;
      recomputed += yield* putProducts(input, new Set(ledger.slugsSince(entries)));
    }
    if (isWhole || !isSame) {
      staging.putCategories(catalogue.categories);
      staging.putQuality('imported', yield* importedFigures(catalogue.observed));
    }
    atOnce(appendChanges(staging, ledger, { after: appended, last: position.changes }));
    const health = healthAt(ledger.lastVisit(), ledger.readerCounts);
    if (figures !== undefined) putFigures(staging, { ...figures, readers: health, checks: ledger.checks() });
    staging.setPosition({ ...position, catalogue: digests.whole });
    staging.commit();
    return {
      recomputed,
      changes: position.changes - (continues ? before.changes : 0),
      health,
      digests,
      replaced,
    };
  } finally {
    staging.rollback();
  }
}

/** @param slugs all if undefined */
function chosen({ products }: Catalogue, slugs: ReadonlySet<string> | undefined): readonly CatalogueProduct[] {
  return slugs === undefined ? products : products.filter(({ slug }) => slugs.has(slug));
}

/** @param slugs all if undefined @returns how many there are of them in the catalogue */
function* putProducts(input: PublishInput, slugs: ReadonlySet<string> | undefined): Steps<number> {
  const { staging, ledger, catalogue } = input;
  const products = chosen(catalogue, slugs);
  const reliabilityOf = reliabilityIn(yield* importedFigures(catalogue.observed));
  for (const [at, product] of products.entries()) {
    // SQLite ends a transaction by summing all that it wrote. A rebuild that is cut off begins again.
    if (slugs === undefined && at > 0 && at % PRODUCTS_PER_COMMIT === 0) {
      staging.commit();
      staging.begin();
    }
    const published = publishedProduct(product, input, reliabilityOf);
    const logged = ledger.announcementEvidence(product.slug);
    staging.put([published], evidenceContexts(published, { ...input, logged }));
    yield;
  }
  return products.length;
}

/** Figures about the whole. */
function* figuresOf({ staging, ledger, labelled, now }: PublishInput) {
  const forecasts = yield* collected(staging.forecasts());
  const calibration = calibrationOf(forecasts, labelled);
  const priced = yield* collected(staging.priced());
  // The time is that of the last entry, so that figures follow from the ledger alone.
  const at = ledger.lastRecorded() ?? now.toISOString();
  const indices = yield* priceIndices(priced, at);
  const summary = yield* generationSummary(staging.listed(), { thresholds: TRUST, placeOf: wellKnownPlace, at });
  return { calibration, indices, summary };
}

type Figures = ReturnType<typeof figuresOf> extends Steps<infer Result> ? Result : never;

function putFigures(
  staging: Staging,
  { indices, ...quality }: Figures & { readers: ReaderHealth; checks: unknown },
): void {
  for (const [id, figures] of Object.entries(quality)) staging.putQuality(id, figures);
  staging.putIndices(indices);
}

/** The difference from the catalogue that the staging database last followed; undefined where that is unknown. */
function* differenceSince(staging: Staging, now: CatalogueDigests, isSame: boolean): Steps<Difference | undefined> {
  if (isSame) return { other: [], gone: [] };
  const before = yield* staging.catalogueDigests();
  return before && (yield* differenceOf(before, now));
}

function publishedProduct(
  product: CatalogueProduct,
  { ledger, catalogue }: PublishInput,
  reliabilityOf: ReliabilityOf,
): PublishedProduct {
  const { slug } = product;
  const snapshots = ledger.snapshots(slug, product.sources);
  const forecasts = talliesOf(forecastsOf(product, ledger.track(slug)));
  if (product.retired !== undefined) return { product, snapshots, forecasts };
  const facts = catalogue.observed.get(slug) ?? [];
  const known = { imported: { facts, reliabilityOf }, watched: ledger.watched(slug) };
  const record = PricingRecord.safeParse(recordOf(product, ledger.state(slug), known));
  if (!record.success)
    throw new PublishRefused(`Cannot publish "${slug}": its record does not match the schema`, { cause: record.error });
  const redesigns = ledger.redesigns(slug);
  const research = researchOf(record.data, { authored: product.research, imported: facts });
  const api = apiReferenceOf(product, ledger.state(slug), catalogue.apis.get(slug));
  return { product, record: record.data, research, snapshots, redesigns, forecasts, ...(api !== undefined && { api }) };
}

type Since = { position: { entries: number }; isSame: boolean; published: Current | undefined };

/** Products that the ledger says something new of. `waits`: failed visits alone, which wait for the next fact. */
function saidSince(
  { ledger, now }: PublishInput,
  { position, isSame, published }: Since,
): { waits: boolean; slugs: string[] } {
  if (published === undefined || !ledger.continues(published.ledger))
    return { waits: false, slugs: ledger.slugsSince(position.entries) };
  const isRecent = now.getTime() - Date.parse(published.publishedAt) < FAILURES_WAIT_MS;
  if (isSame && isRecent && !ledger.hasFactsSince(position.entries)) return { waits: true, slugs: [] };
  // Failed visits that waited lie between the published generation and the position of the staging database.
  return { waits: false, slugs: ledger.slugsSince(Math.min(position.entries, published.ledger.entries)) };
}

/** @returns the number of published products. The loss of a tenth at once is taken for a missing directory. */
function mayReplace({ products }: Catalogue, published: number): number {
  if (!isMissing(published, products.length)) return published;
  throw new PublishRefused(
    `Cannot publish ${products.length} products instead of ${published}: retire products in their files instead of deleting the files`,
  );
}

/** Each product's addition or retirement goes into the log once. */
function* recordCatalogueEvents(ledger: Ledger, products: readonly CatalogueProduct[], now: Date): Steps<void> {
  const recordedAt = now.toISOString();
  const changeOf = ({ slug, name, retired }: CatalogueProduct): Change => ({
    type: retired === undefined ? 'product_added' : 'product_retired',
    slug,
    ...(retired === undefined ? { after: { name } } : { before: { name } }),
    evidence: [],
    observedAt: retired?.on === undefined ? recordedAt : `${retired.on}T00:00:00.000Z`,
    recordedAt,
  });
  for (let at = 0; at < products.length; at += ITEMS_PER_STEP) {
    const some = products.slice(at, at + ITEMS_PER_STEP);
    ledger.recordProducts(
      some.map((product) => ({ slug: product.slug, changes: [changeOf(product)] })),
      now,
    );
    yield;
  }
}

/** Those that the staging database has already are left out. */
function* appendChanges(
  staging: Staging,
  ledger: Ledger,
  { after, last }: { after: number; last: number },
): Steps<void> {
  for (let seq = after; seq < last; ) {
    const changes = ledger.changesSince(seq, ITEMS_PER_STEP);
    const end = changes.at(-1)?.seq;
    if (end === undefined) throw new PublishRefused(`Cannot publish changes ${seq + 1} to ${last}: not in the ledger`);
    staging.appendChanges(changes);
    seq = end;
    yield;
  }
}
