/**
 * A vendor of the vendor web: one plain object that says what it sells, how it answers, and what an honest pipeline
 * must make of it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FailureKind } from '../../data/observation.ts';
import type { PageVerdict } from '../../data/reading.ts';
import type { Truth } from './offer.ts';

/**
 * `prices`: exactly the truth. `no_price`: a pricing page from which no amount may be read. `survives`: whatever the
 * outcome, the pipeline goes on and publishes nothing that is not in the truth.
 */
export type Expectation = 'prices' | 'no_price' | 'not_pricing' | 'refused' | 'disallowed' | 'unreadable' | 'survives';

export interface Vendor {
  /** Also the host: `<slug>.vendor.test`. */
  slug: string;
  name: string;
  category: string;
  /** Of the pricing page, with its leading slash. */
  path: string;
  /** Of the description of its API, where it has one. */
  descriptionPath?: string;
  render: 'http' | 'browser';
  /** The only currency of its page that is read, of several. */
  currency?: string;
  /** Its pages for other markets. */
  elsewhere?: readonly {
    id: string;
    path: string;
    market: string;
    currency?: string;
    truth(at: Date): Truth;
  }[];
  expect: Expectation;
  /** Where the expectation alone is too coarse: any of these is right. */
  failures?: readonly FailureKind[];
  verdicts?: readonly PageVerdict[];
  /** Amounts that the page mentions and that must never be published as this vendor's. */
  decoys?: readonly string[];
  /** Amounts that may be published beside the truth: those of a tier whose name is unfit to be shown. */
  tolerated?: readonly string[];
  /** Strings that must never appear in anything that is published. */
  poison?: readonly string[];
  /** What the page states at that instant. */
  truth(at: Date): Truth;
  respond(request: IncomingMessage, response: ServerResponse, world: World): void | Promise<void>;
}

/** What the web tells a vendor about one request. */
export interface World {
  /** The clock of the web, which tests set. */
  now: Date;
  /** Without its query: "/pricing". */
  path: string;
  /** Requests to this path of this vendor before this one. */
  visits: number;
  /** A loopback port that no configuration allows: whoever connects there was led astray. */
  trapPort: number;
  /** Aborted when the client goes away or the web closes. */
  signal: AbortSignal;
}
