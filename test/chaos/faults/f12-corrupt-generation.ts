/** F12: what is published is not what was published. A web process keeps the one that it has, and takes no other. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CURRENT_FILE, type Current, pointerText } from '../../../data/store/generation/current.ts';
import { openStaging } from '../../../data/store/generation/staging.ts';
import { price, product, record, snapshot, tier } from '../../builders.ts';
import { currentOf } from '../../current-of.ts';
import { eventually } from '../../eventually.ts';
import type { Fault, Remarks, Trial } from '../fault.ts';
import { startWebAlone, type WebAlone } from '../web-alone.ts';

const SLUGS = Array.from({ length: 30 }, (_, at) => `acme-${at}`);
const PATIENCE_MS = 60_000;
/** Between two bytes that are flipped, of the file and of the pointer. */
const STRIDES = {
  short: { file: 10_000, pointer: 30 },
  usual: { file: 1_000, pointer: 3 },
  long: { file: 100, pointer: 1 },
};

export const corruptGeneration: Fault = {
  id: 'F12',
  title: 'corrupt generation',
  injected:
    'a published file with a bit flipped in each 1000th byte, cut, longer, gone, swapped with the one before, or with a log of another writer beside it; a bit flipped in each third byte of CURRENT',
  passes:
    'the real web process refuses it, says so, serves the old one, and takes it once it is mended; one that starts on it answers 503',
  async run(trial) {
    const dataDir = trial.directory();
    const press = openPress(dataDir, join(trial.directory(), 'press'));
    const first = press.print();
    press.put(first);
    press.point(first);
    const web = await startWebAlone(dataDir);
    try {
      await eventually('the first is served', async () => (await priceServed(web)) === press.printed(), PATIENCE_MS);
      return await corruptAll(trial, { dataDir, press, web });
    } finally {
      await web.stop();
      press.close();
    }
  },
};

interface Scene {
  dataDir: string;
  press: Press;
  web: WebAlone;
}

interface Print {
  current: Current;
  bytes: Buffer;
}

/** Makes one generation after the other; what it prints is put where it is published by hand. */
interface Press {
  /** A new one, in which every price is the number of the print. */
  print(): Print;
  /** That number, of the last. */
  printed(): number;
  /** Its file, with these bytes where they are not its own. */
  put(print: Print, bytes?: Buffer): void;
  /** CURRENT names it from now on, under the next number; `harm` is done to the pointer. */
  point(print: Print, harm?: (pointer: Buffer) => Buffer): void;
  fileOf(print: Print): string;
  close(): void;
}

function openPress(dataDir: string, workshop: string): Press {
  mkdirSync(workshop);
  const generations = join(dataDir, 'generations');
  mkdirSync(generations);
  const staging = openStaging(join(workshop, 'staging.db'));
  let printed = 0;
  let number = 0;
  const press: Press = {
    print() {
      printed += 1;
      const tiers = [tier({ prices: [price({ amount: `${printed}.00` })] })];
      const products = SLUGS.map((slug) => ({
        product: product({ slug }),
        record: record({ slug, tiers }),
        snapshots: [snapshot({ slug, tiers })],
      }));
      staging.put(products, []);
      staging.putCategories([{ id: 'crm', name: 'CRM' }]);
      const dir = join(workshop, 'generations');
      staging.publish(dir, { now: new Date() });
      const current = currentOf(dir);
      return { current, bytes: readFileSync(join(dir, current.file)) };
    },
    printed: () => printed,
    fileOf: ({ current }) => join(generations, current.file),
    put({ current, bytes: whole }, bytes = whole) {
      const file = join(generations, current.file);
      rmSync(file, { force: true });
      writeFileSync(file, bytes);
    },
    point({ current }, harm = (pointer) => pointer) {
      number += 1;
      const pointer = join(generations, CURRENT_FILE);
      const text = pointerText({ ...current, generation: String(number).padStart(6, '0') });
      writeFileSync(`${pointer}.new`, harm(Buffer.from(text)));
      renameSync(`${pointer}.new`, pointer);
    },
    close: () => staging.close(),
  };
  return press;
}

async function priceServed(web: WebAlone): Promise<unknown> {
  const { status, body } = await web.get('/api/v2/pricing/acme-7');
  return status === 200 ? body.startingPrice : `status ${status}`;
}

async function corruptAll(trial: Trial, { dataDir, press, web }: Scene): Promise<Remarks> {
  const stride = STRIDES[trial.scale];
  const seen = { bytes: 0, flipped: 0, cut: 0, beside: 0, pointers: 0, refused: 0 };
  let served = 1;

  /** @throws {Error} it was taken, or something else than the old one is served */
  async function refuses(what: string, harm: (print: Print) => void): Promise<Print> {
    const print = press.print();
    harm(print);
    // Last, as it is published: what is named is looked at at once.
    press.point(print);
    web.lookAgain();
    const { sha256 } = print.current;
    const isTold = () => web.log.some((line) => line.event === 'refused' && line.sha256 === sha256);
    await eventually(`it refuses a generation ${what}`, isTold, PATIENCE_MS);
    const price = await priceServed(web);
    if (price !== served) throw new Error(`I6: ${String(price)} is served instead of ${served}, beside one ${what}`);
    seen.refused += 1;
    return print;
  }

  /** @throws {Error} something else than the old one or the new one is served meanwhile */
  async function takesLast(): Promise<void> {
    const isTaken = async () => {
      const price = await priceServed(web);
      if (price !== served && price !== press.printed())
        throw new Error(`I6: ${String(price)} is served after ${served}`);
      return price === press.printed();
    };
    web.lookAgain();
    await eventually('it takes the one that is whole', isTaken, PATIENCE_MS);
    served = press.printed();
  }

  const { length: bytes } = press.print().bytes;
  seen.bytes = bytes;
  for (let at = 0; at < bytes; at += stride.file) {
    await refuses(`with a bit flipped in byte ${at}`, (print) =>
      press.put(print, flipped(print.bytes, at, trial.random)),
    );
    seen.flipped += 1;
  }
  for (let at = 0; at < bytes; at += stride.file * 8) {
    await refuses(`of which ${at} bytes are left`, (print) => press.put(print, print.bytes.subarray(0, at)));
    seen.cut += 1;
  }
  await refuses('that is longer', (print) => press.put(print, Buffer.concat([print.bytes, Buffer.alloc(4_096)])));
  const gone = await refuses('that is gone', () => {});
  press.put(gone);
  await takesLast();
  const swapped = await refuses('swapped with the one before', (print) => {
    press.put(print);
    swap(press.fileOf(print), press.fileOf(gone));
  });
  press.put(swapped);
  await takesLast();
  for (const suffix of ['-wal', '-journal']) {
    const beside = await refuses(`with ${suffix} beside it`, (print) => {
      press.put(print);
      leaveBehind(press.fileOf(print), suffix);
    });
    rmSync(press.fileOf(beside) + suffix);
    await takesLast();
    seen.beside += 1;
  }
  for (let at = 0; at < pointerText(gone.current).length; at += stride.pointer) {
    await holdsOut(at);
    seen.pointers += 1;
  }
  const last = await refuses('that is cut when a process starts', (print) =>
    press.put(print, print.bytes.subarray(0, 8_192)),
  );
  await startsEmpty(dataDir, () => press.put(last));
  await takesLast();
  return seen;

  /** @throws {Error} a pointer of which this byte is damaged is taken */
  async function holdsOut(at: number): Promise<void> {
    const told = () =>
      web.log.filter((line) => line.event === 'refused' && line.reason === 'unreadable_pointer').length;
    const before = told();
    const print = press.print();
    press.put(print);
    press.point(print, (pointer) => flipped(pointer, at, trial.random));
    web.lookAgain();
    await eventually(`it refuses a pointer with a bit flipped in byte ${at}`, () => told() > before, PATIENCE_MS);
    const price = await priceServed(web);
    if (price !== served) throw new Error(`I6: ${String(price)} is served after byte ${at} of CURRENT was flipped`);
    press.point(print);
    await takesLast();
  }
}

/** A process that has nothing answers so, and serves once what is published is whole. */
async function startsEmpty(dataDir: string, mend: () => void): Promise<void> {
  const fresh = await startWebAlone(dataDir);
  try {
    await eventually('it refuses', () => fresh.log.some(({ event }) => event === 'refused'), PATIENCE_MS);
    const price = await priceServed(fresh);
    if (price !== 'status 503') throw new Error(`I6: ${String(price)} is served from what is not whole`);
    mend();
    fresh.lookAgain();
    await eventually('it serves', async () => typeof (await priceServed(fresh)) === 'number', PATIENCE_MS);
  } finally {
    await fresh.stop();
  }
}

function flipped(bytes: Buffer, at: number, random: () => number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  return copy;
}

function swap(one: string, other: string): void {
  renameSync(one, `${one}.away`);
  if (existsSync(other)) renameSync(other, one);
  renameSync(`${one}.away`, other);
}

/** What a writer of another price leaves beside the file when it is killed. */
function leaveBehind(file: string, suffix: string): void {
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  chmodSync(copy, 0o644);
  const writer = new Database(copy);
  writer.pragma(`journal_mode = ${suffix === '-wal' ? 'WAL' : 'DELETE'}`);
  // So that the change is on the disk, and its log beside it, while the transaction is open.
  writer.pragma('cache_size = 1');
  writer.exec("BEGIN; UPDATE products SET starting_amount = '999.00'");
  if (suffix === '-wal') writer.exec('COMMIT');
  copyFileSync(copy + suffix, file + suffix);
  writer.close();
  for (const name of [copy, `${copy}-wal`, `${copy}-shm`, `${copy}-journal`]) rmSync(name, { force: true });
}
