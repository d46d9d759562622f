/** One Markdown record of each product. Every line begins with our words, and vendors' words are code spans. */

import * as z from 'zod';
import { marketName } from '../../../data/product.ts';
import { datasetName, type ReferencePrice } from '../../../data/record.ts';
import { counted } from '../../../data/text/figures.ts';
import { amountText, moneyText, monthlyText, roundedText } from '../../../data/text/price-text.ts';
import { countText } from '../../../data/text/sentence-parts.ts';
import { FEEDS } from '../../interface/published-files.ts';
import { type Proofs, proofsOf } from '../../pages/parts/proof.ts';
import { priceText, RATE_NAMES } from '../../pages/parts/wording.ts';
import { homeUrl, USE, VENDORS_WORDS } from '../../record/envelope.ts';
import { isJudged } from '../../record/market.ts';
import { absentPriceText } from '../../record/price-words.ts';
import type { RateView, RecordView, TierView } from '../../record/shape.ts';
import { markdownCode as code, markdown, markdownUrl } from '../../record/vendor-text.ts';
import type { Store } from '../../store/store.ts';
import type { BulkFeed, FeedProduct } from './bulk-feed.ts';

export const fullText: BulkFeed = {
  ...FEEDS.fullText,
  params: z.object({}),
  files: (store) => [{ path: FEEDS.fullText.path, head: headOf(store), product: recordText, end: () => '' }],
};

function headOf({ site, generation, discovery }: Store): string {
  return `# ${markdown(site.brand)}: records of ${counted(discovery.count, 'software product')}

> One record of each product, between lines of three hyphens. ${USE} How to cite and read: <${site.baseUrl}${FEEDS.llms.path}>.

${VENDORS_WORDS} Here they stand between backquotes. What a record does not say is not known; that is not the same as free.

Generation ${generation.id}, published ${generation.publishedAt}. Home: <${homeUrl(site)}>.
`;
}

function recordText({ record, categoryName }: FeedProduct): string {
  const { slug, name, category, tiers = [], rateCard, referencePrices, hiddenCosts = [], markets = [] } = record;
  const { verification, links } = record;
  const proofs = proofsOf(record);
  const { status, confidence, verifiedAt, checkedAt, outcome } = verification;
  const checked = checkedAt === undefined ? 'never' : `${checkedAt.slice(0, 10)}${outcome ? ` (${outcome})` : ''}`;
  return `
---

## ${markdown(name)} pricing

${lines([
  `Product: ${slug}`,
  `Category: ${markdown(categoryName)} (${category})`,
  starting(record),
  record.freeTier !== undefined && `Free tier: ${record.freeTier ? 'yes' : 'no'}`,
  `Status: ${status ?? 'unverified'}${confidence === undefined ? '' : `, confidence ${confidence}`}`,
  `Verified: ${verifiedAt ?? 'never'}; last checked: ${checked}`,
  ...list('Tiers', tiers, (tier) => tierLine(tier, proofs)),
  ...list('Rates per million tokens', rateCard?.models, (rate) => rateLine(rate, proofs)),
  ...markets.flatMap((each) => [
    ...list(`Tiers in ${marketName(each.market)}`, each.tiers, (tier) => tierLine(tier, proofs)),
    ...list(`Rates in ${marketName(each.market)}`, each.rateCard?.models, (rate) => rateLine(rate, proofs)),
  ]),
  ...list('Reference prices', referencePrices, referenceLine),
  ...list('Other costs', hiddenCosts, ({ label, cost, origin }) => `${code(label)}: ${code(cost)} (${origin})`),
  savings(record),
  position(record),
  record.verdict !== undefined && `Verdict: ${markdown(record.verdict, 2_000)}`,
  record.source !== undefined && `Source: <${markdownUrl(record.source)}>`,
  `Page: <${links.page}>`,
  links.vendor !== undefined && `Vendor: <${links.vendor}>`,
  licences(record),
  `Attribution: ${record.attribution}`,
])}
`;
}

type Part = string | undefined | false;

function lines(parts: readonly Part[]): string {
  const known = parts.filter((part) => typeof part === 'string');
  return known.map((line) => (line.startsWith('  ') ? line : `- ${line}`)).join('\n');
}

function list<Entry>(title: string, entries: readonly Entry[] = [], textOf: (entry: Entry) => string): string[] {
  return entries.length === 0 ? [] : [`${title}:`, ...entries.map((entry) => `  - ${textOf(entry)}`)];
}

function starting({ startingPrice, startingPriceBasis, priceRange, priceState }: RecordView): Part {
  if (startingPrice == null || priceRange === undefined) return `Price: ${absentPriceText(priceState)}`;
  const isAnnual = startingPriceBasis === 'min_paid_annual';
  const start = monthlyText(startingPrice, priceRange.currency, isAnnual ? 'annual' : undefined);
  return `Price: starts at ${start} a month${isAnnual ? ', billed annually' : ''}; paid tiers ${priceRange.display}`;
}

function tierLine(tier: TierView, proofs: Proofs): string {
  const { name, isFree, isCustom, prices, minimumUnits = 1, unit, features = [], evidence } = tier;
  const unpriced = absentPriceText(isCustom ? 'not_published' : 'not_known');
  const withoutPrice = isFree ? 'free' : unpriced;
  const said = [
    ...(isFree || isCustom || prices.length === 0 ? [`${withoutPrice}${quoteOf(evidence, proofs)}`] : []),
    ...prices.map((price) => `${priceText(price)}${quoteOf(price.evidence, proofs)}`),
  ];
  const least = minimumUnits > 1 ? [`at least ${countText(minimumUnits, unit)}`] : [];
  return sentences([
    `${code(name, 80)}: ${[...said, ...least].join('; ')}`,
    origin(tier),
    features.length > 0 && `Features: ${features.map((feature) => code(feature)).join(', ')}`,
  ]);
}

function rateLine(rate: RateView, proofs: Proofs): string {
  const { model, band, currency, evidence } = rate;
  const said = RATE_NAMES.flatMap(([field, name]) => {
    const amount = rate[field];
    return amount === undefined ? [] : `${name} ${moneyText(amount, currency)}`;
  });
  const named = band === undefined ? code(model) : `${code(model)} (${code(band)})`;
  return sentences([`${named}: ${said.join(', ')}`, quoted(evidence, proofs), origin(rate)]);
}

function referenceLine({ label, amount, currency, per, unit, imported }: ReferencePrice): string {
  return sentences([`${code(label)}: ${amountText(amount, { currency, per, unit })}`, origin({ imported })]);
}

function sentences(parts: readonly Part[]): string {
  return parts.flatMap((part) => (typeof part === 'string' ? `${part}.` : [])).join(' ');
}

/** Next to the price that it states. */
function quoteOf(id: string | undefined, proofs: Proofs): string {
  const quote = proofs.get(id ?? '')?.quote;
  return quote === undefined ? '' : ` (quote: ${code(quote, 400)})`;
}

function quoted(ids: readonly (string | undefined)[], proofs: Proofs): Part {
  const quotes = new Set(ids.flatMap((id) => proofs.get(id ?? '')?.quote ?? []));
  return quotes.size > 0 && `Quote: ${[...quotes].map((quote) => code(quote, 400)).join(', ')}`;
}

function origin({ imported, research }: Partial<Pick<TierView, 'imported' | 'research'>>): Part {
  if (imported !== undefined)
    return `Imported from ${code(datasetName(imported.dataset))} (${code(imported.license)}), as of ${imported.asOf}; not read by us`;
  return research && `Entered by ${code(research.by)} on ${research.asOf}: ${code(research.reason, 300)}`;
}

function savings({ discounts, tiers = [] }: RecordView): Part {
  if (discounts === undefined) return undefined;
  const nameOf = (id: string) => tiers.find((tier) => tier.id === id)?.name ?? id;
  const each = discounts.perTier.map(
    ({ tier, annualSavingsPercent }) => `${code(nameOf(tier), 80)} ${annualSavingsPercent} % less`,
  );
  return `Annual billing: ${each.join(', ')}`;
}

function position({ positioning }: RecordView): Part {
  if (!isJudged(positioning)) return undefined;
  const { currency, categoryMedian, categoryMin, categoryMax, sampleSize, percentVsMedian } = positioning;
  const { vendors, oldest } = positioning;
  const [median, least, most] = [categoryMedian, categoryMin, categoryMax].map((amount) =>
    roundedText(amount, currency),
  );
  return `Category comparison: ${percentVsMedian} % from the median ${median} of ${sampleSize} other products of ${vendors} vendors with the same terms (${least} to ${most}; oldest price ${oldest})`;
}

function licences({ license, licenseNote }: RecordView): string {
  const groups = Object.entries(license).map(([group, kind]) => `${group} ${kind}`);
  return [`License: ${groups.join(', ')}`, ...(licenseNote === undefined ? [] : [licenseNote])].join('. ');
}
