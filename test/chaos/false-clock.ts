/** A clock of the system that a test sets, for real processes: libfaketime, told by a file. Time that passes is left true. */
import { globSync, writeFileSync } from 'node:fs';

const LIBRARIES = '/{usr,usr/local,opt/homebrew}/lib/{,*/}faketime/libfaketimeMT.{so.1,1.dylib}';

export interface FalseClock {
  /** Of the processes that are to live by it. */
  variables: Record<string, string>;
  now(): Date;
  /** Sets it, in all of them at once; it goes on from there. */
  set(at: Date): void;
}

/** Why there is none here; undefined where there is. */
export function falseClockMissing(): string | undefined {
  return globSync(LIBRARIES).length === 0 ? 'libfaketime is missing' : undefined;
}

/** @param file that holds what it is set to; it begins with the true time */
export function startFalseClock(file: string): FalseClock {
  let aheadMs = 0;
  const write = () => writeFileSync(file, `${aheadMs < 0 ? '-' : '+'}${Math.abs(aheadMs) / 1_000}`);
  write();
  return {
    variables: {
      LD_PRELOAD: globSync(LIBRARIES)[0] ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    now: () => new Date(Date.now() + aheadMs),
    set(at) {
      aheadMs = at.getTime() - Date.now();
      write();
    },
  };
}
