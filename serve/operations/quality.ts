/** What the dataset says of itself: how fresh it is, how well it is read, and whether its confidence means what it says. */
import * as z from 'zod';
import { TRUST } from '../../config/trust.ts';
import { Calibration, Checks, DatasetFigures, Disagreement, ImportedFigures } from '../../data/dataset-quality.ts';
import { DATASETS } from '../../data/datasets.ts';
import { Alarm, EmptiedSource, ReaderFigures, ReaderHealth } from '../../data/pipeline/reader-health.ts';
import { Instant } from '../../data/product.ts';
import { Bin, type Reliability } from '../../data/reliability.ts';
import { STATUSES, trustFigures } from '../../data/store/generation/summary.ts';
import { operation } from '../interface/operation.ts';
import { Envelope, homeUrl, listEnvelope } from '../record/envelope.ts';
import { Status } from '../record/shape.ts';
import { label } from '../record/vendor-text.ts';
import { type Store, summaryOf } from '../store/store.ts';

/** Fewer forecasts than this say nothing of a calibration, nor fewer of one bin of it. */
const SUFFICIENT_FORECASTS = 100;
const SUFFICIENT_IN_BIN = 20;
/** Days of visits without which a rate a day is a guess. */
const SUFFICIENT_DAYS = 7;
/** Over which days the records that go stale are counted to a rate. */
const FLOW_DAYS = 30;

const Count = z.int().min(0);
const Share = z.number().min(0).max(1);

const RecordFigures = z.strictObject({
  count: Count.meta({ description: 'Records of current products.' }),
  byStatus: z
    .record(Status, z.strictObject({ count: Count, share: Share.optional() }))
    .meta({ description: 'The shares add up to 1; absent if there are no records.' }),
  verifiedFrom: Share.meta({
    description:
      'A record is `verified` if its headline facts had this confidence when confirmed, or if two independent witnesses support it; otherwise `unverified`.',
  }),
  agingBelow: Share.meta({ description: 'Below this confidence, a verified record is `aging`.' }),
  staleBelow: Share.meta({ description: 'Below this confidence, a confirmed record is `stale`.' }),
});

const AgeFigures = z
  .strictObject({ minDays: z.number(), medianDays: z.number(), p90Days: z.number(), sampleSize: Count })
  .meta({ description: 'Age of `confirmedAt` of all confirmed records (nearest rank).' });

const Flow = z
  .strictObject({
    confirmationsPerDay: z.number().optional().meta({
      description: 'Confirmed records per day, over the 30 days before the last visit.',
    }),
    window: Checks.omit({ confirmations: true }).optional(),
    goingStalePerDay: z.number().meta({
      description: 'Records per day that become stale in the next 30 days without a new confirmation.',
    }),
    goingStale: z.array(z.strictObject({ days: z.int(), records: Count })),
    sufficient: z.boolean(),
  })
  .meta({ description: 'Ratio of confirmations to records becoming stale.' });

const ReliabilityView = z.strictObject({
  n: Count,
  products: Count.optional(),
  brier: z.number().meta({ description: 'Mean squared error of the probability; 0 is best.' }),
  logLoss: z.number(),
  bins: z.array(z.strictObject({ ...Bin.shape, sufficient: z.boolean() })).meta({
    description:
      '`given` is the mean confidence of the bin, `came` the share that was right, `low` to `high` its 95 % interval.',
  }),
  sufficient: z.boolean(),
});
type ReliabilityView = z.infer<typeof ReliabilityView>;

const Extractors = z.strictObject({
  sources: Count.meta({ description: 'Sources with at least one page read.' }),
  agreement: ReaderHealth.shape.agreement.meta({
    description:
      'Sources whose last page has prices from several readers or one, and sources that lost all prices (`none`).',
  }),
  emptied: z.array(EmptiedSource).meta({ description: 'Sources that lost all prices, latest first, at most 20.' }),
  readers: z.array(ReaderFigures.omit({ emptied: true })),
  alarms: z.array(Alarm),
});

/** So many differences between datasets are listed; the count has all. */
const MOST_DISAGREEMENTS = 200;

const Imported = z
  .strictObject({
    datasets: z.array(
      z.strictObject({
        ...DatasetFigures.shape,
        agreement: Share.optional().meta({
          description: 'Share of equal values; absent if nothing could be compared.',
        }),
        reliability: DatasetFigures.shape.reliability.meta({
          description:
            'Probability that a fact was right on its date: the agreement, shrunk towards the prior for uncompared datasets.',
        }),
        license: z.string().optional(),
        attribution: z.string().optional().meta({ description: 'Attribution that its licence requires.' }),
        caveat: z.string().optional(),
      }),
    ),
    disagreements: z.strictObject({
      count: Count,
      list: z.array(Disagreement).meta({ description: 'At most 200, sorted by product.' }),
    }),
  })
  .meta({
    description:
      'Public datasets of the imported facts, and amounts on which two of them differ at about the same time.',
  });

export const quality = operation({
  id: 'getQuality',
  summary: 'Freshness and accuracy of the data',
  tag: 'Dataset',
  rest: { method: 'get', path: '/api/v2/quality' },
  params: z.object({}),
  response: z.strictObject({
    records: RecordFigures,
    confirmedAge: AgeFigures.optional().meta({ description: 'Absent if no record was ever confirmed.' }),
    flow: Flow,
    extractors: Extractors.optional().meta({ description: 'Number of sources on which each reader finds prices.' }),
    calibration: z
      .strictObject({
        field: ReliabilityView.optional().meta({
          description:
            'Confidence stated before a source was read again, corrected or decided on, compared with the result.',
        }),
        labelled: ReliabilityView.optional().meta({
          description:
            'Predicted probability that a reading is right, compared with pages labelled by people. The vendor under test is left out of the fit.',
        }),
      })
      .meta({ description: 'Absent if there are no tests yet.' }),
    imported: Imported.optional().meta({ description: 'Absent if nothing is imported.' }),
    publishedAt: Instant.meta({ description: 'When the generation was published.' }),
    ...Envelope.shape,
  }),
  problems: [],
  examples: { all: {} },
  run(store, _, now) {
    const { site, generation } = store;
    const { count, byStatus, age, goingStale } = trustFigures(summaryOf(store), now);
    return {
      records: {
        count,
        byStatus: Object.fromEntries(
          STATUSES.map((status) => [
            status,
            { count: byStatus[status], share: count === 0 ? undefined : rounded(byStatus[status] / count, 6) },
          ]),
        ) as z.infer<typeof RecordFigures>['byStatus'],
        verifiedFrom: TRUST.verifiedFrom,
        agingBelow: TRUST.agingBelow,
        staleBelow: TRUST.staleBelow,
      },
      confirmedAge: age && {
        minDays: rounded(age.min, 2),
        medianDays: rounded(age.median, 2),
        p90Days: rounded(age.p90, 2),
        sampleSize: age.sampleSize,
      },
      flow: { ...confirmations(store), ...staleFlow(goingStale) },
      extractors: extractorsOf(store),
      calibration: calibrationOf(store),
      imported: importedOf(store),
      publishedAt: generation.publishedAt,
      ...listEnvelope(site, generation, { page: `${homeUrl(site)}quality`, groups: [] }),
    };
  },
});

function confirmations({ generation }: Store) {
  const checks = Checks.safeParse(generation.quality('checks')).data;
  if (checks === undefined) return { sufficient: false };
  const { confirmations, ...window } = checks;
  return {
    confirmationsPerDay: rounded(confirmations / window.days, 3),
    window: { ...window, days: rounded(window.days, 2) },
    sufficient: window.days >= SUFFICIENT_DAYS,
  };
}

function staleFlow(goingStale: z.infer<typeof Flow>['goingStale']) {
  const ahead = goingStale.find(({ days }) => days === FLOW_DAYS)?.records ?? 0;
  return { goingStalePerDay: rounded(ahead / FLOW_DAYS, 3), goingStale };
}

function extractorsOf({ generation }: Store): z.infer<typeof Extractors> | undefined {
  const health = ReaderHealth.safeParse(generation.quality('readers')).data;
  return health && { ...health, readers: health.readers.map(({ emptied: _, ...reader }) => roundedAll(reader)) };
}

function calibrationOf({ generation }: Store) {
  const { field, labelled } = Calibration.safeParse(generation.quality('calibration')).data ?? {};
  return {
    field: field && { ...reliabilityView(field), products: field.products },
    labelled: labelled && reliabilityView(labelled),
  };
}

function importedOf({ generation }: Store): z.infer<typeof Imported> | undefined {
  const figures = ImportedFigures.safeParse(generation.quality('imported')).data;
  if (figures === undefined || figures.datasets.length === 0) return undefined;
  const { datasets, disagreements } = figures;
  return {
    datasets: datasets.map((each) => {
      const { license, attribution, caveat } = DATASETS.get(each.dataset) ?? {};
      return {
        ...each,
        ...(each.compared > 0 && { agreement: rounded(each.agreed / each.compared, 4) }),
        reliability: rounded(each.reliability, 4),
        license,
        attribution,
        caveat,
      };
    }),
    disagreements: {
      count: disagreements.length,
      list: disagreements
        .slice(0, MOST_DISAGREEMENTS)
        .map((each) => ({ ...each, subject: label(each.subject), field: label(each.field) })),
    },
  };
}

function reliabilityView({ n, brier, logLoss, bins }: Reliability): ReliabilityView {
  return {
    n,
    brier: rounded(brier, 4),
    logLoss: rounded(logLoss, 4),
    bins: bins.map((bin) => ({ ...roundedAll(bin), sufficient: bin.n >= SUFFICIENT_IN_BIN })),
    sufficient: n >= SUFFICIENT_FORECASTS,
  };
}

/** Each figure in four decimals. */
function roundedAll<Figures extends object>(figures: Figures): Figures {
  const all = Object.entries(figures).map(([name, of]) => [name, typeof of === 'number' ? rounded(of, 4) : of]);
  return Object.fromEntries(all);
}

function rounded(figure: number, decimals: number): number {
  return Math.round(figure * 10 ** decimals) / 10 ** decimals;
}
