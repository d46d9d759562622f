/** F8: pages and texts that are meant to keep a program busy for ever, among those of honest vendors. */
import { sourceKey } from '../../../data/source-facts.ts';
import { falsehoods, Published } from '../../pipeline/truth.ts';
import type { Vendor } from '../../vendor-web/vendor.ts';
import { GROUPS } from '../../vendor-web/vendors.ts';
import type { Fault, Scale } from '../fault.ts';
import { pathologicalVendors } from '../pathological.ts';
import { steadyVendors } from '../vendors.ts';
import { START, startWorld, type World } from '../world.ts';

interface Size {
  steady: number;
  /** Of the giants and of the pathological texts, each. */
  heavy: number;
}
const SIZES: Record<Scale, Size> = {
  short: { steady: 8, heavy: 4 },
  usual: { steady: 20, heavy: 100 },
  long: { steady: 20, heavy: 100 },
};

/** A loop that is blocked for half of it loses its locks, and its jobs are made twice. */
const LOCK_MS = 20_000;
/** A page has 10 s to be read, one after another. */
const PATIENCE_MS = 240_000;

const HEAVY = new Set([
  ...['million-nodes', 'deep-nesting', 'wide-table', 'one-line', 'endless-digits'],
  ...['many-attributes', 'unclosed', 'deep-state'],
]);
const giants: readonly Vendor[] = GROUPS.decoys.filter(({ slug }) => HEAVY.has(slug));

export const blockedLoop: Fault = {
  id: 'F8',
  title: 'event loop blocked',
  injected:
    'pages of a million nodes, of ten thousand levels, of one line without end, and texts made to make regular expressions and parsers take time that grows faster than they, all due at the same time as honest pages',
  passes: 'every visit ends, no job loses its lock, none is made twice, honest vendors are read; I1 to I9',
  async run(trial) {
    const { steady, heavy } = SIZES[trial.scale];
    const hostile = [...giants.slice(0, heavy), ...pathologicalVendors().slice(0, heavy)];
    const world = await startWorld(trial, {
      vendors: steadyVendors(steady, START),
      others: hostile,
      variables: { JOB_LOCK_MS: String(LOCK_MS) },
    });
    try {
      const at = world.clock();
      const slugs = hostile.map(({ slug }) => slug);
      const isSeen = ({ slug }: Vendor) =>
        Date.parse(world.pipeline.facts().get(sourceKey(slug, 'pricing'))?.checkedAt ?? '') >= at.getTime();
      await world.pipeline.tick(at, slugs);
      const honestMs = await world.recovers('honest pages are looked at beside them', PATIENCE_MS, world.dayPasses());
      const hostileMs = await world.recovers('every page is looked at', PATIENCE_MS, () => hostile.every(isSeen));
      const figures = await world.check();
      for (const vendor of hostile) await isTrue(world, vendor, at);
      const { stalled, twice } = madeTwice(world);
      if (stalled > 0 || twice.length > 0)
        throw new Error(`F8: ${stalled} jobs lost their lock; made twice: ${twice.join(', ')}`);
      return { hostile: hostile.length, honest: steady, honestMs, hostileMs, ...figures };
    } finally {
      await world.stop();
    }
  },
};

async function isTrue({ pipeline }: World, vendor: Vendor, at: Date): Promise<void> {
  const { body } = await pipeline.get(`/api/v2/pricing/${vendor.slug}`);
  const wrong = falsehoods(vendor, Published.parse(body), at);
  if (wrong.length > 0) throw new Error(`I6: ${vendor.slug} is said to state ${wrong.join(', ')}`);
}

function madeTwice({ pipeline }: World): { stalled: number; twice: string[] } {
  const events = pipeline.log
    .filter((line) => line.startsWith('crawler '))
    .map((line) => line.slice('crawler '.length));
  const visits = events.flatMap((line) => {
    const [, job = ''] = /"event":"visited","job":"([^"]+)"/.exec(line) ?? [];
    const [, attempt = ''] = /"attempt":(\d+)/.exec(line) ?? [];
    return job === '' || line.includes('"result":"postponed"') ? [] : [`${job} ${attempt}`];
  });
  const seen = new Set<string>();
  const twice = visits.filter((visit) => seen.size === seen.add(visit).size);
  return { stalled: events.filter((line) => line.includes('"event":"stalled"')).length, twice };
}
