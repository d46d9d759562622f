/** The command `status`. */
import { printJson } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import type { JobCounts } from '../../config/queues.ts';
import { bytesInWords, durationInWords, type Probe } from './probes.ts';
import { type Status, statusOf } from './status.ts';

export async function status({ json }: { json: boolean }): Promise<number> {
  const found = await statusOf(readEnvironment(), new Date());
  if (json) printJson(found);
  else process.stdout.write(statusText(found));
  return found.down.length === 0 ? 0 : 1;
}

type Row = readonly [name: string, words: string];

function statusText(status: Status): string {
  const { dataDir, down, processes = [], probes, takenFrom, published, exported, disk } = status;
  const rows: Row[] = [
    ['data', dataDir],
    ...processes.map(({ name, pid, isRunning }): Row => ['process', `${name}, ${isRunning ? `pid ${pid}` : 'ended'}`]),
    ...probes.map((probe): Row => ['probe', probeText(probe)]),
    ...(takenFrom === undefined ? pipelineRows(status) : [['other node', offerText(takenFrom)] as const]),
    ['published', published === undefined ? 'nothing' : publishedText(published)],
    ['exported', exported === undefined ? 'nothing' : `generation ${exported}`],
    ...(takenFrom === undefined ? [archiveRow(disk)] : []),
    ['disk', diskText(status)],
    ...(status.alarms ?? []).map(({ says, mend }): Row => ['ALARM', `${says} ${mend}`]),
    ...down.map(({ part, why }): Row => ['DOWN', `${part}: ${why}`]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return `${rows.map(([name, words]) => `${name.padEnd(width)}  ${words}`).join('\n')}\n`;
}

function pipelineRows({ at, redis, queues, lastTick, sources, ledger }: Status): Row[] {
  const visitedAt = ledger?.visitedAt;
  return [
    known('redis', redis, ({ version, usedMemoryBytes }) => `${version}, ${bytesInWords(usedMemoryBytes)}`),
    ...Object.entries(queues ?? {}).map(([name, counts]): Row => ['queue', `${name}: ${countsText(counts)}`]),
    known('last tick', lastTick, (tick) => `${ago(tick.ageSeconds)}: ${tick.due} due, ${tick.queued} queued`),
    known('sources', sources, sourcesText),
    known('ledger', ledger, ({ entries, changes }) => `${entries} entries, ${changes} changes`),
    known('last visit', visitedAt, (visited) => ago((Date.parse(at) - Date.parse(visited)) / 1_000)),
    known('review', ledger, ({ waiting }) => `${waiting} waiting`),
  ];
}

function sourcesText({ all, visited, due, visiting, failing, disputed }: NonNullable<Status['sources']>): string {
  return `${all}, of which ${visited} visited; ${due} due, ${visiting} being visited, ${failing} failing, ${disputed} disputed`;
}

const UNKNOWN = 'not known';

function known<T>(name: string, value: T | undefined, words: (value: T) => string): Row {
  return [name, value === undefined ? UNKNOWN : words(value)];
}

function offerText({ url, generation, isHere, refusal }: NonNullable<Status['takenFrom']>): string {
  if (generation === undefined) return `${url}: ${UNKNOWN}; serving the last generation`;
  const offer = `${url}: generation ${generation}`;
  if (refusal !== undefined) return `${offer}, rejected: ${refusal}`;
  return `${offer}, ${isHere ? 'downloaded' : 'not downloaded yet'}`;
}

function publishedText({ generation, ageSeconds, products, bytes }: NonNullable<Status['published']>): string {
  return `generation ${generation}, ${ago(ageSeconds)}: ${products} products, ${bytesInWords(bytes)}`;
}

function archiveRow({ archive: { files, bytes } }: Status['disk']): Row {
  return ['archive', `${files} files, ${bytesInWords(bytes)}`];
}

function diskText({ takenFrom, disk }: Status): string {
  const served = ['generations', 'exports'] as const;
  const folders = takenFrom === undefined ? (['ledger', ...served, 'redis'] as const) : served;
  const sizes = folders.map((name) => `${name} ${bytesInWords(disk[name].bytes)}`);
  return [...sizes, ...(disk.freeBytes === undefined ? [] : [`free ${bytesInWords(disk.freeBytes)}`])].join(', ');
}

function ago(seconds: number): string {
  return `${durationInWords(seconds * 1_000)} ago`;
}

function probeText({ process, url, isReady, said = '' }: Probe): string {
  if (url === undefined) return `${process}: no port configured`;
  return `${process}: ${isReady ? 'ready' : `not ready (${said})`} at ${url}`;
}

function countsText(counts: JobCounts): string {
  return Object.entries(counts)
    .filter(([state, count]) => count > 0 || state === 'waiting' || state === 'failed')
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
}
