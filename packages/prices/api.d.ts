/** Where a fact is from: the page that shows its quote, or the public dataset that states it, and its day. */
export interface Source {
  evidence?: string;
  dataset?: string;
  asOf?: string;
}

/** Free, "contact sales", sold by usage, not published and not known are different answers. */
export type PriceAnswer =
  | {
      state: 'known';
      /** Exact decimal, per month: of an annual sum its twelfth. */
      amount: string;
      currency: string;
      /** Absent where the source does not say how it is billed. */
      billing?: 'monthly' | 'annual';
      unit?: string;
      tier: string;
      tierName: string;
      source: Source;
    }
  | { state: 'free' | 'contact_sales' | 'usage_only' | 'not_published' | 'not_known' | 'unknown_product' };

/** Per million tokens, as exact decimals. */
export interface Rates {
  inputPerMTok?: string;
  outputPerMTok?: string;
  cachedInputPerMTok?: string;
  batchInputPerMTok?: string;
  batchOutputPerMTok?: string;
}

export type RateAnswer =
  | (Rates & {
      state: 'known';
      product: string;
      model: string;
      currency: string;
      /** Rates by prompt length, where they differ; those above are for the shortest, and absent where it is not known. */
      bands?: (Rates & { band: string })[];
      /** Tokens of a prompt and its answer together, as datasets state it; absent where they differ, and for a past day. */
      contextWindow?: number;
      source: Source;
    })
  | { state: 'ambiguous'; products: string[] }
  | { state: 'not_known' };

export interface Usage {
  model: string;
  /** Slug of the provider, where several sell the model. */
  product?: string;
  inputTokens?: number;
  /** The part of the input that the vendor has cached. */
  cachedInputTokens?: number;
  outputTokens?: number;
  batch?: boolean;
  /** Length of one prompt, where rates depend on it. */
  contextTokens?: number;
  at?: string;
}

export type CostAnswer =
  | {
      state: 'known';
      product: string;
      model: string;
      currency: string;
      /** Exact decimal. */
      amount: string;
      lines: { kind: 'input' | 'cached_input' | 'output'; tokens: number; perMTok: string; amount: string }[];
      notes: string[];
    }
  | { state: 'ambiguous'; products: string[] }
  | { state: 'not_known'; reason: string };

export interface PriceOptions {
  /** Date in UTC, `2026-06-30`: what was known of its end. Today by default; never later. */
  at?: string;
  /** The price under this billing alone. */
  billing?: 'monthly' | 'annual';
  /** Id or name; the smallest paid one by default. */
  tier?: string;
}

export interface UpdateOptions {
  /** Of `/feeds/prices.json`; by default that of the service that made the data. */
  url?: string;
  /** Is written as a whole, and read by `open`. Node only. */
  cacheFile?: string;
}

export declare class Prices {
  /** @throws {Error} `data` is no such feed */
  constructor(data: unknown);
  /** Of the generation that the answers are from. */
  readonly generation: string;
  readonly publishedAt: string;
  /** The data of this package, or those of the file where they are newer. A broken file is ignored. Node only. */
  static open(options?: { cacheFile?: string }): Promise<Prices>;
  /** @throws {RangeError} `at` is not a date, or after today */
  priceOf(slug: string, options?: PriceOptions): PriceAnswer;
  rateOf(model: string, options?: { product?: string; at?: string }): RateAnswer;
  costOf(usage: Usage): CostAnswer;
  /**
   * The only request. Newer data replace these; older ones and those of another format never do.
   *
   * @returns whether they were replaced @throws {Error} the feed cannot be had; the data stay
   */
  update(options?: UpdateOptions): Promise<boolean>;
}

/** Over the data of this package, until `update`. */
export declare const priceOf: Prices['priceOf'];
export declare const rateOf: Prices['rateOf'];
export declare const costOf: Prices['costOf'];
export declare const update: Prices['update'];
