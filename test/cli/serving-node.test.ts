/** `status` and `doctor` on a machine that serves what another node publishes: of what it has, and of nothing else. */
import { appendFileSync, chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checksOf, foundBy } from '../../cli/doctor/doctor-command.ts';
import { readEnvironment } from '../../config/env.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { puller } from '../../serve/files/replica/pull.ts';
import { freePort } from '../../supervisor/port.ts';
import { product, record, snapshot } from '../builders.ts';
import { startProgram } from '../program.ts';
import { publisher, type Served, serve } from '../serve/served.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { assayHere } from './command-line.ts';

const NEVER = new AbortController().signal;

let node: Served;
let dataDir: string;
let env: Record<string, string>;
beforeEach(async () => {
  node = await serve(published(1));
  dataDir = temporaryDirectory();
  // No port is known, so no process is asked: what runs is not what this file is about.
  env = { DATA_DIR: dataDir, GENERATION_URL: node.url, PORT: '0', CATALOGUE_DIR: join(dataDir, 'not-there') };
});

/** Publishes so often, each time something else. Returns where. */
function published(times: number): string {
  const { dir, publish } = publisher();
  for (let turn = 0; turn < times; turn += 1) {
    const name = `Acme ${turn}`;
    publish({ products: [{ product: product({ name }), record: record({ name }), snapshots: [snapshot()] }] });
  }
  return dir;
}

/** Where nobody listens. */
const nowhere = async () => `http://127.0.0.1:${await freePort('127.0.0.1')}`;

const generations = () => join(dataDir, 'generations');

function takeFrom(url: string) {
  const patience = { idleMs: 20_000, attemptMs: 20_000 };
  return puller({ url, dir: generations(), patience, signal: NEVER, now: () => new Date() }).pull();
}

async function status(): Promise<{ code: number | null; found: Record<string, unknown>; down: string[] }> {
  const { code, stdout } = await assayHere(['status', '--json'], env);
  const found = JSON.parse(stdout);
  return { code, found, down: found.down.map(({ part }: { part: string }) => part) };
}

async function doctor() {
  const environment = readEnvironment(env);
  const found = await Promise.all(
    checksOf(environment, { faults: [], isOffline: false }).map(async (check) => [
      check.name,
      await foundBy(check, { environment, now: new Date() }),
    ]),
  );
  return Object.fromEntries(found) as Record<string, Awaited<ReturnType<typeof foundBy>>>;
}

describe('status', () => {
  it('has nothing down where the generation of the other node is here', async () => {
    await takeFrom(node.url);
    const { code, found, down } = await status();
    expect([code, down]).toEqual([0, []]);
    expect(found).toMatchObject({
      takenFrom: { url: node.url, generation: '000001', isHere: true },
      published: { generation: '000001', products: 1 },
    });
    for (const part of ['redis', 'queues', 'lastTick', 'ledger', 'sources']) expect(found).not.toHaveProperty(part);
    expect((found.probes as { process: string }[]).map(({ process }) => process)).toEqual(['web', 'exporter']);
    const { stdout } = await assayHere(['status'], env);
    expect(stdout).toContain(`other node  ${node.url}: generation 000001, downloaded\n`);
    expect(stdout).not.toMatch(/^(?:redis|queue|last tick|sources|ledger|review|archive|DOWN) /m);
  });

  it('names what is: nothing was taken yet, the other node does not answer', async () => {
    expect(await status()).toMatchObject({ code: 1, down: ['generations'], found: { takenFrom: { isHere: false } } });
    await takeFrom(node.url);
    env.GENERATION_URL = await nowhere();
    expect(await status()).toMatchObject({ code: 1, down: ['other node'], found: { published: { products: 1 } } });
    expect((await assayHere(['status'], env)).stdout).toMatch(
      /^other node +http.*: not known; serving the last generation$/m,
    );
  });

  it('and that what the other node publishes is not taken', async () => {
    await takeFrom((await serve(published(2))).url);
    expect(await status()).toMatchObject({
      code: 1,
      down: ['other node'],
      found: { takenFrom: { generation: '000001', isHere: false, refusal: 'older' } },
    });
  });
});

describe('doctor', () => {
  it('looks at what is of this machine, and names what is not', async () => {
    await takeFrom(node.url);
    const found = await doctor();
    const notOurs = Object.keys(found).filter((name) => found[name]?.[0]?.found.startsWith('not needed: this machine'));
    expect(notOurs).toEqual(['chromium', 'network', 'redis', 'ledger', 'archive', 'readers', 'catalogue']);
    for (const name of notOurs)
      expect(found[name]).toEqual([
        { severity: 'note', found: `not needed: this machine serves generations of ${node.url}` },
      ]);
    expect(found).toMatchObject({
      settings: [{ severity: 'ok' }],
      'data directory': [{ severity: 'ok' }],
      ports: [{ severity: 'ok' }],
      'other node': [{ severity: 'ok', found: `${node.url} publishes generation 000001, already downloaded` }],
      'published generation': [{ severity: 'ok', found: 'generation 000001, SHA-256 matches' }],
    });
  });

  it('mends a generation that was changed by taking it once more', async () => {
    await takeFrom(node.url);
    const file = join(generations(), readCurrent(generations())?.file ?? '');
    chmodSync(file, 0o644);
    appendFileSync(file, 'more');
    const [{ severity, mend } = {}] = (await doctor())['published generation'] ?? [];
    expect([severity, mend]).toEqual(['broken', `rm ${join(generations(), 'CURRENT')}, and restart the exporter`]);
    rmSync(join(generations(), 'CURRENT'));
    expect(await takeFrom(node.url)).toMatchObject({ kind: 'taken', generation: '000001' });
    expect((await doctor())['published generation']).toMatchObject([{ severity: 'ok' }]);
  });

  it('says that a machine with a ledger publishes itself, and its exporter takes nothing', async () => {
    writeFileSync(join(dataDir, 'ledger.db'), '');
    expect((await doctor())['other node']).toMatchObject([
      { severity: 'broken', cause: expect.stringContaining('ledger.db has a ledger'), mend: 'unset GENERATION_URL' },
    ]);
    const exporter = startProgram(['serve/exporter.ts'], env);
    expect(await exporter.exited).toBe(2);
    expect(JSON.stringify(exporter.log)).toContain('Cannot download generations');
  });

  it('says why the other node is of no use', async () => {
    expect((await doctor())['other node']).toMatchObject([
      { severity: 'note', found: expect.stringContaining('not downloaded yet') },
    ]);
    await takeFrom((await serve(published(2))).url);
    expect((await doctor())['other node']).toMatchObject([
      { severity: 'broken', cause: 'the other node was reset to an older generation' },
    ]);
    env.GENERATION_URL = await nowhere();
    expect((await doctor())['other node']).toMatchObject([
      { severity: 'broken', cause: expect.stringContaining('ECONNREFUSED'), mend: expect.stringContaining('curl -i') },
    ]);
  });
});
