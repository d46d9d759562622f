/**
 * From a page to its reading: one document, several readers that know nothing of each other, one judgement.
 *
 * Pure, and safe on any input: it never throws, takes time in proportion to the page, and returns a bounded reading
 * that satisfies its schema.
 */
import { defined } from '../../data/defined.ts';
import type { Currency } from '../../data/money.ts';
import type { PageFormat } from '../../data/page.ts';
import type { ModelResult, PageReading, ReaderName, Reading, ReadTier } from '../../data/reading.ts';
import type { Recipe } from '../../data/recipe.ts';
import { TooDeep } from '../../data/text/html.ts';
import { readApi } from './api/read-api.ts';
import { compose } from './compose.ts';
import { withConfidence, withRateConfidence } from './confidence/confidence.ts';
import { type AnswerOf, trustOf, witnessedNegatives } from './confidence/model.ts';
import { negativesOf } from './confidence/negatives.ts';
import { pageDataOf } from './declared/page-data.ts';
import { readSchemaOrg } from './declared/schema-org.ts';
import { shownOn } from './declared/shown.ts';
import { readJsonPage, readState } from './declared/state.ts';
import { readFacts } from './facts/read-facts.ts';
import { inCurrency } from './judge/in-currency.ts';
import { judge } from './judge/judge.ts';
import { type KnownProduct, productInstead, withoutOthers } from './judge/other-product.ts';
import { variantOf } from './judge/variant.ts';
import { asSwitched, chosenBilling } from './mentions/billing-switch.ts';
import { gatherMentions } from './mentions/mentions.ts';
import type { ModelAnswer } from './model/answer.ts';
import { readByModel } from './model/read-model.ts';
import { requestOf } from './model/request.ts';
import { readOffers } from './offers/offers.ts';
import type { Page } from './offers/page.ts';
import type { Document } from './page/document.ts';
import { htmlDocument } from './page/html-document.ts';
import { withoutBadge } from './page/inline.ts';
import { label } from './page/label.ts';
import { markdownDocument } from './page/markdown.ts';
import { readRateCards } from './rates/rate-card.ts';
import { READER_VERSION } from './reader-version.ts';
import { readByRecipe } from './recipe/read-recipe.ts';
import { readCards } from './tiers/cards/cards.ts';
import { readProse } from './tiers/prose.ts';
import { gatherSignals, type Signals } from './tiers/signals.ts';
import { readTables } from './tiers/tables/table.ts';

const NOTHING_READ = { tiers: [], models: [] };

export interface ReadForm {
  format: PageFormat;
  /** Where the redirects ended. */
  url: string;
  /** What the product's file names, where the answer came from elsewhere. */
  asked?: string;
  recipe?: Recipe;
  product?: KnownProduct;
  /** The only currency that is read. */
  currency?: Currency;
  /** It is a description of an API that is asked for. */
  isApi?: true;
  model?: HeardModel;
  /** A reader that is not heard: what it carries is then missing. */
  without?: ReaderName;
}

/** The answer of a language model about this page. */
export interface HeardModel {
  about: AnswerOf & Pick<ModelResult, 'input' | 'answer'>;
  /** Undefined where another request was answered: its ids lead elsewhere. */
  answerTo: (request: string) => ModelAnswer | undefined;
}

export function readPage(source: string, form: ReadForm): PageReading {
  const reading = readWhole(source, form);
  return form.currency === undefined ? reading : inCurrency(reading, form.currency);
}

function readWhole(source: string, form: ReadForm): PageReading {
  if (form.isApi === true) return readDescription(source, form);
  if (form.format === 'json') return readJson(source, form.url);
  const document = documentOf(source, form.format);
  return document instanceof TooDeep
    ? unread('unreadable', `The page is ${document.message}`)
    : readDocument(document, form);
}

/** What a language model is asked about the page; undefined for a page about which none is asked. */
export function modelRequestOf(source: string, { format, url }: Pick<ReadForm, 'format' | 'url'>): string | undefined {
  const document = format === 'json' ? undefined : documentOf(source, format);
  if (document === undefined || document instanceof TooDeep) return undefined;
  return requestOf({ document, mentions: gatherMentions(document, url) })?.text;
}

function documentOf(source: string, format: Exclude<PageFormat, 'json'>): Document | TooDeep {
  try {
    return format === 'html' ? htmlDocument(source) : markdownDocument(source, format);
  } catch (error) {
    if (error instanceof TooDeep) return error;
    throw error;
  }
}

function readDocument(document: Document, { url, asked, recipe, product, model, without }: ReadForm): PageReading {
  const mentions = gatherMentions(document, url);
  const signals = gatherSignals(document, mentions);
  const page = { document, mentions };
  const general: Reading[] = [
    readCards(document, signals, url),
    readTables(document, signals),
    readRateCards(document, signals),
    ...readDeclared(document, signals),
    readProse(document, signals),
    readOffers(page),
  ];
  const byRecipe = recipe && readByRecipe(page, recipe);
  const byModel = model && heard(page, model);
  const all = [...general, ...[byRecipe, byModel].flatMap((each) => each?.reading ?? [])];
  const billing = chosenBilling(page);
  const others = all
    .filter(({ reader }) => reader !== without)
    .map((reading) => ({ ...reading, tiers: asSwitched(reading.tiers.map(called), billing) }));
  const readings = product === undefined ? others : withoutOthers(document, others, product);
  const composed = compose(readings, page);
  const tiers = withConfidence(
    { page, tiers: composed.tiers, readings },
    { outcome: byRecipe?.outcome, model: byModel?.about },
  );
  const models = withRateConfidence(composed.models);
  const judgement = judge({
    document,
    asked: asked ?? url,
    url,
    tiers,
    models,
    // An amount whose digits can't be told is no amount of zero.
    amounts: mentions.amounts.filter(({ money }) => money.isUnclear !== true),
    instead: product && productInstead(document, product),
  });
  const language = label(document.lang, 20);
  const isPricing = judgement.verdict === 'pricing';
  const told = isPricing ? readFacts(document, mentions, tiers) : { tiers: [], facts: [] };
  const said = { page, tiers: told.tiers, readings };
  return {
    verdict: judgement.verdict,
    reason: label(judgement.reason, 200),
    ...(language !== '' && { language }),
    variant: variantOf(document, asked === undefined ? [url] : [url, asked], {
      ...(isPricing ? { tiers, models } : NOTHING_READ),
      page: mentions.locale,
    }),
    tiers: told.tiers,
    models: isPricing ? models : [],
    readings: isPricing ? readings : readings.map((reading) => ({ ...reading, tiers: [], models: [] })),
    facts: told.facts,
    ...(isPricing && { negatives: witnessedNegatives(negativesOf(said), said, byModel?.about) }),
    ...(byRecipe && { recipe: { outcome: byRecipe.outcome, faults: byRecipe.faults } }),
    ...(byModel && { model: byModel.about }),
    readerVersion: READER_VERSION,
  };
}

/** Without a badge in its name, in every reading: readers that state one plan name it alike. */
function called(tier: ReadTier): ReadTier {
  return { ...tier, name: withoutBadge(tier.name) };
}

function heard(page: Page, { about, answerTo }: HeardModel): { reading: Reading; about: ModelResult } | undefined {
  const request = requestOf(page);
  const answer = request && answerTo(request.text);
  if (request === undefined || answer === undefined) return undefined;
  const { reading, dropped } = readByModel(page, request, answer);
  return { reading, about: { ...about, dropped, isMeasured: trustOf(about) !== undefined } };
}

/** What the page states for machines: offers of schema.org, and the data for its own scripts. */
function readDeclared(document: Document, signals: Signals): Reading[] {
  const amounts = signals.amounts.map(({ money: { amount, currency }, terms: { per, billing }, start }) => ({
    ...{ amount, currency, start },
    ...defined({ per, billing }),
  }));
  const shown = shownOn(document, amounts, signals.locale);
  return [readSchemaOrg(document, shown), readState(document, pageDataOf(document), shown)];
}

/** A page in place of a description is judged as any other, for what it refuses or asks; it is never one of prices. */
function readDescription(source: string, form: ReadForm): PageReading {
  const read = readApi(source, form.url);
  if ('facts' in read) return { ...unread('api_description', 'The API was read'), api: read.facts };
  const { isApi: _, ...asPage } = form;
  const { verdict, reason } = form.format === 'html' ? readPage(source, asPage) : unread('unreadable', read.fault);
  return verdict === 'pricing' || verdict === 'empty_shell'
    ? unread('unreadable', read.fault)
    : unread(verdict, reason);
}

/** JSON that a vendor publishes: nothing of it is in sight, so it must say all by itself. */
function readJson(source: string, url: string): PageReading {
  const reading = readJsonPage(source, url);
  const { tiers } = compose([reading]);
  if (tiers.length === 0) return { ...unread('not_pricing', 'No list of plans in the JSON'), readings: [reading] };
  return { ...unread('pricing', 'Prices were read'), tiers, readings: [reading] };
}

function unread(verdict: PageReading['verdict'], reason: string): PageReading {
  return { verdict, reason, tiers: [], models: [], readings: [], readerVersion: READER_VERSION };
}
