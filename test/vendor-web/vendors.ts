/** The one list of all vendors of the web. */
import type { Vendor } from './vendor.ts';
import { CHANGING, UNSTEADY } from './vendors/changing.ts';
import { DECOYS } from './vendors/decoys.ts';
import { DIGITS } from './vendors/digits.ts';
import { DOORS } from './vendors/doors.ts';
import { HIDDEN } from './vendors/hidden.ts';
import { INJECTED } from './vendors/injected.ts';
import { JUDGEMENT } from './vendors/judgement.ts';
import { MARKETS } from './vendors/markets.ts';
import { NUISANCES } from './vendors/nuisances.ts';
import { PLAIN, TERMS } from './vendors/plain.ts';
import { RATES } from './vendors/rates.ts';
import { REDIRECTS } from './vendors/redirects.ts';
import { ROBOTS } from './vendors/robots.ts';
import { TRANSPORT } from './vendors/transport.ts';
import { TURNCOATS } from './vendors/turncoats.ts';
import { UNSEEN } from './vendors/unseen.ts';
import { WIRE } from './vendors/wire.ts';

/** By group, so that a suite can take the vendors that it is about. */
export const GROUPS = {
  plain: PLAIN,
  hidden: HIDDEN,
  terms: TERMS,
  rates: RATES,
  markets: MARKETS,
  changing: CHANGING,
  unsteady: UNSTEADY,
  robots: ROBOTS,
  redirects: REDIRECTS,
  transport: TRANSPORT,
  wire: WIRE,
  doors: DOORS,
  nuisances: NUISANCES,
  turncoats: TURNCOATS,
  digits: DIGITS,
  judgement: JUDGEMENT,
  decoys: DECOYS,
  injected: INJECTED,
  unseen: UNSEEN,
} as const satisfies Record<string, readonly Vendor[]>;

/** Each keeps a reader busy for seconds: of the giants, for the long run alone. */
export const LONG_READS: readonly string[] = ['million-nodes', 'one-line'];

const RETRIED = ['unreachable', 'timeout', 'crashed', 'bad_status'];
const SLOW = ['redirect-nowhere', 'never-settles', 'robots-500', 'robots-503', 'robots-reset'];

/** Its visits time out, or the queue retries them for minutes; test/crawler/ plays it with shorter limits. */
export function isRetried({ failures = [], slug }: Vendor): boolean {
  return failures.some((failure) => RETRIED.includes(failure)) || SLOW.includes(slug);
}

export const VENDORS: readonly Vendor[] = Object.values(GROUPS).flat();
