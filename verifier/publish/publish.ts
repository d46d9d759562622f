/**
 * Publishes the next generation from the ledger and the catalogue; only changed products are computed anew.
 *
 * The staging database is derived: it catches up, or is rebuilt where it does not continue the ledger or the rules changed.
 * A generation that fails a gate is not published, and the previous one stays. Failed visits alone change no fact: their
 * `checkedAt` and outcome are published with the next fact, or after a day.
 */
import type { Catalogue } from '../../data/catalogue/catalogue.ts';
import { isMissing } from '../../data/catalogue/live-catalogue.ts';
import type { Change } from '../../data/change.ts';
import type { ReaderHealth } from '../../data/pipeline/reader-health.ts';
import { priceIndices } from '../../data/price-index/price-index.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { PricingRecord } from '../../data/record.ts';
import { type Reliability, talliesOf } from '../../data/reliability.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import type { PublishedProduct } from '../../data/store/generation/content.ts';
import { type Current, publishedPointer } from '../../data/store/generation/current.ts';
import type { Published } from '../../data/store/generation/publish.ts';
import type { CatalogueDigests, Staging } from '../../data/store/generation/staging.ts';
import type { Ledger } from '../../data/store/ledger/ledger.ts';
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

const CHANGES_AT_ONCE = 1_000;
/** Failed visits alone make a generation this long after the last one. */
const FAILURES_WAIT_MS = 86_400_000;

/** The new generation would lose or break published data; the previous one stays. */
export class PublishRefused extends Error {
  override name = 'PublishRefused';
}

/** @throws {PublishRefused} a gate failed @throws {Error} the disk is full; the old generation stays */
export function publishNow(input: PublishInput): PublishReport {
  const { ledger, staging, catalogue, dir, now } = input;
  const current = publishedPointer(dir);
  const replaced = mayReplace(catalogue, current?.products ?? 0);
  const before = staging.position();
  const digests = catalogueDigests(catalogue);
  const continues = ledger.continues(before);
  const isSame = before.catalogue === digests.whole;
  // The events of an unchanged catalogue were recorded at its first publication.
  if (!isSame || !continues) recordCatalogueEvents(ledger, catalogue, now);
  const position = { ...ledger.position(), catalogue: digests.whole };
  const difference = continues ? differenceSince(staging, digests, isSame) : undefined;
  const isWhole = difference === undefined;
  const { waits, slugs } = saidSince(input, { position: before, isSame, published: continues ? current : undefined });
  const touched = difference && new Set([...slugs, ...difference.other]);
  const products = catalogue.products.filter(({ slug }) => touched === undefined || touched.has(slug));
  const imported = importedFigures(catalogue.observed);
  const reliabilityOf = reliabilityIn(imported);
  const health = healthAt(ledger.lastVisit(), ledger.readerCounts);
  staging.update(() => {
    if (isWhole) staging.reset();
    // All are removed before any is put, since an alias may move between products.
    else staging.remove([...difference.gone, ...difference.other]);
    for (const product of products) {
      const published = publishedProduct(product, input, reliabilityOf);
      const logged = ledger.announcementEvidence(product.slug);
      staging.put([published], evidenceContexts(published, { ...input, logged }));
    }
    if (isWhole || !isSame) {
      staging.putCategories(catalogue.categories);
      staging.putQuality('imported', imported);
    }
    appendChanges(staging, ledger, { after: isWhole ? 0 : before.changes, last: position.changes });
    if (!waits) {
      staging.putQuality('readers', health);
      staging.putQuality('checks', ledger.checks());
      staging.putQuality('calibration', calibrationOf(staging.forecasts(), input.labelled));
    }
    // Of the months that the ledger knows to have ended, so that its figures follow from it alone.
    if (!waits) staging.putIndices(priceIndices([...staging.priced()], ledger.lastRecorded() ?? now.toISOString()));
    staging.setPosition(position);
  });
  const made = staging.publish(dir, { now });
  staging.saveCatalogueDigests(digests);
  return {
    ...made,
    products: catalogue.products.length,
    recomputed: products.length,
    changes: position.changes - (continues ? before.changes : 0),
    health,
    gates: [
      { gate: 'products', said: `${catalogue.products.length} where ${replaced} were published` },
      { gate: 'records', said: `${products.length} recomputed, all match the schema` },
      { gate: 'changes', said: `${position.changes} in the log, without gaps` },
      { gate: 'copy', said: 'intact, all rows as written' },
    ],
  };
}

/** The difference from the catalogue that the staging database last followed; undefined where that is unknown. */
function differenceSince(staging: Staging, now: CatalogueDigests, isSame: boolean): Difference | undefined {
  if (isSame) return { other: [], gone: [] };
  const before = staging.catalogueDigests();
  return before && differenceOf(before, now);
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
  const research = researchOf(record.data, { authored: product.research, imported: facts });
  const api = apiReferenceOf(product, ledger.state(slug), catalogue.apis.get(slug));
  return { product, record: record.data, research, snapshots, forecasts, ...(api !== undefined && { api }) };
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
function recordCatalogueEvents(ledger: Ledger, { products }: Catalogue, now: Date): void {
  const recordedAt = now.toISOString();
  const changeOf = ({ slug, name, retired }: CatalogueProduct): Change => ({
    type: retired === undefined ? 'product_added' : 'product_retired',
    slug,
    ...(retired === undefined ? { after: { name } } : { before: { name } }),
    evidence: [],
    observedAt: retired?.on === undefined ? recordedAt : `${retired.on}T00:00:00.000Z`,
    recordedAt,
  });
  ledger.recordProducts(
    products.map((product) => ({ slug: product.slug, changes: [changeOf(product)] })),
    now,
  );
}

function appendChanges(staging: Staging, ledger: Ledger, { after, last }: { after: number; last: number }): void {
  for (let seq = after; seq < last; ) {
    const changes = ledger.changesSince(seq, CHANGES_AT_ONCE);
    const end = changes.at(-1)?.seq;
    if (end === undefined) throw new PublishRefused(`Cannot publish changes ${seq + 1} to ${last}: not in the ledger`);
    staging.appendChanges(changes);
    seq = end;
  }
}
