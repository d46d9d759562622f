/** The status for a person. Pure. */
import { bytesInWords, durationInWords, type JobCounts, type Probe } from './probes.ts';
import type { Status } from './status.ts';

const UNKNOWN = 'not known';
/** Of what a machine keeps that takes its generations from another node. */
const SERVED = ['generations', 'exports'] as const;

export function statusText(status: Status): string {
  const { dataDir, down, processes, takenFrom, published, exported, disk } = status;
  const kept = takenFrom === undefined ? (['ledger', 'generations', 'exports', 'redis'] as const) : SERVED;
  const rows: (readonly [string, string])[] = [
    ['data', dataDir],
    ...(processes ?? []).map(({ name, pid, isRunning }): [string, string] => [
      'process',
      `${name}, ${isRunning ? `pid ${pid}` : 'ended'}`,
    ]),
    ...status.probes.map((probe): [string, string] => ['probe', probeText(probe)]),
    ...(takenFrom === undefined ? pipelineRows(status) : [['other node', offerText(takenFrom)] as const]),
    [
      'published',
      published === undefined
        ? 'nothing'
        : `generation ${published.generation}, ${ago(published.ageSeconds)}: ${published.products} products, ${bytesInWords(published.bytes)}`,
    ],
    ['exported', exported === undefined ? 'nothing' : `generation ${exported}`],
    ...(takenFrom === undefined
      ? [['archive', `${disk.archive.files} files, ${bytesInWords(disk.archive.bytes)}`] as const]
      : []),
    [
      'disk',
      `${[
        ...kept.map((name) => `${name} ${bytesInWords(disk[name].bytes)}`),
        ...(disk.freeBytes === undefined ? [] : [`free ${bytesInWords(disk.freeBytes)}`]),
      ].join(', ')}`,
    ],
    ...down.map(({ part, why }): [string, string] => ['DOWN', `${part}: ${why}`]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return `${rows.map(([name, words]) => `${name.padEnd(width)}  ${words}`).join('\n')}\n`;
}

/** What visits, judges and publishes. */
function pipelineRows({ at, redis, queues, lastTick, sources, ledger }: Status): [string, string][] {
  return [
    ['redis', redis === undefined ? UNKNOWN : `${redis.version}, ${bytesInWords(redis.usedMemoryBytes)}`],
    ...Object.entries(queues ?? {}).map(([name, counts]): [string, string] => [
      'queue',
      `${name}: ${countsText(counts)}`,
    ]),
    [
      'last tick',
      lastTick === undefined
        ? UNKNOWN
        : `${ago(lastTick.ageSeconds)}: ${lastTick.due} due, ${lastTick.queued} put into the queue`,
    ],
    [
      'sources',
      sources === undefined
        ? UNKNOWN
        : `${sources.all}, of which ${sources.visited} visited; ${sources.due} due, ${sources.visiting} being visited, ${sources.failing} failing, ${sources.disputed} disputed`,
    ],
    ['ledger', ledger === undefined ? UNKNOWN : `${ledger.entries} entries, ${ledger.changes} changes`],
    [
      'last visit',
      ledger?.visitedAt === undefined ? UNKNOWN : ago((Date.parse(at) - Date.parse(ledger.visitedAt)) / 1_000),
    ],
    ['review', ledger === undefined ? UNKNOWN : `${ledger.waiting} wait`],
  ];
}

function offerText({ url, generation, isHere, refusal }: NonNullable<Status['takenFrom']>): string {
  if (generation === undefined) return `${url}: ${UNKNOWN}; what is here is served`;
  const how = refusal !== undefined ? `not taken here, ${refusal}` : isHere ? 'the one here' : 'not here yet';
  return `${url}: generation ${generation}, ${how}`;
}

function ago(seconds: number): string {
  return `${durationInWords(seconds * 1_000)} ago`;
}

function probeText({ process, url, isReady, said }: Probe): string {
  if (url === undefined) return `${process}: it was given no port`;
  return `${process}: ${isReady ? 'ready' : `not ready, ${said ?? ''}`} at ${url}`;
}

function countsText(counts: JobCounts): string {
  return Object.entries(counts)
    .filter(([state, count]) => count > 0 || state === 'waiting' || state === 'failed')
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
}
