/** F10: every vendor of the vendor web that is hostile, broken or odd, all at once, through the whole pipeline. */
import * as z from 'zod';
import type { FailureKind } from '../../../data/observation.ts';
import { sourceKey } from '../../../data/source-facts.ts';
import { eventually } from '../../eventually.ts';
import { type Pipeline, startPipeline } from '../../pipeline/pipeline.ts';
import { factsPublished, factsTrue, falsehoods, Published } from '../../pipeline/truth.ts';
import type { Vendor } from '../../vendor-web/vendor.ts';
import { GROUPS } from '../../vendor-web/vendors.ts';
import type { Fault, Remarks, Scale, Trial } from '../fault.ts';
import { rebindingVendors } from '../rebinding.ts';
import { checkStore } from '../store-check.ts';

const START = new Date('2026-02-01T12:00:00Z');
const DAY_MS = 86_400_000;

/** Times out, and is tried again for minutes. */
const isSlow = ({ failures = [], slug, expect }: Vendor) =>
  failures.some((failure) => ['unreachable', 'timeout', 'crashed', 'bad_status'].includes(failure)) ||
  /^(?:robots-(?:5|reset|inward)|nuisance-|redirect-nowhere|never-settles|million-nodes|bare-line-feeds)/.test(slug) ||
  expect === 'survives';

const HOSTILE: readonly Vendor[] = Object.entries(GROUPS).flatMap(([, vendors]) => vendors);

/** How many visits of each vendor, a day apart. */
const SIZES: Record<Scale, { looks: number; vendors: (random: () => number) => readonly Vendor[] }> = {
  short: {
    looks: 1,
    vendors: (random) =>
      sampled(
        HOSTILE.filter((vendor) => !isSlow(vendor) && vendor.render === 'http'),
        60,
        random,
      ),
  },
  usual: { looks: 1, vendors: () => HOSTILE },
  long: { looks: 3, vendors: () => HOSTILE },
};
/** Three attempts of up to 30 s with pauses between, a few at a time where they need a browser. */
const PATIENCE_MS = 1_500_000;

export const hostileVendors: Fault = {
  id: 'F10',
  title: 'hostile vendors',
  injected:
    'every vendor of the vendor web at once: bombs, endless bodies, loops, redirects and scripts that lead inwards, names that resolve to this machine, wrong charsets, giants, walls, decoys, disguised digits, prices as pictures, injected texts, A/B prices, pages that pop up, reload, hang and redefine what they run in',
  passes:
    'each ends as its author says; nothing is served that it did not state to us; nobody connects to an address inside; no word of an injected text is served; all crawlers live; I1 to I4',
  async run(trial) {
    const { looks, vendors } = SIZES[trial.scale];
    // Each is tried three times, with half a minute between.
    const rebinding = trial.scale === 'short' ? { vendors: [], resolver: {} } : rebindingVendors();
    const all = [...vendors(trial.random), ...rebinding.vendors];
    const deaths: string[] = [];
    const dataDir = trial.directory();
    const pipeline = await startPipeline({
      vendors: all,
      clock: START,
      dataDir,
      processes: ['crawler', 'crawler-2', 'verifier', 'web'],
      variables: { PUBLISH_MAX_WAIT_MS: '2000', CRAWL_CONCURRENCY: '12' },
      own: rebinding.resolver,
      onDeath: (name, how) => deaths.push(`${name} (${how})`),
    });
    try {
      const seen = await lookAll(trial, pipeline, looks);
      const figures = await judged(pipeline, all, new Date(START.getTime() + (looks - 1) * DAY_MS));
      if (deaths.length > 0) throw new Error(`F10: ended of themselves: ${deaths.join(', ')}`);
      return { vendors: all.length, looks, ...seen, ...figures, ...(await checkStore(dataDir, [])) };
    } finally {
      await pipeline.stop();
    }
  },
};

function sampled<T>(list: readonly T[], count: number, random: () => number): T[] {
  return list
    .map((each) => ({ each, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ each }) => each);
}

async function lookAll(trial: Trial, pipeline: Pipeline, looks: number): Promise<Remarks> {
  const started = performance.now();
  for (let look = 0; look < looks; look += 1) {
    const at = new Date(START.getTime() + look * DAY_MS);
    const asked = await pipeline.tick(at);
    const isSeen = ({ slug, source }: { slug: string; source: string }) =>
      Date.parse(pipeline.facts().get(sourceKey(slug, source))?.checkedAt ?? '') >= at.getTime();
    let told = 0;
    await eventually(
      `all of ${asked.length} vendors are looked at`,
      () => {
        const facts = pipeline.facts();
        const open = asked.filter(
          ({ slug, source }) => !(Date.parse(facts.get(sourceKey(slug, source))?.checkedAt ?? '') >= at.getTime()),
        );
        if (performance.now() - told > 30_000) {
          told = performance.now();
          trial.say(
            `${asked.length - open.length} of ${asked.length} looked at; open: ${open
              .slice(0, 12)
              .map(({ slug }) => slug)
              .join(', ')}`,
          );
        }
        return open.length === 0;
      },
      PATIENCE_MS,
    );
    if (!asked.every(isSeen)) throw new Error('F10: a vendor was forgotten');
  }
  return { minutes: Math.round((performance.now() - started) / 6_000) / 10 };
}

/** @throws {Error} something false, poisoned or led astray */
async function judged(pipeline: Pipeline, vendors: readonly Vendor[], at: Date): Promise<Remarks> {
  await pipeline.isServed();
  const wrong: string[] = [];
  let facts = 0;
  let stated = 0;
  for (const vendor of vendors) {
    const { status, body } = await pipeline.get(`/api/v2/pricing/${vendor.slug}`);
    if (status !== 200) {
      wrong.push(`${vendor.slug} answers ${status}`);
      continue;
    }
    const record = Published.parse(body);
    const failure = pipeline.facts().get(sourceKey(vendor.slug, 'pricing'))?.failure;
    wrong.push(...wrongOf(vendor, record, { at, failure, answer: JSON.stringify(body) }));
    if (vendor.expect !== 'prices') continue;
    const published = factsPublished(record);
    const truth = [...factsTrue(vendor, at)];
    stated += truth.length;
    facts += truth.filter((fact) => published.has(fact)).length;
  }
  if (pipeline.web.trapContacts() > 0)
    wrong.push(
      `${pipeline.web.trapContacts()} contacts with an address inside: ${pipeline.web.trapped.map(({ path }) => path).join(', ')}`,
    );
  if (wrong.length > 0) throw new Error(`I6: ${wrong.length} wrong:\n${wrong.join('\n')}`);
  return { readOfHonest: `${facts} of ${stated} facts`, falsehoods: 0 };
}

interface Told {
  at: Date;
  failure: FailureKind | undefined;
  answer: string;
}

const Outcome = z.looseObject({ outcome: z.string().optional() });

function wrongOf(vendor: Vendor, record: Published, { at, failure, answer }: Told): string[] {
  const { slug, expect, failures, verdicts, poison = [], decoys = [] } = vendor;
  const { outcome } = Outcome.parse(record.verification);
  const amounts = record.tiers.flatMap(({ prices }) => prices.map(({ amount }) => Number(amount)));
  const truth = new Set(vendor.truth(at).tiers.flatMap(({ prices }) => prices.map(({ amount }) => Number(amount))));
  const baits = decoys.map(Number).filter((decoy) => amounts.includes(decoy) && !truth.has(decoy));
  const isWithout = ['no_price', 'not_pricing', 'unreadable', 'refused', 'disallowed'].includes(expect);
  return [
    ...falsehoods(vendor, record, at).map((fact) => `${slug} is said to state ${fact}`),
    ...baits.map((bait) => `${slug}: the bait ${bait} is served`),
    ...(isWithout && amounts.length > 0 ? [`${slug} has no price to state, and ${amounts.join(', ')} is served`] : []),
    ...(failure !== undefined && failures !== undefined && !failures.includes(failure) && verdicts === undefined
      ? [`${slug} fails as ${failure}, and should as ${failures.join(' or ')}`]
      : []),
    ...(expect === 'disallowed' && outcome === 'confirmed' ? [`${slug} was visited against its will`] : []),
    ...poison.filter((text) => answer.includes(text)).map((text) => `${slug}: ${JSON.stringify(text)} is served`),
  ];
}
