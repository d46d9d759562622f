/**
 * What one reader found on one page. Every price has the words it was read from.
 *
 * "Free", "contact us" and "not found" are three facts: `isFree`, `isCustom`, and no tier or price at all.
 */
import * as z from 'zod';
import { ApiFacts } from './api-facts.ts';
import { Amount, Currency } from './money.ts';

/**
 * Tier cards, plan tables, rate cards, offers of JSON-LD, state for the page's scripts, sentences, repeated structure of any
 * geometry (crawler/read/offers), an author's recipe, a language model that points at lines and amounts.
 */
export const ReaderName = z.enum([
  'cards',
  'table',
  'rate-card',
  'json-ld',
  'state',
  'prose',
  'offers',
  'recipe',
  'model',
]);
export type ReaderName = z.infer<typeof ReaderName>;

/**
 * Where a value was read: the quote is the slice from `textStart` to `textEnd`, in UTF-16 units, of `pageText`
 * (data/text/page-text.ts), or for values in scripts or attributes of the decoded source.
 */
export const Evidence = z.strictObject({
  quote: z.string().min(1).max(400),
  scope: z.enum(['text', 'source']),
  textStart: z.int().min(0),
  textEnd: z.int().min(1),
  /** CSS path of the element, or a line number of Markdown; for people, never for proof. */
  path: z.string().max(600),
  method: ReaderName,
});
export type Evidence = z.infer<typeof Evidence>;

export const Billing = z.enum(['monthly', 'annual']);
export type Billing = z.infer<typeof Billing>;

export const Per = z.enum(['month', 'year', 'week', 'day', 'once', 'usage']);
export type Per = z.infer<typeof Per>;

/** What one price buys, lower case, singular: "user", "1000 contacts". */
export const Unit = z.string().regex(/^[\p{Ll}\p{Lo}\d][\p{Ll}\p{Lo}\p{Lm}\d ,.-]{0,39}$/u);
export type Unit = z.infer<typeof Unit>;

export const PriceKind = z.enum(['list', 'promo', 'intro', 'struck']);
export type PriceKind = z.infer<typeof PriceKind>;

/** Probability that this very fact is right (crawler/read/confidence); absent in readings made before there was one. */
const Confidence = z.number().min(0).max(1).optional();

export const ReadPrice = z.strictObject({
  amount: Amount,
  currency: Currency,
  /** `annual`: $10 a month or $120 a year. Absent where the price does not recur. */
  billing: Billing.optional(),
  per: Per,
  unit: Unit.optional(),
  kind: PriceKind,
  /** Last day of a promo, when the page states it. */
  until: z.iso.date().optional(),
  /** The page says "from" or "starting at". */
  isFloor: z.literal(true).optional(),
  /** What a rule supplied where the page does not spell it out: "$" as USD, a lone price as monthly. */
  assumed: z.array(z.enum(['currency', 'billing', 'per', 'unit'])).optional(),
  confidence: Confidence,
  evidence: Evidence,
});
export type ReadPrice = z.infer<typeof ReadPrice>;

export const ReadTier = z.strictObject({
  name: z.string().min(1).max(80),
  isFree: z.boolean(),
  /** "Contact us", "custom", "let's talk": a price exists and is not published. */
  isCustom: z.boolean(),
  prices: z.array(ReadPrice).max(24),
  minimumUnits: z.int().min(1).optional(),
  includedUnits: z.int().min(1).optional(),
  features: z.array(z.string().min(1).max(120)).max(200),
  /** For a free or contact-us tier: that it is one. */
  confidence: Confidence,
  /** For a free or contact-us tier: the words that say so. */
  evidence: Evidence.optional(),
});
export type ReadTier = z.infer<typeof ReadTier>;

const RateEvidence = z.strictObject({
  input: Evidence.optional(),
  output: Evidence.optional(),
  cachedInput: Evidence.optional(),
  batchInput: Evidence.optional(),
  batchOutput: Evidence.optional(),
});

export const RATES = {
  inputPerMTok: Amount.optional(),
  outputPerMTok: Amount.optional(),
  cachedInputPerMTok: Amount.optional(),
  batchInputPerMTok: Amount.optional(),
  batchOutputPerMTok: Amount.optional(),
};

export const ReadModel = z.strictObject({
  model: z.string().min(1).max(120),
  currency: Currency,
  ...RATES,
  /** Context band of these rates, as the page words it. */
  band: z.string().max(80).optional(),
  /** That all of its rates are right. */
  confidence: Confidence,
  evidence: RateEvidence,
});
export type ReadModel = z.infer<typeof ReadModel>;

/** The rates of a model, with the name of their evidence. */
export const RATE_FIELDS = [
  ['inputPerMTok', 'input'],
  ['outputPerMTok', 'output'],
  ['cachedInputPerMTok', 'cachedInput'],
  ['batchInputPerMTok', 'batchInput'],
  ['batchOutputPerMTok', 'batchOutput'],
] as const;

/** Something that looked like a price, and why it was rejected. */
export const Rejected = z.strictObject({ quote: z.string().max(200), reason: z.string().max(120) });
export type Rejected = z.infer<typeof Rejected>;

/** What one reader found; empty where it abstained. */
export const Reading = z.strictObject({
  reader: ReaderName,
  tiers: z.array(ReadTier).max(60),
  models: z.array(ReadModel).max(500),
  rejected: z.array(Rejected).max(50),
});
export type Reading = z.infer<typeof Reading>;

export const Capability = z.enum([
  'sso',
  'scim',
  'audit_log',
  'sla',
  'roles',
  'api',
  'data_residency',
  'hipaa',
  'custom_domain',
  'white_label',
  'priority_support',
]);
export type Capability = z.infer<typeof Capability>;

/** `add_on`: available for an additional payment. */
export const Availability = z.enum(['included', 'not_included', 'add_on']);
export type Availability = z.infer<typeof Availability>;

/** In days or in months, as the page counts, never both. */
const Length = { days: z.int().min(1).max(999).optional(), months: z.int().min(1).max(60).optional() };
const Percent = z.number().min(0.1).max(100);
const Name = z.string().min(1).max(80);

interface About<Tier extends z.ZodType, Proof extends z.ZodType> {
  tier: z.ZodOptional<Tier>;
  evidence: Proof;
}

/**
 * A fact beside the prices. `tier`, by name on a page and by id in a record, is absent where it concerns no tier in
 * particular.
 */
export function factOf<Tier extends z.ZodType, Proof extends z.ZodType>(tier: Tier, evidence: Proof) {
  const about = { tier: tier.optional(), evidence };
  return z.discriminatedUnion('kind', [
    ...moneyFacts(about),
    ...countFacts(about),
    /** `first`: the least tier that has it, where all lesser ones lack it. */
    z.strictObject({
      kind: z.literal('capability'),
      evidence,
      capability: Capability,
      tiers: z
        .array(z.strictObject({ tier, state: Availability }))
        .min(1)
        .max(60),
      first: tier.optional(),
    }),
    ...discountFacts(about),
    ...termFacts(about),
  ]);
}

function moneyFacts<Tier extends z.ZodType, Proof extends z.ZodType>(about: About<Tier, Proof>) {
  const money = { amount: Amount, currency: Currency };
  const terms = { per: Per.optional(), unit: Unit.optional() };
  const fee = { ...about, ...money, ...terms, isFloor: z.literal(true).optional() };
  const announced = { ...about, ...money, billing: Billing.optional(), ...terms, from: z.iso.date() };
  return [
    /** What each `unit` beyond the included ones costs. */
    z.strictObject({ kind: z.literal('overage'), ...fee, unit: Unit }),
    z.strictObject({ kind: z.literal('add_on'), ...fee, name: Name }),
    z.strictObject({ kind: z.literal('setup_fee'), ...fee }),
    z.strictObject({ kind: z.literal('support_fee'), ...fee, name: Name }),
    /** What the price becomes when the first term ends. */
    z.strictObject({ kind: z.literal('renewal'), ...fee }),
    /** The price from the day `from` on. */
    z.strictObject({ kind: z.literal('announced_price'), ...announced }),
  ] as const;
}

function countFacts<Tier extends z.ZodType, Proof extends z.ZodType>(about: About<Tier, Proof>) {
  const count = { ...about, count: z.int().min(1), unit: Unit.optional() };
  return [
    z.strictObject({ kind: z.literal('minimum_units'), ...count }),
    z.strictObject({ kind: z.literal('included_units'), ...count }),
  ] as const;
}

function discountFacts<Tier extends z.ZodType, Proof extends z.ZodType>(about: About<Tier, Proof>) {
  const isUpTo = z.literal(true).optional();
  return [
    /** `agrees`: whether the prices show the discount; absent where none can be compared. */
    z.strictObject({
      kind: z.literal('annual_discount'),
      ...about,
      percent: Percent.optional(),
      monthsFree: z.int().min(1).max(11).optional(),
      isUpTo,
      agrees: z.boolean().optional(),
    }),
    z.strictObject({
      kind: z.literal('programme'),
      ...about,
      programme: z.enum(['startup', 'education', 'nonprofit', 'open_source']),
      percent: Percent.optional(),
      isUpTo,
      isFree: z.literal(true).optional(),
    }),
  ] as const;
}

function termFacts<Tier extends z.ZodType, Proof extends z.ZodType>(about: About<Tier, Proof>) {
  const card = z.enum(['required', 'not_required']).optional();
  return [
    z.strictObject({ kind: z.literal('trial'), ...about, ...Length, card }),
    z.strictObject({ kind: z.literal('money_back'), ...about, ...Length }),
    z.strictObject({
      kind: z.literal('tax'),
      ...about,
      prices: z.enum(['include', 'exclude']),
      tax: z.enum(['vat', 'gst', 'sales_tax', 'tax']),
    }),
  ] as const;
}

export const PageFact = factOf(Name, Evidence);
export type PageFact = z.infer<typeof PageFact>;

export const MAX_FACTS = 200;

/**
 * What a reading says by stating nothing more: no tier is free, no price of a tier is billed by the month, no tier costs less
 * than the cheapest one that was read.
 */
export const NegativeKind = z.enum(['no_free_tier', 'no_monthly_price', 'cheapest']);
export type NegativeKind = z.infer<typeof NegativeKind>;

export const Negative = z.strictObject({ kind: NegativeKind, confidence: z.number().min(0).max(1) });
export type Negative = z.infer<typeof Negative>;

/** What kind of page it is. Only `pricing` pages may yield prices. */
export const PageVerdict = z.enum([
  'pricing',
  'not_pricing',
  /** A description of an API, of a source that is one. */
  'api_description',
  /** Asks for a proof that the visitor is human. */
  'challenge',
  /** Refuses the visit: access denied, too many requests, not in this country. */
  'blocked',
  'login',
  /** Asks something before it shows itself: cookies, age, country. */
  'consent',
  'empty_shell',
  'soft_404',
  /** A price list of another product of the vendor. */
  'other_product',
  /** No text, a site that is down, or more than can be read. */
  'unreadable',
]);
export type PageVerdict = z.infer<typeof PageVerdict>;

/** Which variant of the page was served: vendors answer by language, country and currency. */
export const PageVariant = z.strictObject({
  language: z.string().min(2).max(8).optional(),
  /** Language and region, "de-AT". */
  locale: z.string().min(4).max(12).optional(),
  /** The page's currency; absent where none of several stands out. */
  currency: Currency.optional(),
  /** Of the prices that were read, those of most prices first. */
  currencies: z.array(Currency).max(20),
  reason: z.string().min(1).max(200),
});
export type PageVariant = z.infer<typeof PageVariant>;

/**
 * How the source's recipe (data/recipe.ts) read the page. `met`: its anchors and postconditions hold. `relocated`: they hold
 * after its anchors were found elsewhere by similarity. `abstained`: they do not, and the other readers speak.
 */
export const RecipeOutcome = z.enum(['met', 'relocated', 'abstained']);
export type RecipeOutcome = z.infer<typeof RecipeOutcome>;

/** Faults in words, for people. */
export const RecipeResult = z.strictObject({
  outcome: RecipeOutcome,
  faults: z.array(z.string().min(1).max(200)).max(20),
});
export type RecipeResult = z.infer<typeof RecipeResult>;

/**
 * Whose answer the reading of the model is made of, and where it is archived. Ids and claims of it that the page does not bear
 * were dropped. What a model says that was not measured on labelled pages makes no fact surer.
 */
export const ModelResult = z.strictObject({
  model: z.string().min(1).max(100),
  /** Version of the instructions. */
  prompt: z.string().min(1).max(20),
  /** SHA-256 of the text that it was asked about, and of the archived answer. */
  input: z.string().length(64),
  answer: z.string().length(64),
  dropped: z.int().min(0),
  isMeasured: z.boolean(),
});
export type ModelResult = z.infer<typeof ModelResult>;

/** All that was read from one page: each reader's own reading, and the one composed from them. */
export const PageReading = z.strictObject({
  verdict: PageVerdict,
  reason: z.string().max(200),
  language: z.string().max(20).optional(),
  variant: PageVariant.optional(),
  /** Composed from `readings`; what would be published. */
  tiers: z.array(ReadTier).max(60),
  models: z.array(ReadModel).max(500),
  readings: z.array(Reading).max(10),
  facts: z.array(PageFact).max(MAX_FACTS).optional(),
  /** Of a page with prices; absent in readings made before there were any. */
  negatives: z.array(Negative).max(NegativeKind.options.length).optional(),
  api: ApiFacts.optional(),
  /** Of a source with a recipe. */
  recipe: RecipeResult.optional(),
  /** Of a page about which a language model was asked. */
  model: ModelResult.optional(),
  /** Identifies the code that read; readings by other versions are compared by `npm run replay`. */
  readerVersion: z.string().min(1).max(40),
});
export type PageReading = z.infer<typeof PageReading>;
